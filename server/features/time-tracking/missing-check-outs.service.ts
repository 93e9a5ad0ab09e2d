import type { EndProposals } from '#contract/time-tracking.ts';
import { atWallClock } from '#domain/calendar.ts';
import { addDays, dateIn, daysBetween, timeIn } from '#domain/dates.ts';
import { EARLY_MS } from '#domain/expected.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { plannedInterval } from '#domain/schedules.ts';
import { MAX_STATED_HOURS, needsAttention, needsAttentionAt } from '#domain/shifts.ts';
import { type Context, countingOf, type Services } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { listShifts } from '../shifts/shifts.queries.ts';
import { findEntry, markReminded } from '../time-entries/time-entry-changes.queries.ts';
import { missingCheckOutMail } from './missing-check-outs.emails.ts';
import * as queries from './missing-check-outs.queries.ts';
import { findActiveEntry } from './time-tracking.queries.ts';
import { recordScanOf } from './time-tracking.service.ts';

/** How many days back a person's habit is looked for, and how many days are enough for one. */
const habitDays = 8 * 7;
const habitSamples = 3;
const minuteMs = 60_000;

type OpenEntry = { id: string; userId: string; locationId: string; checkIn: string };

/** When the person may have left: by their planned shift, their last work report, their habit, and the colleagues of that day. */
async function proposeEnds(
  { db, viewer, clock }: Context,
  { id, userId, locationId, checkIn }: OpenEntry,
): Promise<EndProposals> {
  const { companyId, longestShiftHours, timeZone } = viewer;
  // Nothing longer than the longest shift is proposed; it may still be stated.
  const range = { start: new Date(checkIn), end: needsAttentionAt(checkIn, longestShiftHours) };
  const [planned, lastReportAt, colleagues, usual] = await Promise.all([
    findPlannedEnd(db, { companyId, userId, timeZone }, range.start.getTime()),
    queries.findLastReportAt(db, companyId, id),
    queries.listColleaguesEnds(db, companyId, userId, locationId, range),
    findUsualEnd(db, { companyId, userId, timeZone }, checkIn),
  ]);
  const found = [
    { kind: 'schedule' as const, ms: planned },
    { kind: 'work-report' as const, ms: lastReportAt && Date.parse(lastReportAt) },
    { kind: 'usual' as const, ms: usual?.getTime() },
    { kind: 'colleagues' as const, ms: medianOf(colleagues.map((at) => Date.parse(at))) },
  ];
  return found.flatMap(({ kind, ms }) => {
    const minute = ms && Math.floor(ms / minuteMs) * minuteMs;
    const isSensible =
      minute &&
      minute > range.start.getTime() &&
      minute <= range.end.getTime() &&
      minute <= clock.now().getTime();
    return isSensible ? [{ kind, at: new Date(minute).toISOString() }] : [];
  });
}

/** The viewer's open entry that needs attention, with suggested ends; null if there is none. */
export const getMissingCheckOut: Handler<'getMissingCheckOut'> = async (context) => {
  const { db, viewer } = context;
  const { companyId, userId } = viewer;
  const entry = await findActiveEntry(db, companyId, userId, countingOf(context));
  if (!entry?.needsAttention) return null;
  const { id, checkIn, location } = entry;
  const latestEnd = new Date(Date.parse(checkIn) + MAX_STATED_HOURS * MS_PER_HOUR).toISOString();
  const proposals = await proposeEnds(context, { id, userId, locationId: location.id, checkIn });
  return { timeEntryId: id, checkIn, location, latestEnd, proposals };
};

/** Suggested ends of an entry within the viewer's scope whose check-out is missing. */
export const listEndProposals: Handler<'listEndProposals'> = async (context, { params: { id } }) => {
  const { db, viewer, scope } = context;
  const entry = await findEntry(db, viewer.companyId, id, scope);
  if (!entry) throw new AppError('not_found');
  return entry.checkOut === null && needsAttention(entry, countingOf(context))
    ? proposeEnds(context, entry)
    : [];
};

/** The end of the published shift to which a check-in belongs. */
async function findPlannedEnd(
  db: Db,
  { companyId, userId, timeZone }: { companyId: string; userId: string; timeZone: string },
  checkIn: number,
): Promise<number | undefined> {
  const date = dateIn(checkIn, timeZone);
  const range = { companyId, userIds: [userId], from: addDays(date, -1), to: addDays(date, 1) };
  const shifts = (await listShifts(db, range, 'published')).map((shift) => plannedInterval(shift, timeZone));
  return shifts.find(({ from, to }) => from - EARLY_MS <= checkIn && checkIn < to)?.to;
}

/** The lower median: always one of the values, so a time at which the person really left. */
function medianOf(values: number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}

/** When the person usually leaves, on the day of the check-in: the median of that weekday, else of all days. */
async function findUsualEnd(
  db: Db,
  { companyId, userId, timeZone }: { companyId: string; userId: string; timeZone: string },
  checkIn: string,
): Promise<Date | undefined> {
  const start = new Date(Date.parse(checkIn) - habitDays * 24 * 60 * minuteMs);
  const ends = await queries.listOwnEnds(db, companyId, userId, { start, end: new Date(checkIn) });
  const date = dateIn(checkIn, timeZone);
  // The last end of each day, in minutes after that day's midnight on the wall clock.
  const byDay = new Map<string, number>();
  for (const entry of ends) {
    const day = dateIn(entry.checkIn, timeZone);
    const [hours = 0, minutes = 0] = timeIn(entry.checkOut, timeZone).split(':').map(Number);
    const end = daysBetween(day, dateIn(entry.checkOut, timeZone)) * 24 * 60 + hours * 60 + minutes;
    byDay.set(day, Math.max(byDay.get(day) ?? 0, end));
  }
  const sameWeekday = [...byDay].filter(([day]) => daysBetween(day, date) % 7 === 0);
  const samples = sameWeekday.length >= habitSamples ? sameWeekday : [...byDay];
  const usual = medianOf(samples.map(([, minutes]) => minutes));
  return usual === undefined || samples.length < habitSamples
    ? undefined
    : atWallClock(date, usual, timeZone);
}

/**
 * Ends the viewer's open entry that needs attention, as an estimate that awaits approval. Repeating the same answer
 * changes nothing.
 */
export const answerMissingCheckOut: Handler<'answerMissingCheckOut'> = async (
  context,
  { body: previousEnd },
) => {
  const { db, viewer } = context;
  const entry = await findEntry(db, viewer.companyId, previousEnd.timeEntryId);
  if (entry?.userId !== viewer.userId) throw new AppError('not_found');
  // A check-out with `previousEnd` does nothing else; the scan's id makes a retry harmless.
  const { timeEntry } = await recordScanOf(
    context,
    { code: null, source: 'button' },
    { previousEnd, clientScanId: entry.id },
  );
  if (Date.parse(timeEntry.checkOut ?? '') !== Date.parse(previousEnd.leftAt)) {
    throw new AppError('check_out_not_missing');
  }
  return timeEntry;
};

/** Mails each person whose entry needs attention, once per entry, even if the job has not run for a long time. */
export async function sendMissingCheckOutMails(services: Services): Promise<void> {
  const { db, clock, config } = services;
  const now = clock.now();
  for (const forgotten of await queries.listToRemind(db, now)) {
    await db.transaction().execute(async (transaction) => {
      if (!(await markReminded(transaction, forgotten, now))) return;
      const mail = missingCheckOutMail(config, forgotten);
      await sendMail(services, transaction, forgotten.companyId, mail);
    });
  }
}
