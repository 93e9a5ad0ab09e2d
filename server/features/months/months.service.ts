import type { EndpointRequest } from '#contract/index.ts';
import type { OwnMonth, PersonMonth } from '#contract/months.ts';
import { addDays, dateIn, monthOf, previousMonthOf } from '#domain/dates.ts';
import { bySurname } from '#domain/names.ts';
import { type CompanyContext, type Context, countingOf } from '#server/context.ts';
import { type Db, lockTimeEntriesOf } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { appendToLedger } from '#server/platform/ledger/ledger.ts';
import { type MonthRange, rangeOfMonth } from '../time-entries/month-bounds.queries.ts';
import * as queries from './months.queries.ts';

/** How many of their months a person sees. */
const shownMonths = 36;

type Stored = Awaited<ReturnType<typeof queries.listMonths>>[number];

const isWorthShowing = ({ hasLeft, entries, ms, approval }: Stored) =>
  !hasLeft || entries > 0 || ms > 0 || approval !== null;

/** The month of everybody in the scope who is in the company, or was and has hours or an approval in it; by name. */
export async function listMonth(context: CompanyContext, month: string): Promise<PersonMonth[]> {
  const { db, viewer, scope, language } = context;
  const range = rangeOfMonth(month, viewer.timeZone);
  const order = bySurname(language);
  const found = await queries.listMonths(
    db,
    viewer.companyId,
    scope,
    [range],
    undefined,
    countingOf(context),
  );
  return found.filter(isWorthShowing).toSorted((a, b) => order(a.user, b.user));
}

async function readMonth(context: Context, db: Db, month: string, userId: string): Promise<PersonMonth> {
  const { viewer, scope } = context;
  const range = rangeOfMonth(month, viewer.timeZone);
  const [found] = await queries.listMonths(db, viewer.companyId, scope, [range], userId, countingOf(context));
  if (!found) throw new AppError('not_found');
  return found;
}

/** The viewer's own months from their first entry on, the latest first. */
export async function listOwnMonths(context: Context): Promise<OwnMonth[]> {
  const { db, viewer, scope, clock } = context;
  const { companyId, userId, timeZone } = viewer;
  const first = await queries.findFirstCheckIn(db, companyId, userId);
  if (!first) return [];
  const now = clock.now();
  const firstDay = monthOf(dateIn(first, timeZone)).start;
  // A month that was approved in another time zone may hold the first entry, or have ended before its end here.
  const earliest = previousMonthOf(firstDay).start;
  const ranges: MonthRange[] = [];
  let day = addDays(monthOf(dateIn(now, timeZone)).end, 1);
  while (day >= earliest && ranges.length < shownMonths + 1) {
    ranges.push(rangeOfMonth(day.slice(0, 7), timeZone));
    day = previousMonthOf(day).start;
  }
  const found = await queries.listMonths(db, companyId, scope, ranges, userId, countingOf(context));
  return found
    .filter(({ month, entries, ms }) => `${month}-01` >= firstDay || entries > 0 || ms > 0)
    .filter(({ startsAt }) => Date.parse(startsAt) <= now.getTime())
    .slice(0, shownMonths);
}

/** Stores the viewer's answer about their own month. Throws month_not_ended. */
export async function answerOwnMonth(
  context: Context,
  { month, answer, text }: EndpointRequest<'answerOwnMonth'>['body'],
): Promise<OwnMonth> {
  const { db, viewer, clock } = context;
  const { companyId, userId } = viewer;
  return db.transaction().execute(async (transaction) => {
    await lockTimeEntriesOf(transaction, companyId, userId);
    const { ms, hasEnded } = await readMonth(context, transaction, month, userId);
    if (!hasEnded) throw new AppError('month_not_ended');
    const answeredAt = clock.now().toISOString();
    await queries.saveAnswer(transaction, { companyId, userId, month }, { answer, text, ms, answeredAt });
    const act = {
      kind: `month-${answer}` as const,
      actorId: userId,
      at: clock.now(),
      why: { month, ms, text },
    };
    await appendToLedger(transaction, companyId, act, { userId });
    return readMonth(context, transaction, month, userId);
  });
}
