import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod';

/** An error message for the person who makes or restores a backup. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupError';
  }
}

/** Increment when the format of the lines changes. */
const format = 1;

const headerSchema = z.object({
  format: z.number(),
  /** The version of Maina that wrote it, for information; the migrations decide about compatibility. */
  program: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** Of each migration as it was applied; none in a backup from before 1.0.0. */
  hashes: z.record(z.string(), z.string()).default({}),
});
const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) });
const endSchema = z.object({ rows: z.record(z.string(), z.number()), sha256: z.string() });

export type ArchiveHeader = Omit<z.infer<typeof headerSchema>, 'format'>;
export type ArchiveTable = z.infer<typeof tableSchema>;
/** Number of rows of each table. */
export type RowCounts = Record<string, number>;

/** Several rows at a time, each as text. */
export type TableSource = ArchiveTable & { batches: AsyncIterable<string[]> };

export type ArchiveVisitor = {
  table?(table: ArchiveTable): Promise<void>;
  row?(row: string): Promise<void> | undefined;
};

const line = (value: unknown) => `${JSON.stringify(value)}\n`;

/**
 * Writes an archive: gzip of JSON lines. A header; for each table its name and columns, then one string per row; last
 * the row counts and the SHA-256 of all lines before. The file gets its name only when it is complete and on disk.
 */
export async function writeArchive(
  file: string,
  header: ArchiveHeader,
  tables: AsyncIterable<TableSource>,
): Promise<RowCounts> {
  const rows: RowCounts = {};
  async function* lines(hash: Hash) {
    const hashed = (text: string) => {
      hash.update(text);
      return text;
    };
    yield hashed(line({ format, ...header }));
    for await (const { table, columns, batches } of tables) {
      yield hashed(line({ table, columns }));
      rows[table] = 0;
      for await (const batch of batches) {
        rows[table] += batch.length;
        yield hashed(batch.map(line).join(''));
      }
    }
    yield line({ rows, sha256: hash.digest('hex') });
  }
  const draft = `${file}.partial`;
  try {
    const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(lines(createHash('sha256'))), createGzip(), target);
    await rename(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
      await rm(draft, { force: true });
    throw error;
  }
  return rows;
}

/** Bytes of a row; the longest one that is written has a few megabytes. */
const MAX_LINE = 64_000_000;

async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end + 1)]);
      rest = [];
      length = 0;
      start = end + 1;
    }
    length += chunk.length - start;
    if (length > MAX_LINE) throw new Error('a line of it is too long');
    rest.push(chunk.subarray(start));
  }
  if (rest.some(({ length }) => length > 0)) throw new Error('it ends in the middle of a line');
}

async function visitLines(source: AsyncIterable<Buffer>, visitor: ArchiveVisitor) {
  const hash = createHash('sha256');
  const rows: RowCounts = {};
  let header: z.infer<typeof headerSchema> | null = null;
  let current: ArchiveTable | null = null;
  let end: z.infer<typeof endSchema> | null = null;
  for await (const bytes of linesOf(source)) {
    if (end) throw new Error('it goes on after its end');
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (!header) {
      header = headerSchema.parse(value);
      if (header.format > format) {
        throw new BackupError(
          `This backup was made by a newer Maina (${header.program}). Restore it with that version or a later one.`,
        );
      }
    } else if (typeof value === 'string') {
      if (!current) throw new Error('a row without a table');
      rows[current.table] = (rows[current.table] ?? 0) + 1;
      await visitor.row?.(value);
    } else {
      end = endSchema.safeParse(value).data ?? null;
      if (end) continue;
      current = tableSchema.parse(value);
      rows[current.table] = 0;
      await visitor.table?.(current);
    }
    hash.update(bytes);
  }
  if (!header || !end) throw new Error('its end is missing');
  if (end.sha256 !== hash.digest('hex')) throw new Error('its checksum is wrong');
  if (line(end.rows) !== line(rows)) throw new Error('it holds other rows than it says');
  return { header, rows };
}

/**
 * Reads an archive from beginning to end, one line in memory at a time. Throws BackupError if it is damaged, truncated,
 * not an archive or newer than this program; by then the visitor has received everything before the damage.
 */
export async function readArchive(
  file: string,
  visitor: ArchiveVisitor = {},
): Promise<{ header: ArchiveHeader; rows: RowCounts }> {
  let visitorError: unknown;
  const guarded =
    <Arguments extends unknown[]>(visit?: (...given: Arguments) => Promise<void> | undefined) =>
    async (...given: Arguments) => {
      try {
        await visit?.(...given);
      } catch (error) {
        visitorError = error;
        throw error;
      }
    };
  const visiting = { table: guarded(visitor.table), row: guarded(visitor.row) };
  try {
    return await pipeline(createReadStream(file), createGunzip(), (source) => visitLines(source, visiting));
  } catch (error) {
    if (error === visitorError || error instanceof BackupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`${file} cannot be used: ${reason}.`, { cause: error });
  }
}
