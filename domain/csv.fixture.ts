/** U+FEFF. */
export const BOM = '\uFEFF';

/** A strict RFC 4180 parser as a state machine over characters: anything the RFC does not allow throws. */
export function parseCsv(text: string, separator: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      while (text[at] !== '"' || text[at + 1] === '"') {
        if (at >= text.length) throw new Error('A quote is not closed');
        if (text[at] === '"') at += 1;
        cell += text[at];
        at += 1;
      }
      at += 1;
    } else {
      while (at < text.length && text[at] !== separator && text[at] !== '\r') {
        if (text[at] === '"' || text[at] === '\n') throw new Error('A bare quote or line feed');
        cell += text[at];
        at += 1;
      }
    }
    record.push(cell);
    if (text[at] === separator) {
      at += 1;
      if (at === text.length) throw new Error('The last line is not ended');
    } else if (text.startsWith('\r\n', at)) {
      at += 2;
      records.push(record);
      record = [];
    } else throw new Error(`Neither a separator nor the end of a line at ${at}`);
  }
  if (record.length > 0) throw new Error('The last line is not ended');
  return records;
}
