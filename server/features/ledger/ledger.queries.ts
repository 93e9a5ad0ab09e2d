import { type NotNull, sql } from 'kysely';
import * as z from 'zod/mini';
import { breakChanges, CORRECTION_KINDS } from '#contract/corrections.ts';
import type { LedgerDigest, LedgerKind, PersonEvent } from '#contract/ledger.ts';
import { approval, scanSource, workBreak } from '#contract/time-tracking.ts';
import type { Scope } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { namesakes } from '#server/platform/database/namesakes.ts';
import { NO_HASH } from '#server/platform/ledger/verify.ts';
import { personIn } from '#server/platform/scope.ts';

/** Records after this number, as canonical JSON, oldest first. */
export async function listLines(
  db: Db,
  companyId: string,
  after: number,
  limit: number,
): Promise<{ seq: number; line: string }[]> {
  return db
    .selectFrom('ledgerRecord as r')
    .where('companyId', '=', companyId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .select([
      'seq',
      sql<string>`case when erased_by is null
        then ledger_line(company_id, seq, at, kind, actor_id, user_id, time_entry_id, body, prev_hash, hash)
        else erased_ledger_line(company_id, seq, erased_by, prev_hash, hash) end`.as('line'),
    ])
    .execute();
}

/** The last record, or the last one before an instant. */
export async function findDigest(db: Db, companyId: string, before?: Date): Promise<LedgerDigest> {
  const row = await db
    .selectFrom('ledgerRecord')
    .where('companyId', '=', companyId)
    .$if(before !== undefined, (query) => query.where('at', '<', before?.toISOString() ?? ''))
    .orderBy('seq', 'desc')
    .limit(1)
    .select(['seq', sql<string>`encode(hash, 'hex')`.as('hash'), 'at'])
    .executeTakeFirst();
  return row ?? { seq: 0, hash: NO_HASH, at: null };
}

const state = z.object({
  locationId: z.string(),
  checkIn: z.string(),
  checkOut: z.nullable(z.string()),
  checkInSource: scanSource,
  checkOutSource: z.nullable(scanSource),
  approval: z.nullable(approval),
});
const wanted = z.object({
  locationId: z.nullable(z.string()),
  checkIn: z.nullable(z.string()),
  checkOut: z.nullable(z.string()),
  breaks: z._default(z.nullable(breakChanges), null),
});
const absence = z.object({
  code: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  part: z.nullable(z.number()),
  begins: z.nullish(z.number()),
  place: z.nullish(z.string()),
});
const body = z.object({
  actorIsNew: z._default(z.boolean(), false),
  before: z.nullish(state),
  after: z.nullish(state),
  why: z.optional(
    z.object({
      reason: z.nullish(z.string()),
      apiKey: z.optional(z.string()),
      request: z.optional(z.enum(CORRECTION_KINDS)),
      decision: z.optional(z.enum(['approved', 'rejected'])),
      wanted: z.optional(wanted),
      break: z.optional(workBreak),
      isRemoved: z._default(z.boolean(), false),
      month: z.optional(z.string()),
      absence: z.optional(absence),
      /** Of an absence; other changes have their own form. */
      before: z.catch(z.nullish(absence), null),
      after: z.catch(z.nullish(absence), null),
    }),
  ),
});

/** Whether the person is in the scope and not erased. */
export async function isPersonIn(db: Db, companyId: string, scope: Scope, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('erasedAt', 'is', null)
    .where(personIn(scope, 'id'))
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Of account and employment, which managers do not see. */
const ACCOUNT_KINDS: LedgerKind[] = [
  'administrator-added',
  'administrator-removed',
  'role-changed',
  'owner-changed',
  'employment-changed',
  'pin-set',
  'pin-removed',
];

/** Leaves out the person's own scans and breaks, as `ledger_record_changes_idx` does, and what the scope is not told. */
const isChange = (scope: Scope) => sql<boolean>`kind not in ('opening', 'erasure')
  and (kind not in ('scan', 'break') or actor_id <> user_id)
  and not (${scope.kind !== 'all'} and kind = any (${ACCOUNT_KINDS}::ledger_kind[]))`;

/**
 * The history of an entry, or of everything of a person, in the scope, oldest first; with current names. With `newest`
 * only so many changes, newest first.
 */
export async function listEvents(
  db: Db,
  companyId: string,
  scope: Scope,
  about: { column: 'timeEntryId' | 'userId'; id: string; newest?: number },
): Promise<(PersonEvent & { userId: string | null })[]> {
  const { newest } = about;
  const order = newest === undefined ? 'asc' : 'desc';
  const columns = ['at', 'kind', 'actorId', 'userId', 'timeEntryId', 'body'] as const;
  const told = (table: 'ledgerRecord' | 'ledgerPending', position: 'seq' | 'id', isPending: boolean) =>
    db
      .selectFrom(table)
      .where('companyId', '=', companyId)
      .where(about.column, '=', about.id)
      .where(personIn(scope, 'userId'))
      .$if(newest !== undefined, (query) => query.where(isChange(scope)))
      .select([
        ...columns,
        sql<number>`${sql.ref(position)}`.as('position'),
        sql.lit(isPending).as('isPending'),
      ]);
  const rows = await db
    .selectFrom(
      told('ledgerRecord', 'seq', false)
        .unionAll(told('ledgerPending', 'id', true))
        .as('r'),
    )
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'r.actorId').on('u.companyId', '=', companyId))
    .leftJoin(namesakes(companyId, 'n'), 'n.id', 'u.id')
    .orderBy('r.isPending', order)
    .orderBy('r.position', order)
    .$if(newest !== undefined, (query) => query.limit(newest ?? 0))
    .select([
      'r.at',
      'r.kind',
      'r.userId',
      'r.timeEntryId',
      'r.actorId',
      'r.body',
      'u.firstName',
      'u.lastName',
      'n.tag as nameTag',
    ])
    // Only erased records have none of them, and they name neither.
    .$narrowType<{ at: NotNull; kind: NotNull; body: NotNull }>()
    .execute();
  const locations = await db
    .selectFrom('location')
    .where('companyId', '=', companyId)
    .select(['id', 'name'])
    .execute();
  const nameOf = new Map(locations.map(({ id, name }) => [id, name]));
  const withLocation = <Times extends { locationId: string }>({ locationId, ...times }: Times) => ({
    ...times,
    location: { id: locationId, name: nameOf.get(locationId) ?? '' },
  });
  return rows.map(({ body: text, actorId, firstName, lastName, nameTag, ...row }) => {
    const { actorIsNew, before, after, why } = body.parse(JSON.parse(text));
    return {
      ...row,
      actorIsNew,
      actor:
        actorId && firstName !== null && lastName !== null
          ? { id: actorId, firstName, lastName, nameTag }
          : null,
      before: before ? withLocation(before) : null,
      after: after ? withLocation(after) : null,
      wanted: why?.wanted
        ? {
            checkIn: why.wanted.checkIn,
            checkOut: why.wanted.checkOut,
            breaks: why.wanted.breaks,
            location: why.wanted.locationId
              ? { id: why.wanted.locationId, name: nameOf.get(why.wanted.locationId) ?? '' }
              : null,
          }
        : null,
      request: why?.request ?? null,
      decision: why?.decision ?? null,
      reason: why?.reason ?? null,
      apiKey: why?.apiKey ?? null,
      break: why?.break ?? null,
      isBreakRemoved: why?.isRemoved ?? false,
      absence: absenceOf(why),
      month: why?.month ?? null,
    };
  });
}

function absenceOf(why: z.infer<typeof body>['why']): PersonEvent['absence'] {
  const [before, after] = [why?.before ?? null, why?.absence ?? why?.after ?? null];
  return before || after ? { before, after } : null;
}

/** Companies with records that have no number yet. */
export async function listToSeal(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('ledgerPending').select('companyId').distinct().execute();
  return rows.map(({ companyId }) => companyId);
}

export type DigestCompany = {
  id: string;
  name: string;
  timezone: string;
  language: 'en' | 'lv' | 'pl' | 'lt';
  digestSeq: number;
  digestOn: string | null;
};

/** Confirmed companies that want a digest and have records since the last one. */
export async function listDigestCompanies(db: Db): Promise<DigestCompany[]> {
  return db
    .selectFrom('company as c')
    .where('sendsDigest', '=', true)
    .where('deletionDueAt', 'is', null)
    .where('confirmedAt', 'is not', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('ledgerRecord as r')
          .whereRef('r.companyId', '=', 'c.id')
          .whereRef('r.seq', '>', 'c.digestSeq')
          .select('r.seq'),
      ),
    )
    .select(['id', 'name', 'timezone', 'language', 'digestSeq', 'digestOn'])
    .execute();
}
