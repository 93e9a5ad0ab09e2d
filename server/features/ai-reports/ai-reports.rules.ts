/* The facts of one day, in company time, at one location. Pure functions: no queries. */
import { createHash } from 'node:crypto';
import type { TimeEntry, WorkReport } from '#contract/time-tracking.ts';
import { apportion, roundedSteps, TENTH_MS } from '#domain/apportion.ts';
import { dayRange, overlapMs } from '#domain/calendar.ts';
import { dateIn, type Instant, timeIn } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { fullName, nameOrder } from '#domain/names.ts';
import { type Counting, countedEnd } from '#domain/shifts.ts';

import { withRepetition } from '#server/platform/time-text.ts';

type Location = { id: string; name: string; description: string | null };

/** The part of a time entry inside the day; times are HH:mm in company time. */
export type Stint = {
  from: string;
  /**
   * `24:00` if it continued after the day; null while the person is at work and the day is not over, and if the
   * check-out was forgotten.
   */
  to: string | null;
  beganEarlier: boolean;
  wentOn: boolean;
};

type PersonDay = {
  userId: string;
  name: string;
  /** Inside the day, split at local midnight, counted up to now; one decimal, adding up to `totalHours`. */
  hours: number;
  stints: Stint[];
  reports: Pick<WorkReport, 'units' | 'quantity' | 'description' | 'generalNotes'>[];
};

export type OpenPoint = { userId: string; name: string; stint: Stint };

export type DayFacts = {
  location: Location;
  date: string;
  /** HH:mm up to which running time is counted; null when no entry of the day is open or the day is over. */
  countedUpTo: string | null;
  /** By name, not a ranking. */
  people: PersonDay[];
  totalHours: number;
  /** Sums of what was reported, by unit. */
  quantities: { units: string; quantity: number }[];
  /** Finished entries without a work report. */
  missingReports: OpenPoint[];
  /** Entries that are open now, even on a day long past. */
  stillCheckedIn: OpenPoint[];
};

type Day = Counting & { location: Location; date: string; timeZone: string; language: Language };

/**
 * The facts of a day from the entries that overlap it. A work report counts on the day of its entry's check-in, so that
 * no quantity counts twice (decisions.md §1).
 */
export function collectFacts(entries: TimeEntry[], day: Day): DayFacts {
  const { location, date, timeZone, now, language } = day;
  const range = dayRange(date, timeZone);
  const isOver = now >= range.end;
  const timeOf = (instant: Instant) => withRepetition(timeIn(instant, timeZone), instant, language, timeZone);
  const compare = nameOrder(language);
  const rows = entries
    .map((entry) => ({
      entry,
      name: fullName(entry.user),
      ms: overlapMs({ ...entry, checkOut: countedEnd(entry, day) }, range, now),
      reports: dateIn(entry.checkIn, timeZone) === date ? entry.workReports : null,
      stint: stintOf(entry),
    }))
    .toSorted(
      (a, b) =>
        compare(a.name, b.name) ||
        a.entry.userId.localeCompare(b.entry.userId) ||
        a.entry.checkIn.localeCompare(b.entry.checkIn),
    );
  const sum = (some: typeof rows) => some.reduce((total, { ms }) => total + ms, 0);
  const isOpen = ({ entry }: (typeof rows)[number]) => entry.checkOut === null;
  const openPoint = ({ entry: { userId }, name, stint }: (typeof rows)[number]) => ({ userId, name, stint });

  const byPerson = [...Map.groupBy(rows, ({ entry }) => entry.userId)];
  const tenths = apportion(
    byPerson.map(([, own]) => sum(own)),
    TENTH_MS,
  );

  return {
    location,
    date,
    countedUpTo: !isOver && rows.some(isOpen) ? timeOf(now) : null,
    people: byPerson.map(([userId, own], index) => ({
      userId,
      name: own[0]?.name ?? '',
      hours: (tenths[index] ?? 0) / 10,
      stints: own.map(({ stint }) => stint),
      reports: own.flatMap(({ reports }) => reports ?? []),
    })),
    totalHours: roundedSteps(sum(rows), TENTH_MS) / 10,
    quantities: sumQuantities(rows.flatMap(({ reports }) => reports ?? [])),
    missingReports: rows.filter((row) => !isOpen(row) && row.reports?.length === 0).map(openPoint),
    stillCheckedIn: rows.filter(isOpen).map(openPoint),
  };

  function stintOf({ checkIn, checkOut, needsAttention }: TimeEntry): Stint {
    const beganEarlier = new Date(checkIn) < range.start;
    const wentOn = checkOut === null ? isOver && !needsAttention : new Date(checkOut) > range.end;
    const end = wentOn ? '24:00' : checkOut && timeOf(checkOut);
    return {
      from: beganEarlier ? '00:00' : timeOf(checkIn),
      to: end === '00:00' && checkOut && new Date(checkOut) >= range.end ? '24:00' : end,
      beganEarlier,
      wentOn,
    };
  }
}

/** Sums by unit, in the order in which the units first occur; quantities have at most two decimals. */
export function sumQuantities(reports: { units: string; quantity: number }[]) {
  return [...Map.groupBy(reports, ({ units }) => units)].map(([units, same]) => ({
    units,
    quantity: same.reduce((cents, { quantity }) => cents + Math.round(quantity * 100), 0) / 100,
  }));
}

/**
 * SHA-256 of all stored data that a report of the day is made from, and of what makes it. Running hours are excluded: a
 * report states the time up to which it counts them.
 */
export function fingerprintOf(
  entries: TimeEntry[],
  { location, date, timeZone, now }: Day,
  madeBy: string[],
): Buffer {
  const stored = entries.map(({ id, checkIn, checkOut, needsAttention, user, workReports }) => [
    id,
    checkIn,
    checkOut,
    needsAttention,
    fullName(user),
    workReports.map((report) => [
      report.id,
      report.units,
      report.quantity,
      report.description,
      report.generalNotes,
      report.correctedAt,
    ]),
  ]);
  const isOver = now >= dayRange(date, timeZone).end;
  const facts = [madeBy, location.name, location.description, date, timeZone, isOver, stored];
  return createHash('sha256').update(JSON.stringify(facts)).digest();
}
