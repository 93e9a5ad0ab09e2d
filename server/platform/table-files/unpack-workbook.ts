/* Unpacks the ZIP container of a workbook that a stranger's program may have written. */
import { inflateRawSync } from 'node:zlib';
import { AppError } from '../errors.ts';

/** Bytes to which all entries of a file may unpack. */
const MAX_UNPACKED = 40_000_000;
/**
 * Tags in all entries: 2,000 rows of 100 cells that all differ have 1.6 million. This bounds cells, columns, shared strings
 * and styles before they become objects, which take a hundred times the room of their text.
 */
const MAX_TAGS = 2_000_000;

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const ZIP64_LOCATOR = 0x07064b50;
const LESS_THAN = 0x3c;

type Entry = { name: Buffer; content: Buffer };

/**
 * Returns a plain ZIP file of the same entries, unpacked. It is for a reader that follows several directories, trusts the
 * sizes they state and unpacks up to 2 GB: of what it would misunderstand, nothing is left.
 * @throws file_unreadable: encrypted, ZIP64, damaged or too large; file_too_long: too many tags
 */
export function unpackWorkbook(file: Buffer): Buffer {
  try {
    return pack(unpack(file));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unreadable();
  }
}

const unreadable = () => new AppError('file_unreadable');

function unpack(file: Buffer): Entry[] {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06'), file.length - 22);
  if (end < 0) throw unreadable();
  const count = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  const hasLocator = end >= 20 && file.readUInt32LE(end - 20) === ZIP64_LOCATOR;
  if (hasLocator || count === 0xffff || isSentinel(file.readUInt32LE(end + 12)) || isSentinel(at))
    throw unreadable();
  const entries: Entry[] = [];
  let bytes = 0;
  let tags = 0;
  for (let left = count; left > 0; left -= 1) {
    if (file.readUInt32LE(at) !== ENTRY) throw unreadable();
    const [packed, unpacked, local] = [20, 24, 42].map((field) => file.readUInt32LE(at + field));
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => file.readUInt16LE(at + field));
    if (packed === undefined || unpacked === undefined || local === undefined) throw unreadable();
    if ([packed, unpacked, local].some(isSentinel)) throw unreadable();
    const content = unpackEntry(file, local, packed, MAX_UNPACKED - bytes);
    bytes += content.length;
    for (const byte of content) if (byte === LESS_THAN) tags += 1;
    if (tags > MAX_TAGS) throw new AppError('file_too_long');
    entries.push({ name: file.subarray(at + 46, at + 46 + (nameLength ?? 0)), content });
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}

/** Stands for "see the ZIP64 record". */
const isSentinel = (size: number) => size === 0xffffffff;

function unpackEntry(file: Buffer, local: number, packed: number, most: number): Buffer {
  if (file.readUInt32LE(local) !== LOCAL) throw unreadable();
  const isEncrypted = (file.readUInt16LE(local + 6) & 1) === 1;
  const method = file.readUInt16LE(local + 8);
  const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  if (isEncrypted || start + packed > file.length) throw unreadable();
  const content = file.subarray(start, start + packed);
  if (method === 0 && packed <= most) return content;
  if (method !== 8) throw unreadable();
  // Inflating stops as soon as it exceeds the limit.
  return inflateRawSync(content, { maxOutputLength: Math.max(1, most) });
}

/** Without checksums: the reader takes none for an entry whose checksum is 0. */
function pack(entries: Entry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content } of entries) {
    const sizes = Buffer.alloc(10);
    sizes.writeUInt32LE(content.length, 0);
    sizes.writeUInt32LE(content.length, 4);
    sizes.writeUInt16LE(name.length, 8);
    const local = Buffer.alloc(18);
    local.writeUInt32LE(LOCAL);
    locals.push(local, sizes, Buffer.alloc(2), name, content);
    const entry = Buffer.alloc(20);
    entry.writeUInt32LE(ENTRY);
    const rest = Buffer.alloc(16);
    rest.writeUInt32LE(at, 12);
    directory.push(entry, sizes, rest, name);
    at += 30 + name.length + content.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...directory, end]);
}
