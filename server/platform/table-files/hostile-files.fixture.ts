/* Files that are small to send and large or slow to read. */
import { deflateRawSync } from 'node:zlib';

type Entry = { name: string; content: Buffer };

const END = 'PK\x05\x06';

/** A ZIP file of these entries, without checksums. */
export function zip(entries: Entry[]): Buffer<ArrayBuffer> {
  let at = 0;
  const parts = entries.map(({ name, content }) => {
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    at += local.length;
    const head = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, rest, Buffer.from(name)]);
    return { local, head };
  });
  const directory = Buffer.concat(parts.map(({ head }) => head));
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts.map(({ local }) => local), directory, Buffer.from(END), end]);
}

/** The same file as ZIP64: its end record is replaced by this one, where it says anything else than the truth. */
function zip64(file: Buffer, says: { count?: number; size?: number; offset?: number }): Buffer<ArrayBuffer> {
  const at = file.lastIndexOf(END);
  const [count, size, offset] = [
    file.readUInt16LE(at + 10),
    file.readUInt32LE(at + 12),
    file.readUInt32LE(at + 16),
  ];
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06', 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(at), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.from(file.subarray(at));
  end.writeUInt16LE(says.count ?? count, 10);
  end.writeUInt32LE(says.size ?? size, 12);
  end.writeUInt32LE(says.offset ?? offset, 16);
  return Buffer.concat([file.subarray(0, at), record, locator, end]);
}

const types =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (targets: [string, string][]) =>
  `<Relationships>${targets
    .map(
      ([type, target], index) => `<Relationship Id="r${index}" Type="${office}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

/** A workbook of one sheet with these cells in the rows of `sheetData`, and these shared strings. */
function workbook({ rows = '', strings = '' }: { rows?: string; strings?: string }) {
  const parts = {
    '[Content_Types].xml': types,
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="r0"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
  };
  return zip(Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) })));
}

const heading = '<row><c t="inlineStr"><is><t>Name</t></is></c></row>';
const stringsOf = (bytes: number) => {
  const one = '<si><t>x</t></si>';
  return workbook({ rows: heading, strings: one.repeat(bytes / one.length) });
};
/** An entry whose directory states few bytes and no packed ones, so that a reader asks the local header, which states many. */
function disagreeing() {
  const file = stringsOf(40_000_000);
  const at = file.lastIndexOf('PK\x01\x02');
  file.writeUInt16LE(8, at + 8);
  file.writeUInt32LE(0, at + 20);
  file.writeUInt32LE(5, at + 24);
  return file;
}
const MB = 1_000_000;
const sentinel = 0xffffffff;

/** By name: a file, and what matches the error it is answered with; a slow computer gives some up before it knows more. */
export const hostileFiles: Record<string, [() => Buffer<ArrayBuffer>, string]> = {
  'ZIP64 by its offset alone': [
    () => zip64(stringsOf(60 * MB), { count: 0, offset: sentinel }),
    'file_unreadable',
  ],
  'ZIP64 by its number of entries': [() => zip64(stringsOf(60 * MB), { count: 0xffff }), 'file_unreadable'],
  'ZIP64 by its size': [() => zip64(stringsOf(60 * MB), { size: sentinel }), 'file_unreadable'],
  'a ZIP64 locator that nothing refers to': [() => zip64(stringsOf(MB), {}), 'file_unreadable'],
  'more than 40 MB': [() => stringsOf(210 * MB), 'file_unreadable'],
  'headers that disagree': [disagreeing, 'file_unreadable'],
  '38 MB of shared strings': [() => stringsOf(38 * MB), 'file_too_long|file_too_complex'],
  'shared strings of many attributes': [
    () => workbook({ rows: heading, strings: '<si a="" b="" c="" d="" e="" f=""/>'.repeat(1_000_000) }),
    'file_too_complex',
  ],
  'nested elements': [
    () => workbook({ rows: heading, strings: '<si>'.repeat(900_000) }),
    'file_unreadable|file_too_complex',
  ],
  'a row of 200,000 cells': [
    () => workbook({ rows: `<row>${'<c><v>1</v></c>'.repeat(200_000)}</row>` }),
    'file_unreadable|file_too_complex',
  ],
  'a long text that every cell repeats': [
    () =>
      workbook({
        strings: `<si><t>Name</t></si><si><t>${'x'.repeat(30_000)}</t></si>`,
        rows: ['0', ...Array.from({ length: 2_000 }, () => '1')]
          .map((text) => `<row><c t="s"><v>${text}</v></c></row>`)
          .join(''),
      }),
    'file_too_long|file_too_complex',
  ],
  '0xFF': [() => Buffer.alloc(7 * MB, 0xff), 'file_too_long'],
  '0xE0': [() => Buffer.alloc(7 * MB, 0xe0), 'file_too_long'],
  'one cell': [() => Buffer.alloc(7.9 * MB, 'a'), 'file_too_long'],
  separators: [() => Buffer.alloc(7.9 * MB, ';'), 'file_too_long'],
  'a heading row of 110,000 cells': [() => Buffer.from('Heading,'.repeat(110_000)), 'file_too_long'],
  'an open quote': [() => Buffer.from(`Name\n"${'a;\n'.repeat(2.6 * MB)}`), 'file_too_long'],
  NULs: [() => Buffer.alloc(7.9 * MB), 'file_too_long'],
  'line breaks': [() => Buffer.alloc(7.9 * MB, '\n'), 'file_too_long'],
};
