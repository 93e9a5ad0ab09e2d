import { randomUUIDv7 } from 'node:crypto';
import type { TFunction } from 'i18next';
import type { CompanyAbsenceCode, ListedAbsence } from '#contract/absences.ts';
import type { EndpointRequest } from '#contract/index.ts';
import { rangeOfDates, startOfDay } from '#domain/calendar.ts';
import { addDays, dateIn } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { bySurname } from '#domain/names.ts';
import { ABSENCE_CODES, type AbsenceCode } from '#domain/work-rules.ts';
import type { Context } from '#server/context.ts';
import { type Db, lockTimeEntriesOf } from '#server/platform/database/database.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { type Act, appendToLedger } from '#server/platform/ledger/ledger.ts';
import { personAsked } from '#server/platform/scope.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { lockCompany } from '../company/company.queries.ts';
import { requireAnotherAdmin } from '../time-entries/another-admin.service.ts';
import { notifyOfChange } from '../time-entries/time-entries.emails.ts';
import { countryOf, requireAbsenceChange } from '../work-rules/work-rules.service.ts';
import * as queries from './absences.queries.ts';

/** How far in the past and in the future an absence may lie, in days: ten years and five. */
const daysBack = 3653;
const daysAhead = 1827;
/** How many codes a company may have, inactive ones included. */
const maxCodes = 200;

/** What is absent, when and for how long; `part` in milliseconds of one day. */
export type AbsenceFacts = {
  code: string;
  startDate: string;
  endDate: string;
  part: number | null;
  /** Of on-call time: the minute of the day at which it begins. */
  begins: number | null;
  place: string | null;
  note: string | null;
};
type Changes = EndpointRequest<'updateAbsence'>['body'];
type Person = NonNullable<Awaited<ReturnType<typeof queries.findPerson>>>;
const factsOf = ({
  code,
  startDate,
  endDate,
  part,
  begins,
  place,
  note,
}: Changes | queries.StoredAbsence): AbsenceFacts => ({
  code,
  startDate,
  endDate,
  part: part ?? null,
  begins: begins ?? null,
  place,
  note,
});

const startOf = ({ viewer }: Context, { startDate }: { startDate: string }) =>
  startOfDay(startDate, viewer.timeZone).toISOString();

/** Requests for absences; the feature that keeps all requests says how. */
export type AbsenceRequests = {
  /** Returns the id of the request, which becomes that of the absence. */
  ask: (context: Context, transaction: Db, absence: AbsenceFacts) => Promise<string>;
  /** Asks to cancel the absence, or to shorten it to the days that are `kept`. */
  askChange: (
    context: Context,
    transaction: Db,
    absence: queries.StoredAbsence,
    change: EndpointRequest<'requestAbsenceChange'>['body'],
  ) => Promise<void>;
  /** Rejects what is asked about an absence that an administrator changed or deleted otherwise. */
  rejectAbout: (context: Context, transaction: Db, absenceId: string) => Promise<void>;
  withdraw: (context: Context, id: string) => Promise<unknown>;
};

type ListedCode = Omit<CompanyAbsenceCode, 'name'> & AbsenceCode & { preset: string | null };

/** The codes of the company's country, as the company has changed them, then its own ones. */
async function readCodes({ viewer, clock }: Context, db: Db): Promise<ListedCode[]> {
  const country = await countryOf(db, viewer, clock.now());
  const stored = new Map((await queries.listCodes(db, viewer.companyId)).map((code) => [code.code, code]));
  const presets = ABSENCE_CODES[country].map(({ name: preset, isOnCall = false, ...code }): ListedCode => {
    const own = stored.get(code.code);
    stored.delete(code.code);
    const usual = { ...code, isActive: true, ownName: null, isPreset: true, preset, isOnCall };
    return own ? { ...usual, ...changesOf(own) } : usual;
  });
  const own = [...stored.values()].map(
    (code): ListedCode => ({
      code: code.code,
      isPreset: false,
      isForHolidayWork: false,
      isOnCall: false,
      preset: null,
      ...changesOf(code),
    }),
  );
  return [...presets, ...own];
}

const changesOf = ({ name, paid, lowersNorm, isActive }: queries.StoredCode) => ({
  ownName: name,
  paid,
  lowersNorm,
  isActive,
});

const nameOf = (
  { ownName, preset, code }: Pick<ListedCode, 'ownName' | 'preset' | 'code'>,
  t: TFunction,
): string => ownName ?? (preset ? t(`absence-codes:${preset}`) : code);

/** The company's codes, named in the request's language. */
export const listAbsenceCodes: Handler<'listAbsenceCodes'> = async (context) => {
  const codes = await readCodes(context, context.db);
  return codes.map(({ preset, isForHolidayWork: _, ...code }) => ({
    ...code,
    name: nameOf({ ...code, preset }, context.t),
  }));
};

/** How a mail names an absence's code, in its reader's language. */
export async function codeNamer(context: Context, db: Db) {
  const codes = new Map((await readCodes(context, db)).map((code) => [code.code, code]));
  return (code: string, language: Language): string => {
    const known = codes.get(code);
    return known ? `${code} (${nameOf(known, translator(language))})` : code;
  };
}

/** Sets the company's codes. The change goes into the ledger. */
export const updateAbsenceCodes: Handler<'updateAbsenceCodes'> = async (
  context,
  { body: { codes: given } },
) => {
  const { db, viewer, clock } = context;
  const { companyId } = viewer;
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    await context.refuseIfChanged(transaction);
    const before = await readCodes(context, transaction);
    const presets = new Map(
      ABSENCE_CODES[await countryOf(transaction, viewer, clock.now())].map((code) => [code.code, code]),
    );
    given.forEach(({ code, ownName }, index) => {
      if (!presets.has(code) && !ownName) throw invalidField(`codes.${index}.ownName`, 'nameRequired');
    });
    const kept = new Set(given.map(({ code }) => code));
    const missing = before.filter(({ code }) => !kept.has(code));
    const used = await queries.listUsedCodes(
      transaction,
      companyId,
      missing.filter(({ isPreset }) => !isPreset).map(({ code }) => code),
    );
    const all = [
      ...given,
      ...missing
        .filter(({ code, isPreset }) => isPreset || used.includes(code))
        .map((code) => ({ ...code, isActive: false })),
    ];
    if (all.length > maxCodes) throw invalidField('codes', 'tooMany');
    const changed = all.filter(({ code, ownName, paid, lowersNorm, isActive }) => {
      const preset = presets.get(code);
      return !(preset && !ownName && isActive && paid === preset.paid && lowersNorm === preset.lowersNorm);
    });
    const stored = changed.map(({ code, ownName, paid, lowersNorm, isActive }) => ({
      code,
      name: ownName,
      paid,
      lowersNorm,
      isActive,
    }));
    await queries.replaceCodes(transaction, companyId, stored);
    const after = await readCodes(context, transaction);
    const facts = (codes: ListedCode[]) =>
      codes.map(({ code, ownName, paid, lowersNorm, isActive }) => ({
        code,
        ownName,
        paid,
        lowersNorm,
        isActive,
      }));
    const [old, new_] = [facts(before), facts(after)].map(
      (list) => new Set(list.map((code) => JSON.stringify(code))),
    );
    const onlyIn = (list: ListedCode[], other: Set<string> | undefined) =>
      facts(list).filter((code) => !other?.has(JSON.stringify(code)));
    const why = { absenceCodes: { before: onlyIn(before, new_), after: onlyIn(after, old) } };
    if (why.absenceCodes.before.length + why.absenceCodes.after.length > 0) {
      const act = { kind: 'work-rules-changed' as const, actorId: viewer.userId, at: clock.now(), why };
      await appendToLedger(transaction, companyId, act);
    }
    return listAbsenceCodes({ ...context, db: transaction });
  });
};

/** Absences and requests for absences with a day in the period, by start and name; of the people in the scope. */
export const listAbsences: Handler<'listAbsences'> = async (
  context,
  { query: { userId, startDate, endDate } },
) => {
  const { db, scope, language } = context;
  const order = bySurname(language);
  const selection = { startDate, endDate, userId: personAsked(scope, userId) };
  const found = (await describe(context, db, selection)).toSorted(
    (a, b) => Number(a.startDate > b.startDate) - Number(a.startDate < b.startDate) || order(a.user, b.user),
  );
  // What tells namesakes apart is an address, which employees don't see.
  return scope.kind !== 'own'
    ? found
    : found.map(({ user, ...absence }) => ({ ...absence, user: { ...user, nameTag: null } }));
};

async function describe(
  { viewer, scope }: Context,
  db: Db,
  selection: Parameters<typeof queries.listAbsences>[3],
): Promise<ListedAbsence[]> {
  const { companyId, timeZone } = viewer;
  const found = await queries.listAbsences(db, companyId, scope, selection);
  const whole = found.filter(({ part, status }) => part === null && status !== 'rejected');
  const periods = whole.map(({ id, user, startDate, endDate }) => ({
    id,
    userId: user.id,
    ...rangeOfDates(startDate, endDate, timeZone),
  }));
  const worked = await queries.listWorked(db, companyId, periods);
  return found.map((absence) => ({ ...absence, overlapsWork: worked.has(absence.id) }));
}

async function readAbsence(context: Context, db: Db, id: string): Promise<ListedAbsence> {
  const [found] = await describe(context, db, { id });
  if (!found) throw new AppError('not_found');
  return found;
}

/** On-call time has a begin, and nothing else has one or a place. */
function requireOnCallFacts(
  { begins, place }: Pick<AbsenceFacts, 'begins' | 'place'>,
  isOnCall: boolean,
): void {
  if (isOnCall && begins === null) throw invalidField('begins', 'invalid');
  if (!isOnCall && (begins !== null || place !== null)) throw invalidField('code', 'absenceCode');
}

/**
 * The code of the absence as it is now. Refuses an unknown one, an inactive one unless it `mayBeInactive`, and one that
 * does not go with the facts.
 */
async function requireCode(
  context: Context,
  db: Db,
  facts: Pick<AbsenceFacts, 'code' | 'begins' | 'place'>,
  { mayBeInactive }: { mayBeInactive: boolean },
): Promise<AbsenceCode> {
  const { code } = facts;
  const found = (await readCodes(context, db)).find((each) => each.code === code);
  if (!found || !(found.isActive || mayBeInactive)) throw invalidField('code', 'absenceCode');
  requireOnCallFacts(facts, found.isOnCall);
  const { paid, lowersNorm, isForHolidayWork } = found;
  return { code, paid, lowersNorm, isForHolidayWork };
}

function requireNearDates({ viewer, clock }: Context, { startDate, endDate }: AbsenceFacts): void {
  const today = dateIn(clock.now(), viewer.timeZone);
  if (startDate < addDays(today, -daysBack)) throw invalidField('startDate', 'absenceTooFar');
  if (endDate > addDays(today, daysAhead)) throw invalidField('endDate', 'absenceTooFar');
}

/**
 * Refuses what nobody can be asked to approve: an unknown code, on-call time, dates too far away (validation_failed), another
 * absence on one of the days (absence_overlaps).
 */
export async function requireAskable(context: Context, transaction: Db, facts: AbsenceFacts): Promise<void> {
  const { companyId, userId } = context.viewer;
  requireNearDates(context, facts);
  if (facts.begins !== null) throw invalidField('code', 'absenceCode');
  await requireCode(context, transaction, facts, { mayBeInactive: false });
  if (await queries.overlapsAbsence(transaction, companyId, { userId, ...facts }))
    throw new AppError('absence_overlaps');
}

/** Records an absence of the person, whose entries the caller has locked. */
export async function recordAbsence(
  context: Context,
  transaction: Db,
  { id, userId, isApproval, ...facts }: AbsenceFacts & { id: string; userId: string; isApproval: boolean },
): Promise<void> {
  const { viewer, clock } = context;
  const person = await queries.findPerson(transaction, viewer.companyId, userId);
  if (!person) throw new AppError('not_found');
  if (!isApproval) requireNearDates(context, facts);
  const code = await requireCode(context, transaction, facts, { mayBeInactive: isApproval });
  const row = { ...facts, ...code };
  await requireAbsenceChange(transaction, viewer, person, { before: null, after: lockedBy(row) });
  await requireFreeOnCall(transaction, viewer.companyId, { id, userId, ...row });
  const createdAt = clock.now().toISOString();
  await queries.insertAbsence(transaction, { companyId: viewer.companyId, id, userId, ...row, createdAt });
  await context.refuseSealedMonthChanges(context, transaction, userId, startOf(context, facts));
}

/** Records the absence of a person and notifies them, or asks for one of the viewer's own. */
export const createAbsence =
  (requests: AbsenceRequests): Handler<'createAbsence'> =>
  async (context, { body: { userId: givenId, ...input } }) => {
    const { db, viewer, scope } = context;
    const isAdmin = scope.kind === 'all';
    const named = givenId?.toLowerCase();
    if (named && named !== viewer.userId && !isAdmin) throw new AppError('not_found');
    const facts = factsOf(input);
    return db.transaction().execute(async (transaction) => {
      const userId = named ?? viewer.userId;
      await lockTimeEntriesOf(transaction, viewer.companyId, userId);
      if (!(named && isAdmin)) {
        return readAbsence(context, transaction, await requests.ask(context, transaction, facts));
      }
      await requireAnotherAdmin(context, transaction, userId);
      const id = randomUUIDv7();
      await recordAbsence(context, transaction, { id, userId, isApproval: false, ...facts });
      await tellOfChange(context, transaction, userId, 'absence-added', { id, before: null, after: facts });
      return readAbsence(context, transaction, id);
    });
  };

/** The countries' codes for illness (`ABSENCE_CODES`), the first one in use is taken. */
const illness = ['sick', 'sick-paid', 'sick-benefit'];

/**
 * Records that a person is ill today, in company time, and notifies them. A manager may do so for employees of the own locations.
 * A code for illness has to be in use.
 */
export const recordIllToday: Handler<'recordIllToday'> = async (context, { params: { id: givenId } }) => {
  const { db, viewer, scope, clock } = context;
  const userId = givenId.toLowerCase();
  return db.transaction().execute(async (transaction) => {
    if (!(await queries.mayRecordFor(transaction, viewer.companyId, scope, userId))) {
      throw new AppError('not_found');
    }
    await lockTimeEntriesOf(transaction, viewer.companyId, userId);
    if (scope.kind === 'all') await requireAnotherAdmin(context, transaction, userId);
    const codes = (await readCodes(context, transaction)).filter(({ isActive }) => isActive);
    const code = codes.find(({ preset }) => preset !== null && illness.includes(preset))?.code;
    if (!code) throw invalidField('code', 'absenceCode');
    const today = dateIn(clock.now(), viewer.timeZone);
    const facts = {
      code,
      startDate: today,
      endDate: today,
      part: null,
      begins: null,
      place: null,
      note: null,
    };
    const id = randomUUIDv7();
    await recordAbsence(context, transaction, { id, userId, isApproval: false, ...facts });
    await tellOfChange(context, transaction, userId, 'absence-added', { id, before: null, after: facts });
    return readAbsence(context, transaction, id);
  });
};

/** Asks to cancel one of the viewer's own absences, or to shorten it. */
export const requestAbsenceChange =
  (requests: AbsenceRequests): Handler<'requestAbsenceChange'> =>
  async (context, { params: { id }, body: change }) => {
    const { db, viewer } = context;
    return db.transaction().execute(async (transaction) => {
      await lockTimeEntriesOf(transaction, viewer.companyId, viewer.userId);
      const absence = await queries.findAbsence(transaction, viewer.companyId, id);
      if (absence?.userId !== viewer.userId) throw new AppError('not_found');
      const { kept } = change;
      if (kept) {
        const [start, end] = [kept.startDate, kept.endDate];
        if (start < absence.startDate) throw invalidField('kept.startDate', 'absenceNotShorter');
        const isShorter = end < absence.endDate || (end === absence.endDate && start > absence.startDate);
        if (!isShorter) throw invalidField('kept.endDate', 'absenceNotShorter');
      }
      await requests.askChange(context, transaction, absence, change);
      return readAbsence(context, transaction, absence.id);
    });
  };

/**
 * Shortens an absence to the days that are `kept`, or deletes it, as its person asked; the caller has locked their entries.
 * Returns the absence before and after.
 */
export async function shortenAbsence(
  context: Context,
  transaction: Db,
  id: string,
  kept: { startDate: string; endDate: string } | null,
): Promise<{ before: AbsenceFacts; after: AbsenceFacts | null }> {
  const { companyId } = context.viewer;
  const before = await queries.findAbsence(transaction, companyId, id);
  const person = before && (await queries.findPerson(transaction, companyId, before.userId));
  if (!before || !person) throw new AppError('not_found');
  await replaceAbsence(context, transaction, person, before, kept && { ...before, ...kept });
  return { before: factsOf(before), after: kept && { ...factsOf(before), ...kept } };
}

/** On-call time of a person counts once. */
async function requireFreeOnCall(
  transaction: Db,
  companyId: string,
  absence: Parameters<typeof queries.overlapsOnCall>[2],
): Promise<void> {
  if (absence.begins === null) return;
  if (await queries.overlapsOnCall(transaction, companyId, absence)) throw new AppError('absence_overlaps');
}

/** What an approved month says of the absence. */
const lockedBy = (row: Parameters<typeof queries.absenceOf>[0] & Pick<AbsenceFacts, 'begins' | 'place'>) => ({
  ...queries.absenceOf(row),
  onCall: row.begins === null ? null : { begins: row.begins, place: row.place },
});

async function replaceAbsence(
  context: Context,
  transaction: Db,
  person: Person,
  before: queries.StoredAbsence,
  after: queries.StoredAbsence | null,
): Promise<void> {
  const { companyId, id, userId } = before;
  await requireAbsenceChange(transaction, context.viewer, person, {
    before: lockedBy(before),
    after: after && lockedBy(after),
  });
  if (after) {
    await requireFreeOnCall(transaction, companyId, after);
    const { code, paid, lowersNorm, isForHolidayWork } = after;
    const changes = { ...factsOf(after), code, paid, lowersNorm, isForHolidayWork };
    await queries.updateAbsence(transaction, companyId, id, changes);
  } else await queries.deleteAbsence(transaction, companyId, id);
  const [since = ''] = [before, ...(after ? [after] : [])].map((each) => startOf(context, each)).toSorted();
  await context.refuseSealedMonthChanges(context, transaction, userId, since);
}

export const updateAbsence =
  (requests: AbsenceRequests): Handler<'updateAbsence'> =>
  async (context, { params: { id }, body: input }) => {
    const facts = factsOf(input);
    return changeAbsence(context, id, async (transaction, before, person) => {
      const isMoved = before.startDate !== facts.startDate || before.endDate !== facts.endDate;
      if (isMoved) requireNearDates(context, facts);
      // An absence keeps what its code said when it was recorded.
      const isKept = before.code === facts.code;
      if (isKept) requireOnCallFacts(facts, before.begins !== null);
      const code = isKept ? {} : await requireCode(context, transaction, facts, { mayBeInactive: false });
      await replaceAbsence(context, transaction, person, before, { ...before, ...facts, ...code });
      if (isMoved) await requests.rejectAbout(context, transaction, before.id);
      const change = { id: before.id, before: factsOf(before), after: facts };
      await tellOfChange(context, transaction, before.userId, 'absence-changed', change);
      return readAbsence(context, transaction, before.id);
    });
  };

/** Deletes an absence and notifies its person; for anybody, withdraws the own request. */
export const deleteAbsence =
  (requests: AbsenceRequests): Handler<'deleteAbsence'> =>
  async (context, { params: { id } }) => {
    const { db, viewer, scope } = context;
    const found = scope.kind === 'all' && (await queries.findAbsence(db, viewer.companyId, id));
    if (!found) {
      await requests.withdraw(context, id);
      return;
    }
    await changeAbsence(context, id, async (transaction, before, person) => {
      await replaceAbsence(context, transaction, person, before, null);
      await requests.rejectAbout(context, transaction, before.id);
      const told = { id: before.id, before: factsOf(before), after: null };
      await tellOfChange(context, transaction, before.userId, 'absence-deleted', told);
    });
  };

/** Runs a change of an absence while its person's entries, absences and months stay as they are. */
async function changeAbsence<Result>(
  context: Context,
  id: string,
  change: (transaction: Db, before: queries.StoredAbsence, person: Person) => Promise<Result>,
): Promise<Result> {
  const { db, viewer } = context;
  return db.transaction().execute(async (transaction) => {
    const found = await queries.findAbsence(transaction, viewer.companyId, id);
    if (!found) throw new AppError('not_found');
    await lockTimeEntriesOf(transaction, viewer.companyId, found.userId);
    const before = await queries.findAbsence(transaction, viewer.companyId, id);
    const person = await queries.findPerson(transaction, viewer.companyId, found.userId);
    if (!before || !person) throw new AppError('not_found');
    await requireAnotherAdmin(context, transaction, before.userId);
    return change(transaction, before, person);
  });
}

/** Records an administrator's change in the ledger and tells its person by mail. */
async function tellOfChange(
  context: Context,
  transaction: Db,
  userId: string,
  kind: Extract<Act['kind'], `absence-${string}`>,
  { id, before, after }: { id: string; before: AbsenceFacts | null; after: AbsenceFacts | null },
): Promise<void> {
  const { viewer, clock } = context;
  context.concerns({ userId });
  const why = { absenceId: id, before, after };
  await appendToLedger(
    transaction,
    viewer.companyId,
    { kind, actorId: viewer.userId, at: clock.now(), why },
    { userId },
  );
  const codeName = await codeNamer(context, transaction);
  const shown = (facts: AbsenceFacts | null) => facts && { ...facts, codeName };
  await notifyOfChange(context, transaction, userId, {
    subject: 'absenceChanged',
    before: shown(before),
    after: shown(after),
    reason: after?.note ?? null,
  });
}
