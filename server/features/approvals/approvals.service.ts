import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { MonthClosing } from '#contract/approvals.ts';
import type { EndpointResponse } from '#contract/index.ts';
import type { PersonMonth } from '#contract/months.ts';
import { addDays, addMonths, dateIn, monthOf, previousMonthOf } from '#domain/dates.ts';
import { createWorkCalendar, personCalendarOf } from '#domain/work-calendar.ts';
import {
  type CompanyViewer,
  type Context,
  countingOf,
  settledCounting,
  type Viewer,
} from '#server/context.ts';
import { type Db, lockTimeEntriesOf, lockTimeEntriesOfAll } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { appendToLedger, sealLedger } from '#server/platform/ledger/ledger.ts';
import { countActiveAdmins } from '../company/company.queries.ts';
import { lockForSettling } from '../hours/entry-hours.queries.ts';
import { keepEntryHours } from '../hours/entry-hours.service.ts';
import { insertSeal, listApprovedFrom, listEmployments } from '../hours/hours.queries.ts';
import { computedDetails, listMonth } from '../hours/hours.service.ts';
import { type PersonHours, readMonthPeople } from '../hours/month-people.service.ts';
import { type Seal, sealOf } from '../hours/month-seal.ts';
import { sheetPerson } from '../hours/sheet-person.ts';
import { type ApprovedMonth, approvalsTogetherSeconds, monthApprovedQueue } from '../months/months.jobs.ts';
import {
  findMailed,
  insertApproval,
  listMonthStates,
  listMonths,
  type MonthState,
  saveAnswer,
  unlockApproval,
} from '../months/months.queries.ts';
import { findApprovalDigest } from '../sheets/sheets.queries.ts';
import { readSheetFacts } from '../sheets/sheets.service.ts';
import { rangeOfMonth } from '../time-entries/month-bounds.queries.ts';
import { employmentOf, keepWorkRules, readCompanyTime } from '../work-rules/work-rules.service.ts';

/** The months of the longest settlement period. */
const longestPeriod = 12;

/** How long the dashboard goes on showing a closed month. */
const shownClosedMs = 7 * 24 * 60 * 60 * 1000;

type Refusal = EndpointResponse<'approveMonth'>[number]['refusal'];

/**
 * Approves the month of one person, or of everybody who is in it, hours or not: seals what it says, and locks their entries.
 * The answer says for each person why not: open_questions, already_approved, needs_another_admin.
 */
export const approveMonth: Handler<'approveMonth'> = async (context, { body: { month, userId } }) => {
  const { db, viewer, clock, jobs } = context;
  const { companyId } = viewer;
  const asked = userId?.toLowerCase();
  return db.transaction().execute(async (transaction) => {
    // The locks keep entries and requests from changing between the check and the approval.
    if (asked) await lockTimeEntriesOf(transaction, companyId, asked);
    else await lockTimeEntriesOfAll(transaction, companyId);
    const range = rangeOfMonth(month, viewer.timeZone);
    if (range.end > clock.now()) {
      if (asked) await requirePerson(context, transaction, month, asked);
      throw new AppError('month_not_ended');
    }
    const answers = await sealPeople(context, transaction, month, asked);
    if (asked) context.concerns({ userId: asked });
    if (asked && answers.length === 0) throw new AppError('not_found');
    if (answers.some(({ refusal }) => refusal === null)) {
      // The sheets print the record's hash, and a replica that makes them can seal nothing.
      await sealLedger(transaction, companyId);
      const approved: ApprovedMonth = { companyId, month };
      const later = { key: `${companyId} ${month}`, seconds: approvalsTogetherSeconds };
      await jobs.sendLater(transaction, monthApprovedQueue, approved, later);
    }
    return answers;
  });
};

/** Who approves, and when. */
type Approver = Pick<Context, 'clock' | 'scope'> & { viewer: CompanyViewer & Pick<Viewer, 'userId'> };

/**
 * Seals the month, which is over, of one person, or of everybody who is in it; the caller holds the locks of their entries. Says for
 * each person why not; nobody: no such person is in it.
 */
export async function sealPeople(
  approver: Approver,
  transaction: Db,
  month: string,
  userId?: string,
): Promise<EndpointResponse<'approveMonth'>> {
  const { viewer, clock } = approver;
  const { companyId } = viewer;
  const reader = { ...approver, db: transaction };
  await keepWorkRules(transaction, viewer);
  // Nobody else may compute the hours that are kept.
  await lockForSettling(transaction, companyId);
  const facts = await readSheetFacts(reader, month);
  const isAlone = (await countActiveAdmins(transaction, companyId)) === 1;
  const answers: EndpointResponse<'approveMonth'> = [];
  const { people } = await readMonthPeople(reader, month, { userId, withNew: true });
  for await (const person of people) {
    const { user } = person.overview;
    const refusal = refusalOf(person, user.id === viewer.userId && !isAlone);
    answers.push({ userId: user.id, refusal });
    if (refusal) continue;
    const hours = { ...computedDetails(person, clock.now()), isApproved: true };
    const seal = sealOf(hours, { ...sheetPerson(person), isApproved: true }, facts);
    await sealMonth(approver, transaction, person, seal);
  }
  return answers;
}

function refusalOf({ overview, hours }: PersonHours, isOwn: boolean): Refusal {
  if (overview.approval) return 'already_approved';
  // A shift over the month's end may still be open, and stand in this month.
  if (hasQuestions(overview) || hours.month.isProvisional) return 'open_questions';
  return isOwn ? 'needs_another_admin' : null;
}

async function sealMonth(
  { viewer, clock }: Approver,
  transaction: Db,
  { overview, hours, calendar }: PersonHours,
  seal: Seal,
): Promise<void> {
  const { companyId } = viewer;
  const { user, month, entries, startsAt, endsAt } = overview;
  const approved = { by: viewer.userId, at: clock.now() };
  const { total, normal, overtime, night, restDay, holiday, break: breaks } = hours.month;
  const sealed = { month, startsAt, endsAt, ms: total, entries };
  const id = await insertApproval(transaction, companyId, user.id, sealed, approved);
  await insertSeal(transaction, companyId, id, seal);
  await keepEntryHours(transaction, companyId, { userId: user.id, month }, hours, calendar);
  const figures = { ms: total, normal, overtime, night, restDay, holiday, breaks };
  const act = {
    kind: 'month-approved' as const,
    actorId: viewer.userId,
    at: clock.now(),
    why: { month, ...figures, entries, startsAt, endsAt, seal: digestOf(seal) },
  };
  await appendToLedger(transaction, companyId, act, { userId: user.id });
}

/** SHA-256 of the seal as canonical JSON (RFC 8785), in hex. */
export const digestOf = (seal: Seal): string =>
  createHash('sha256')
    .update(canonicalize(JSON.parse(JSON.stringify(seal))) ?? '')
    .digest('hex');

/** How far the closing of the month is; null if nobody is in it, or, with `onlyUsed`, nobody has checked in. */
async function readClosing(
  context: Context,
  month: string,
  { onlyUsed }: { onlyUsed: boolean },
): Promise<MonthClosing | null> {
  const { db, viewer } = context;
  const { companyId } = viewer;
  const people = await listMonth(context, { query: { month } });
  const [first] = people;
  // Somebody is employed in every month, also in those before the company began.
  if (!first || (onlyUsed && !people.some(({ entries }) => entries > 0))) return null;
  const own = people.find(({ user }) => user.id === viewer.userId);
  const isAlone = (await countActiveAdmins(db, companyId)) === 1;
  const approvals = people.flatMap(({ approval }) => approval ?? []);
  const isClosed = approvals.length === people.length;
  const ids = people.map(({ user }) => user.id);
  return {
    month,
    hasEnded: first.hasEnded,
    people: people.length,
    withQuestions: people.filter((person) => !person.approval && hasQuestions(person)).length,
    approved: approvals.length,
    needsAnotherAdmin: own !== undefined && own.approval === null && !isAlone,
    closed: isClosed
      ? {
          at: approvals.map(({ at }) => at).reduce((last, at) => (at > last ? at : last)),
          record: (await findApprovalDigest(db, companyId, month, ids)) ?? null,
        }
      : null,
    mailedAt: await findMailed(db, companyId, month),
  };
}

const hasQuestions = ({ openQuestions }: Pick<MonthState, 'openQuestions'>) =>
  Object.values(openQuestions).some((count) => count > 0);

/** The month to be closed, or the one that was asked for. */
export const getMonthClosing: Handler<'getMonthClosing'> = async (context, { query: { month } }) => {
  const { db, viewer, clock } = context;
  if (month) return readClosing(context, month, { onlyUsed: false });
  const now = clock.now();
  const today = dateIn(now, viewer.timeZone);
  const last = await readClosing(context, previousMonthOf(today).start.slice(0, 7), { onlyUsed: true });
  if (last && (!last.closed || now.getTime() - Date.parse(last.closed.at) < shownClosedMs)) return last;
  const company = await readCompanyTime(db, viewer);
  const calendar = createWorkCalendar({ ...company, zones: [{ validFrom: '', timeZone: viewer.timeZone }] });
  const { end } = monthOf(today);
  for (let date = end; date > today; date = addDays(date, -1)) if (calendar.isWorkday(date)) return null;
  return readClosing(context, today.slice(0, 7), { onlyUsed: true });
};

async function requirePerson(context: Context, db: Db, month: string, userId: string): Promise<MonthState> {
  const { viewer, scope } = context;
  const range = rangeOfMonth(month, viewer.timeZone);
  const [found] = await listMonthStates(db, viewer.companyId, scope, [range], userId, countingOf(context));
  if (!found) throw new AppError('not_found');
  return found;
}

/** The person's month as lists show it. */
async function readMonth(context: Context, month: string, userId: string): Promise<PersonMonth> {
  const { db, viewer, scope } = context;
  const counting = await settledCounting(context);
  const range = rangeOfMonth(month, viewer.timeZone);
  const [found] = await listMonths(db, viewer.companyId, scope, [range], userId, counting);
  if (!found) throw new AppError('not_found');
  return found;
}

/**
 * The person's approved months after this one that a correction in it can change: the next one, by a shift or a week, and
 * those of the same settlement period.
 */
async function dependentMonths(
  { viewer }: Pick<Context, 'viewer'>,
  db: Db,
  userId: string,
  month: string,
): Promise<string[]> {
  const approved = await listApprovedFrom(db, viewer.companyId, userId, addMonths(month, 1));
  const [employment] = await listEmployments(db, viewer.companyId, [userId]);
  if (approved.length === 0 || !employment) return [];
  const company = await readCompanyTime(db, viewer);
  const calendar = createWorkCalendar({ ...company, zones: [{ validFrom: '', timeZone: viewer.timeZone }] });
  const { periodOf } = personCalendarOf(employmentOf(employment, company.rules), calendar);
  return approved.filter(
    (later) =>
      later === addMonths(month, 1) ||
      (later < addMonths(month, longestPeriod) && periodOf(later).start <= month),
  );
}

/** Which approved months would have to be unlocked with this one, `yyyy-MM`; none of an unknown person. */
export const listDependentMonths: Handler<'listDependentMonths'> = (context, { query: { month, userId } }) =>
  dependentMonths(context, context.db, userId.toLowerCase(), month);

/** Unlocks an approved month, with a reason, and with `withLater` those that a correction in it can change. */
export const unlockMonth: Handler<'unlockMonth'> = async (
  context,
  { body: { month, userId, reason, withLater } },
) => {
  const { db, viewer, clock } = context;
  const { companyId } = viewer;
  await db.transaction().execute(async (transaction) => {
    await lockTimeEntriesOf(transaction, companyId, userId.toLowerCase());
    const { user } = await requirePerson(context, transaction, month, userId.toLowerCase());
    context.concerns({ userId: user.id });
    const later = withLater ? await dependentMonths(context, transaction, user.id, month) : [];
    for (const each of [month, ...later]) {
      const unlocked = { by: viewer.userId, at: clock.now(), reason };
      const key = { userId: user.id, month: each };
      if (!(await unlockApproval(transaction, companyId, key, unlocked))) {
        throw new AppError('month_not_approved');
      }
      const act = {
        kind: 'month-unlocked' as const,
        actorId: viewer.userId,
        at: clock.now(),
        why: { month: each, reason },
      };
      await appendToLedger(transaction, companyId, act, { userId: user.id });
    }
  });
  return readMonth(context, month, userId.toLowerCase());
};

/** Stores the viewer's answer about their own month, with the hours it has. */
export const answerOwnMonth: Handler<'answerOwnMonth'> = async (
  context,
  { body: { month, answer, text } },
) => {
  const { db, viewer, scope, clock } = context;
  const { companyId, userId } = viewer;
  await db.transaction().execute(async (transaction) => {
    await lockTimeEntriesOf(transaction, companyId, userId);
    const { hasEnded } = await requirePerson(context, transaction, month, userId);
    if (!hasEnded) throw new AppError('month_not_ended');
    const { people } = await readMonthPeople({ db: transaction, viewer, clock, scope }, month, { userId });
    let ms = 0;
    for await (const { seal, hours } of people) ms = seal?.hours.total ?? hours.month.total;
    const answeredAt = clock.now().toISOString();
    await saveAnswer(transaction, { companyId, userId, month }, { answer, text, ms, answeredAt });
    const act = {
      kind: `month-${answer}` as const,
      actorId: userId,
      at: clock.now(),
      why: { month, ms, text },
    };
    await appendToLedger(transaction, companyId, act, { userId });
  });
  return readMonth(context, month, userId);
};
