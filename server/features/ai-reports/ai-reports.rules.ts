/* The facts of one day, in company time, at one location. Pure functions: no queries. */
import { createHash } from 'node:crypto';
import type { TimeEntry, WorkReport } from '#contract/time-tracking.ts';
import { MINUTE_MS, roundedSteps } from '#domain/apportion.ts';
import { dayRange } from '#domain/calendar.ts';
import { dateIn, type Instant, timeIn } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { fullName, nameOrder } from '#domain/names.ts';
import type { Counting } from '#domain/shifts.ts';

import { withRepetition } from '#server/platform/texts/time-text.ts';

type Location = { id: string; name: string; description: string | null };

/** What of a time entry stands on the day; in milliseconds, from check-in to check-out, and what of it is working time. */
export type Part = { timeEntryId: string; start: string; end: string; ms: number };

/** The part of a time entry that stands on the day; times are HH:mm in company time. */
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
  /** Working time of the day, counted up to now, rounded; adds up to `totalMinutes`. */
  minutes: number;
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
  totalMinutes: number;
  /** Sums of what was reported, by unit. */
  quantities: { units: string; quantity: number }[];
  /** Finished entries without a work report. */
  missingReports: OpenPoint[];
  /** Entries that are open now, even on a day long past. */
  stillCheckedIn: OpenPoint[];
};

type Day = Counting & { location: Location; date: string; timeZone: string; language: Language };

/**
 * The facts of a day from the entries with a part that stands on it, and those that began on it and have no end. A work
 * report counts on the day of its entry's check-in, so that no quantity counts twice (decisions.md §1).
 */
export function collectFacts(entries: TimeEntry[], parts: readonly Part[], day: Day): DayFacts {
  const { location, date, timeZone, now, language } = day;
  const range = dayRange(date, timeZone);
  const isOver = now >= range.end;
  const timeOf = (instant: Instant) => withRepetition(timeIn(instant, timeZone), instant, language, timeZone);
  const compare = nameOrder(language);
  const partOf = new Map(parts.map((part) => [part.timeEntryId, part]));
  const rows = entries
    .map((entry) => ({
      entry,
      name: fullName(entry.user),
      ms: partOf.get(entry.id)?.ms ?? 0,
      reports: dateIn(entry.checkIn, timeZone) === date ? entry.workReports : null,
      stint: stintOf(entry, partOf.get(entry.id)),
    }))
    .toSorted(
      (a, b) =>
        compare(a.name, b.name) ||
        a.entry.userId.localeCompare(b.entry.userId) ||
        a.entry.checkIn.localeCompare(b.entry.checkIn),
    );
  const minutesOf = (some: typeof rows) =>
    roundedSteps(
      some.reduce((total, { ms }) => total + ms, 0),
      MINUTE_MS,
    );
  const isOpen = ({ entry }: (typeof rows)[number]) => entry.checkOut === null;
  const openPoint = ({ entry: { userId }, name, stint }: (typeof rows)[number]) => ({ userId, name, stint });

  const people = [...Map.groupBy(rows, ({ entry }) => entry.userId)].map(([userId, own]) => ({
    userId,
    name: own[0]?.name ?? '',
    minutes: minutesOf(own),
    stints: own.map(({ stint }) => stint),
    reports: own.flatMap(({ reports }) => reports ?? []),
  }));

  return {
    location,
    date,
    countedUpTo: !isOver && rows.some(isOpen) ? timeOf(now) : null,
    people,
    totalMinutes: people.reduce((total, { minutes }) => total + minutes, 0),
    quantities: sumQuantities(rows.flatMap(({ reports }) => reports ?? [])),
    missingReports: rows.filter((row) => !isOpen(row) && row.reports?.length === 0).map(openPoint),
    stillCheckedIn: rows.filter(isOpen).map(openPoint),
  };

  function stintOf({ checkIn, checkOut, needsAttention }: TimeEntry, part: Part | undefined): Stint {
    const [start, end] = [part?.start ?? checkIn, part?.end ?? checkOut];
    const beganEarlier = new Date(checkIn) < new Date(start);
    const wentOn =
      checkOut === null ? isOver && !needsAttention : end !== null && new Date(checkOut) > new Date(end);
    const isMidnight = end !== null && new Date(end).getTime() === range.end.getTime();
    const hasEnd = wentOn || checkOut !== null;
    return {
      from: beganEarlier ? '00:00' : timeOf(start),
      to: hasEnd && end !== null ? (isMidnight ? '24:00' : timeOf(end)) : null,
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
  parts: readonly Part[],
  { location, date, timeZone, now }: Day,
  madeBy: string[],
): Buffer {
  const msOf = new Map(parts.map(({ timeEntryId, ms }) => [timeEntryId, ms]));
  const stored = entries.map(({ id, checkIn, checkOut, needsAttention, user, breaks, workReports }) => [
    id,
    checkIn,
    checkOut,
    needsAttention,
    fullName(user),
    // Rules of breaks may have changed since.
    checkOut && msOf.get(id),
    breaks,
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
