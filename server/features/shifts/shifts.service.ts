import type { ShiftKind } from '#contract/shifts.ts';
import { MAX_KINDS } from '#domain/schedules.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { lockCompany } from '../company/company.queries.ts';
import * as queries from './shifts.queries.ts';

type Facts = Parameters<typeof queries.insertKind>[2];

/** The company's shift kinds; for managers without those of other locations. */
export const listShiftKinds: Handler<'listShiftKinds'> = async ({ db, viewer, scope }) =>
  (await queries.listKinds(db, viewer.companyId)).filter((kind) => queries.isKindIn(scope, kind));

/**
 * Refuses a code that another kind has, and a location at which the caller does not plan; managers have to name one. The kind's
 * own location may stay after it was deleted.
 */
async function requireFitting(
  { viewer, scope }: Context,
  db: Db,
  { code, locationId }: Pick<Facts, 'code' | 'locationId'>,
  before?: Pick<ShiftKind, 'id' | 'locationId'>,
): Promise<void> {
  if (locationId === null && scope.kind === 'locations')
    throw invalidField('locationId', 'messageLocationRequired');
  const asked = locationId === null || locationId === before?.locationId ? [] : [locationId];
  const known = await queries.listPlannableLocations(db, viewer.companyId, scope, asked);
  if (known.length < asked.length) throw new AppError('not_found');
  const other = await queries.findKindByCode(db, viewer.companyId, code);
  if (other && other.id !== before?.id) throw invalidField('code', 'shiftCodeTaken');
}

/** A kind that the caller may change: managers those of their locations. */
async function requireOwnKind({ viewer, scope }: Context, db: Db, id: string) {
  const kinds = await queries.listKinds(db, viewer.companyId);
  const kind = kinds.find((each) => each.id === id);
  const isOwn = kind && (scope.kind === 'all' || (kind.locationId !== null && queries.isKindIn(scope, kind)));
  if (!isOwn) throw new AppError('not_found');
  return kind;
}

/** Adds a kind of shift; a company has at most 50. */
export const createShiftKind: Handler<'createShiftKind'> = async (
  context,
  { body: { isActive = true, ...facts } },
) => {
  const { db, viewer } = context;
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, viewer.companyId);
    const kinds = await queries.listKinds(transaction, viewer.companyId);
    if (kinds.length >= MAX_KINDS) throw invalidField('code', 'tooMany');
    await requireFitting(context, transaction, facts);
    return queries.insertKind(transaction, viewer.companyId, { ...facts, isActive });
  });
};

/** Changes a kind; what is planned with it stays as it is. */
export const updateShiftKind: Handler<'updateShiftKind'> = async (
  context,
  { params: { id: givenId }, body: { isActive, ...facts } },
) => {
  const { db, viewer } = context;
  const id = givenId.toLowerCase();
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, viewer.companyId);
    const kind = await requireOwnKind(context, transaction, id);
    await requireFitting(context, transaction, facts, kind);
    const changes = { ...facts, isActive: isActive ?? kind.isActive };
    const changed = await queries.updateKind(transaction, viewer.companyId, id, changes);
    if (!changed) throw new AppError('not_found');
    return changed;
  });
};

/** Deletes a kind; what is planned with it keeps its times. */
export const deleteShiftKind: Handler<'deleteShiftKind'> = async (context, { params: { id: givenId } }) => {
  const { db, viewer } = context;
  const id = givenId.toLowerCase();
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, viewer.companyId);
    await requireOwnKind(context, transaction, id);
    await queries.deleteKind(transaction, viewer.companyId, id);
    return null;
  });
};
