/* Files that an import takes and an export gives back: which columns they have, and what their cells mean. */

import { setImmediate } from 'node:timers/promises';
import type { TFunction } from 'i18next';
import type * as z from 'zod/mini';
import type { ImportRow } from '#contract/imports.ts';
import type { EndpointRequest } from '#contract/index.ts';
import { escapeFormula, toCsv, withoutEscape } from '#domain/csv.ts';
import { LANGUAGES, type Language } from '#domain/languages.ts';
import { CSV, XLSX } from '#domain/media-types.ts';
import { AppError } from '../errors.ts';
import { FileAnswer } from '../http/file-answer.ts';
import { translator } from '../texts/i18n.ts';
import { headingKey } from './headings.ts';
import type { Line } from './read-table.ts';
import { runTableReader } from './run-table-reader.ts';
import { tablesXlsx } from './tables.ts';

/** The file's columns in the order in which it is written; a schema reads a cell's text. One that refuses none is required. */
export type Columns = Record<string, z.ZodMiniType<unknown, unknown>>;
/** The values of a row. A blank cell has none: a file replaces values and removes none. */
export type Values<C extends Columns> = { [Key in keyof C]?: NonNullable<z.output<C[Key]>> };
/** The files of one kind of entity. */
export type Definition<C extends Columns, Entity> = {
  kind: 'employees' | 'locations' | 'schedule';
  columns: C;
  valuesOf: (entity: Entity) => Values<C>;
  /** Whether a value that reads differently means what the entity has. */
  isSame?: (path: string, value: unknown, entity: Entity) => boolean;
  nameOf: (values: Values<C>) => string;
  /** The text of a value; by default the value itself. */
  textOf?: (path: string, value: unknown, language: Language) => string;
  /** Columns of dates. In others a date is what a spreadsheet made of a number or text. */
  dates?: string[];
  /** A row that says nothing, such as a note below the table, is left out. */
  saysNothing?: (values: Values<C>) => boolean;
  /** Further headings of a column. */
  headingsOf?: (column: string) => string[];
  /** Columns that stand for several, by their name among the headings; used if the file has none of these. */
  combined?: Record<string, Combined>;
};
type Combined = {
  parts: string[];
  /** The parts' texts. `isSure` is false where the text could be divided differently. */
  split: (text: string) => { texts: Record<string, string>; isSure: boolean };
};
type Reader = { t: TFunction; language: Language };

/** Every heading that means a column, or perhaps several: its name in all languages, and the name of the field. */
function knownHeadings(
  kind: string,
  columns: string[],
  headingsOf: (column: string) => string[] = () => [],
): Map<string, string[]> {
  const named = columns.flatMap((column) =>
    [
      column,
      ...headingsOf(column),
      ...LANGUAGES.flatMap((language) => {
        const names = (list: 'columns' | 'otherNames') =>
          translator(language)(`import:${list}.${kind}.${column}`, { defaultValue: '' }).split(',');
        return [...names('columns'), ...names('otherNames')];
      }),
    ].map((name) => ({ key: headingKey(name), column })),
  );
  const groups = Map.groupBy(named, ({ key }) => key);
  groups.delete('');
  return new Map([...groups].map(([key, all]) => [key, [...new Set(all.map(({ column }) => column))]]));
}

/** The columns that the headings mean. One that may mean several is the first of them, unless that leaves out a part. */
function columnsOf<C extends Columns, Entity>(
  headings: string[],
  known: Map<string, string[]>,
  { columns, combined = {} }: Definition<C, Entity>,
): (string | undefined)[] {
  const meant = headings.map((heading) => known.get(headingKey(heading)) ?? []);
  const single = meant.map((names) => names.find((name) => name in columns));
  const whole = meant.findIndex((names, index) =>
    names.some((name) =>
      combined[name]?.parts.every((part) => !single.some((other, at) => other === part && at !== index)),
    ),
  );
  return single.map((name, index) =>
    index === whole ? meant[index]?.find((each) => each in combined) : name,
  );
}

/**
 * Reads the file's rows, what is wrong with their cells or was assumed of them, and the headings that are not known.
 * @throws file_unreadable, file_too_long, file_too_complex, file_columns
 */
export async function readTableFile<C extends Columns, Entity>(
  bytes: Uint8Array,
  definition: Definition<C, Entity>,
  { t, language }: Reader,
) {
  const { kind, columns, combined = {}, headingsOf } = definition;
  const known = knownHeadings(kind, [...Object.keys(columns), ...Object.keys(combined)], headingsOf);
  const { headings, lines } = await runTableReader(bytes, { known: [...known.keys()], language });
  const found = columnsOf(headings, known, definition);
  const has = (column: string) =>
    found.some((name) => name === column || (name && combined[name]?.parts.includes(column)));
  const named = (list: (string | undefined)[]) =>
    list.map((column) => t(`import:columns.${kind}.${column}`)).join(', ');
  const missing = Object.entries(columns).flatMap(([column, schema]) =>
    isRequired(schema) && !has(column) ? [column] : [],
  );
  if (missing.length > 0) {
    throw new AppError('file_columns', { params: { context: 'missing', columns: named(missing) } });
  }
  const twice = found.filter((column, index) => column && found.indexOf(column) !== index);
  if (twice.length > 0) {
    throw new AppError('file_columns', { params: { context: 'twice', columns: named([...new Set(twice)]) } });
  }
  const rows = [];
  for (const [index, line] of lines.entries()) {
    const row = rowOf(line, found, definition, t);
    if (row.issues.length > 0 || !definition.saysNothing?.(row.values)) rows.push(row);
    if (index % ROWS_AT_ONCE === 0) await setImmediate();
  }
  const unknownColumns = headings.flatMap((text, index) =>
    text && !found[index] ? [text.slice(0, 100)] : [],
  );
  return { rows, unknownColumns };
}

/** Rows after which other requests have a turn. */
export const ROWS_AT_ONCE = 50;

const isRequired = (schema: Columns[string]) => !schema.safeParse(undefined).success;
/** How a spreadsheet shows a number of more than 11 digits, and writes it into a CSV file: the others are lost. */
const ROUNDED = /^[+-]?\d(?:[.,]\d+)?E[+-]\d{2,}$/i;

function rowOf<C extends Columns, Entity>(
  { line, cells }: Line,
  found: (string | undefined)[],
  { columns, combined = {}, dates = [] }: Definition<C, Entity>,
  t: TFunction,
) {
  const values: Record<string, unknown> = {};
  const issues: ImportRow['issues'] = [];
  const notes: ImportRow['notes'] = [];
  const take = (path: string, text: string) => {
    const schema = columns[path];
    if (!schema || !(text || isRequired(schema))) return;
    const read = schema.safeParse(withoutEscape(text));
    const message = read.error?.issues[0]?.message;
    if (message) {
      const invalid = t('validation:invalid');
      issues.push({ path, message: t(`validation:${message}`, { defaultValue: invalid }) });
    } else if (read.data !== null && read.data !== undefined) values[path] = read.data;
  };
  for (const [index, { text, problem, isDate }] of cells.entries()) {
    const path = found[index];
    // What does not belong to a heading was probably cut off from the cell before it.
    if (!path && text && index >= found.length)
      issues.push({ path: '', message: t('import:issues.tooManyCells') });
    if (!path) continue;
    const isMangled = (isDate && !dates.includes(path)) || ROUNDED.test(text);
    const wrong = problem ?? (isMangled ? 'mangled' : undefined);
    const whole = combined[path];
    if (wrong) issues.push({ path: whole?.parts[0] ?? path, message: t(`import:issues.${wrong}`) });
    else if (whole) {
      const { texts, isSure } = whole.split(withoutEscape(text));
      for (const part of whole.parts) take(part, texts[part] ?? '');
      if (text && !isSure) notes.push({ path: '', message: t('import:notes.divided', texts) });
    } else take(path, text);
  }
  return { line, values: values as Values<C>, issues, notes };
}

/** Writes entities in the reader's language, every cell as text, so that zeros at the beginning stay. */
export async function writeTableFile<C extends Columns, Entity>(
  { t, language }: Reader,
  { kind, columns, valuesOf, textOf = (_, value) => String(value ?? '') }: Definition<C, Entity>,
  { format, template }: EndpointRequest<'exportEmployees'>['query'],
  entities: Entity[],
): Promise<FileAnswer> {
  const isTemplate = template === 'true';
  // The id is for rows that were exported.
  const names = Object.keys(columns).filter((column) => !isTemplate || column !== 'id');
  const headings = names.map((column) => t(`import:columns.${kind}.${column}`));
  const rows = entities.map(valuesOf).map((row) => names.map((name) => textOf(name, row[name], language)));
  const records = [headings, ...rows];
  const name = `${kind}${isTemplate ? '-template' : ''}.${format}`;
  const event = isTemplate ? 'template.downloaded' : undefined;
  if (format === 'csv') {
    return new FileAnswer(Buffer.from(toCsv(records, language)), `${CSV}; charset=utf-8`, name, event);
  }
  const bytes = await tablesXlsx([
    {
      name: t(`import:sheet.${kind}`),
      columns: headings.map((label) => ({ label })),
      rows: rows.map((cells) => ({ key: '', cells: cells.map(escapeFormula) })),
    },
  ]);
  return new FileAnswer(bytes, XLSX, name, event);
}
