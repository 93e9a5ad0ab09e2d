/* What every import of a file has in common (decisions.md §11 "Import"). */
import { setImmediate } from 'node:timers/promises';
import type { ImportAnswer, ImportRow } from '#contract/imports.ts';
import type { EndpointRequest } from '#contract/index.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '../database/database.ts';
import { AppError } from '../errors.ts';
import type { Drafts } from '../http/drafts.ts';
import { createQueue } from '../in-turn.ts';
import { type Columns, type Definition, ROWS_AT_ONCE, readTableFile, type Values } from './table-file.ts';

export type ImportRequest = {
  file: EndpointRequest<'importEmployees'>['file'];
  query: Pick<EndpointRequest<'importEmployees'>['query'], 'dryRun'>;
};
/** `path` is the column, empty for the whole row. Of a `note` two rows may have the same, which is only pointed out. */
type Key = { path: string; text: string; message?: string; isNote?: true };
type Note = (path: string, issue: string, params?: Record<string, string | number>) => void;

/** How rows of a file become entities of the company; asked within one transaction. */
export type Rules<C extends Columns, Entity extends { id: string }> = {
  entities: Entity[];
  /** The only one whom the values of a row may mean. Several are ambiguous; undefined means somebody new. */
  find: (values: Values<C>) => Entity[] | undefined;
  /** No two rows of a file have the same of these. */
  keysOf: (values: Values<C>, entity: Entity | undefined) => Key[];
  /** Notes why the row cannot be written: keys of the issues in the area `import`, or of another area (`errors:not_found`). */
  check: (
    values: Values<C>,
    entity: Entity | undefined,
    changes: string[],
    note: Note,
  ) => Promise<void> | void;
  /** Once, after all rows were checked. */
  requireRoom: (added: number) => Promise<void>;
  add: (values: Values<C>) => Promise<Entity>;
  /** `changed` has only what the row replaces. */
  change: (entity: Entity, changed: Partial<Values<C>>) => Promise<void>;
};

/** Each file is read in a process that takes up to half a gigabyte; no company waits for another one's files only. */
const inTurn = createQueue({ atOnce: 2, maxWaiting: 10, maxOfKey: 2 });

/**
 * Says what the rows of a file would do, and does it unless it is a preview or a row is invalid: all or nothing. `drafts`
 * show how many rows of how many are written ("200/1500"). Also returns what the rows were about, as it was read. Of a
 * company one file is read at a time.
 */
export function importFile<C extends Columns, Entity extends { id: string }>(
  context: Context,
  { file: bytes, query }: ImportRequest,
  definition: Definition<C, Entity>,
  rulesIn: (transaction: Db) => Promise<Rules<C, Entity>>,
  drafts: Drafts,
): Promise<{ answer: ImportAnswer; entities: Entity[] }> {
  const { db, throttle, viewer } = context;
  return inTurn(async () => {
    await throttle.take('import', viewer.companyId);
    const file = await readTableFile(bytes, definition, context);
    return db.transaction().execute(async (transaction) => {
      const rules = await rulesIn(transaction);
      const planned = await planRows(context, file.rows, definition, rules);
      const rows = planned.map(({ row }) => row);
      const answer = {
        rows,
        applied: false,
        unknownColumns: file.unknownColumns,
        refusal: null,
        invited: null,
      };
      const entities = planned.flatMap(({ entity }) => entity ?? []);
      const requireRoom = () => rules.requireRoom(rows.filter(({ outcome }) => outcome === 'new').length);
      if (query.dryRun === 'true') {
        return { answer: { ...answer, refusal: await refusalOf(context, requireRoom) }, entities };
      }
      if (rows.some(({ outcome }) => outcome === 'invalid')) return { answer, entities };
      await requireRoom();
      for (const [done, { row, entity, values, changed }] of planned.entries()) {
        if (!entity) entities.push(await rules.add(values));
        else if (row.outcome === 'changed') await rules.change(entity, changed);
        if (done % 20 === 0) drafts.show(`${done}/${rows.length}`);
      }
      return { answer: { ...answer, applied: true }, entities };
    });
  }, viewer.companyId);
}

async function planRows<C extends Columns, Entity extends { id: string }>(
  { t, language }: Context,
  rows: Awaited<ReturnType<typeof readTableFile<C, Entity>>>['rows'],
  { valuesOf, isSame, nameOf, textOf = (_, value) => String(value ?? '') }: Definition<C, Entity>,
  { entities, find, keysOf, check }: Rules<C, Entity>,
) {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const lines = new Map<string, number>();
  const planned = [];
  for (const { line, values, issues: read, notes } of rows) {
    const issues: ImportRow['issues'] = [...read];
    const say = (issue: string, params = {}) =>
      t(issue.includes(':') ? issue : `import:issues.${issue}`, params);
    const note: Note = (path, issue, params) => issues.push({ path, message: say(issue, params) });
    const id = typeof values.id === 'string' ? values.id : undefined;
    const found = id ? [byId.get(id)].filter((entity) => entity !== undefined) : find(values);
    const entity = found?.length === 1 ? found[0] : undefined;
    if (found && !entity) note(id ? 'id' : '', id ? 'unknownId' : 'ambiguous');
    const same: Key[] = entity ? [{ path: '', text: entity.id, message: 'duplicate' }] : [];
    let isRepeated = false;
    for (const { path, text: key, message = 'sameValue', isNote } of [...keysOf(values, entity), ...same]) {
      const earlier = lines.get(`${path} ${key}`);
      lines.set(`${path} ${key}`, earlier ?? line);
      // What says more comes first.
      if (earlier === undefined || (isRepeated && (isNote || !path))) continue;
      isRepeated = true;
      if (isNote) notes.push({ path, message: say(message, { line: earlier }) });
      else note(path, message, { line: earlier });
    }
    const current: Values<C> = entity ? valuesOf(entity) : {};
    const changes = Object.keys(values).filter(
      (path) => values[path] !== current[path] && !(entity && isSame?.(path, values[path], entity)),
    );
    await check(values, entity, entity ? changes : [], note);
    const text = (path: string, of: Values<C>) => textOf(path, of[path], language);
    const outcome =
      issues.length > 0 ? 'invalid' : !entity ? 'new' : changes.length > 0 ? 'changed' : 'unchanged';
    const row: ImportRow = {
      line,
      outcome,
      issues,
      notes,
      name: nameOf(values).slice(0, 200),
      changes: entity
        ? changes.map((path) => ({ path, before: text(path, current), after: text(path, values) }))
        : [],
    };
    const changed = Object.fromEntries(changes.map((path) => [path, values[path]])) as Partial<Values<C>>;
    planned.push({ row, entity, values, changed });
    if (planned.length % ROWS_AT_ONCE === 0) await setImmediate();
  }
  return planned;
}

async function refusalOf({ t }: Context, act: () => Promise<void>): Promise<ImportAnswer['refusal']> {
  try {
    await act();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, message: t(`errors:${error.code}`, error.details.params ?? {}) };
  }
}
