/* Files that an import takes and an export gives back: which columns they have, and what their cells mean. */
import type { TFunction } from 'i18next';
import type * as z from 'zod/mini';
import type { ImportRow } from '#contract/imports.ts';
import type { EndpointRequest } from '#contract/index.ts';
import { escapeFormula, toCsv, withoutEscape } from '#domain/csv.ts';
import { LANGUAGES, type Language } from '#domain/languages.ts';
import { CSV, XLSX } from '#domain/media-types.ts';
import { fold } from '#domain/names.ts';
import { AppError } from '../errors.ts';
import { FileAnswer } from '../http/file-answer.ts';
import { translator } from '../i18n.ts';
import { tablesXlsx } from '../tables.ts';
import { type Line, readTable } from './read-table.ts';

/** The file's columns in the order in which it is written; a schema reads a cell's text. One that refuses none is required. */
export type Columns = Record<string, z.ZodMiniType<unknown, unknown>>;
/** The values of a row. A blank cell has none: a file replaces values and removes none. */
export type Values<C extends Columns> = { [Key in keyof C]?: NonNullable<z.output<C[Key]>> };
/** The files of one kind of entity. */
export type Definition<C extends Columns, Entity> = {
  kind: 'employees' | 'locations';
  columns: C;
  valuesOf: (entity: Entity) => Values<C>;
  /** Whether a value that reads differently means what the entity has. */
  isSame?: (path: string, value: unknown, entity: Entity) => boolean;
  nameOf: (values: Values<C>) => string;
  /** The text of a value; by default the value itself. */
  textOf?: (path: string, value: unknown, language: Language) => string;
};
type Reader = { t: TFunction; language: Language };

/** What decides whether two headings are the same. */
const headingKey = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

/** Every heading that means a column: its name in all languages, and the name of the field. */
function headingsOf(kind: string, columns: Columns): Map<string, string> {
  return new Map(
    Object.keys(columns).flatMap((column) =>
      [
        column,
        ...LANGUAGES.flatMap((language) => {
          const names = (list: 'columns' | 'otherNames') =>
            translator(language)(`import:${list}.${kind}.${column}`, { defaultValue: '' }).split(',');
          return [...names('columns'), ...names('otherNames')];
        }),
      ].map((name) => [headingKey(name), column]),
    ),
  );
}

/**
 * Reads the file's rows, what is wrong with their cells, and the headings that are not known.
 * Throws file_unreadable, file_too_long, file_columns.
 */
export async function readTableFile<C extends Columns, Entity>(
  bytes: Uint8Array,
  { kind, columns }: Definition<C, Entity>,
  { t, language }: Reader,
) {
  const known = headingsOf(kind, columns);
  const columnOf = (heading: string) => (headingKey(heading) && known.get(headingKey(heading))) || undefined;
  const scoreOf = (cells: string[]) => cells.filter(columnOf).length;
  const [headings, ...lines] = await readTable(bytes, { scoreOf, language });
  const found = (headings?.cells ?? []).map(({ text }) => columnOf(text));
  const named = (list: (string | undefined)[]) =>
    list.map((column) => t(`import:columns.${kind}.${column}`)).join(', ');
  const missing = Object.entries(columns).flatMap(([column, schema]) =>
    isRequired(schema) && !found.includes(column) ? [column] : [],
  );
  if (missing.length > 0) {
    throw new AppError('file_columns', { params: { context: 'missing', columns: named(missing) } });
  }
  const twice = found.filter((column, index) => column && found.indexOf(column) !== index);
  if (twice.length > 0) {
    throw new AppError('file_columns', { params: { context: 'twice', columns: named([...new Set(twice)]) } });
  }
  return {
    rows: lines.map((line) => rowOf(line, found, columns, t)),
    unknownColumns: (headings?.cells ?? []).flatMap(({ text }, index) =>
      text && !found[index] ? [text.slice(0, 100)] : [],
    ),
  };
}

const isRequired = (schema: Columns[string]) => !schema.safeParse(undefined).success;

function rowOf<C extends Columns>(
  { line, cells }: Line,
  found: (string | undefined)[],
  columns: C,
  t: TFunction,
) {
  const values: Record<string, unknown> = {};
  const issues: ImportRow['issues'] = [];
  for (const [index, { text, problem }] of cells.entries()) {
    const path = found[index];
    const schema = path && columns[path];
    if (problem && schema) issues.push({ path, message: t(`import:issues.${problem}`) });
    // What does not belong to a heading was probably cut off from the cell before it.
    else if (text && index >= found.length)
      issues.push({ path: '', message: t('import:issues.tooManyCells') });
    else if (schema && (text || isRequired(schema))) {
      const read = schema.safeParse(withoutEscape(text));
      const message = read.error?.issues[0]?.message;
      if (message) {
        const invalid = t('validation:invalid');
        issues.push({ path, message: t(`validation:${message}`, { defaultValue: invalid }) });
      } else if (read.data !== null && read.data !== undefined) values[path] = read.data;
    }
  }
  return { line, values: values as Values<C>, issues };
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
