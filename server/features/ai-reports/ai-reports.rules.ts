/* What is known of one day, in company time, at one place. Pure: everything comes in, nothing is looked up. */
import { createHash } from 'node:crypto';
import type { TimeEntry, WorkReport } from '#contract/time-tracking.ts';
import { dayRange, overlapMs } from '#domain/calendar.ts';
import { dateIn, timeIn } from '#domain/dates.ts';
import { hoursFromMs, roundHalfUp } from '#domain/hours.ts';
import type { Language } from '#domain/languages.ts';
import { fullName } from '#domain/names.ts';
import { type Counting, countedEnd } from '#domain/shifts.ts';
import type { CheckedFacts } from '#server/platform/ai/check.ts';

type Place = { name: string; description: string | null };

/** The part of a time entry that lies inside the day; times are HH:mm in company time. */
export type Stint = {
  from: string;
  /**
   * `24:00` when it went on after the day; null while the person is at work and the day is not over, and where the
   * check-out was forgotten.
   */
  to: string | null;
  beganEarlier: boolean;
  wentOn: boolean;
};

type PersonDay = {
  name: string;
  /** Inside the day, split at local midnight, counted up to now; one decimal. */
  hours: number;
  stints: Stint[];
  reports: Pick<WorkReport, 'units' | 'quantity' | 'description' | 'generalNotes'>[];
};

export type DayFacts = {
  place: Place;
  date: string;
  /** HH:mm up to which running time is counted; null when no entry of the day is open or the day is over. */
  countedUpTo: string | null;
  /** By name; this is no ranking. */
  people: PersonDay[];
  totalHours: number;
  /** Sums of what was reported, by unit. */
  quantities: { units: string; quantity: number }[];
  /** Finished entries that nobody reported on. */
  missingReports: { name: string; stint: Stint }[];
  /** Entries that are open at this moment, also on a day long past. */
  stillCheckedIn: { name: string; stint: Stint }[];
};

type Day = Counting & { place: Place; date: string; timeZone: string; language: Language };

/**
 * The facts of a day from the entries that overlap it. A work report counts on the day of its entry's check-in, so that
 * no quantity counts twice (decisions.md §1).
 */
export function collectFacts(entries: TimeEntry[], day: Day): DayFacts {
  const { place, date, timeZone, now, language } = day;
  const range = dayRange(date, timeZone);
  const isOver = now >= range.end;
  const collator = new Intl.Collator(language);
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
        collator.compare(a.name, b.name) ||
        a.entry.userId.localeCompare(b.entry.userId) ||
        a.entry.checkIn.localeCompare(b.entry.checkIn),
    );
  const oneDecimal = (ms: number) => roundHalfUp(hoursFromMs(ms), 1);
  const sum = (some: typeof rows) => some.reduce((total, { ms }) => total + ms, 0);
  const isOpen = ({ entry }: (typeof rows)[number]) => entry.checkOut === null;

  return {
    place,
    date,
    countedUpTo: !isOver && rows.some(isOpen) ? timeIn(now, timeZone) : null,
    people: [...Map.groupBy(rows, ({ entry }) => entry.userId).values()].map((own) => ({
      name: own[0]?.name ?? '',
      hours: oneDecimal(sum(own)),
      stints: own.map(({ stint }) => stint),
      reports: own.flatMap(({ reports }) => reports ?? []),
    })),
    totalHours: oneDecimal(sum(rows)),
    quantities: sumQuantities(rows.flatMap(({ reports }) => reports ?? [])),
    missingReports: rows
      .filter((row) => !isOpen(row) && row.reports?.length === 0)
      .map(({ name, stint }) => ({ name, stint })),
    stillCheckedIn: rows.filter(isOpen).map(({ name, stint }) => ({ name, stint })),
  };

  function stintOf({ checkIn, checkOut, needsAttention }: TimeEntry): Stint {
    const beganEarlier = new Date(checkIn) < range.start;
    const wentOn = checkOut === null ? isOver && !needsAttention : new Date(checkOut) > range.end;
    const end = wentOn ? '24:00' : checkOut && timeIn(checkOut, timeZone);
    return {
      from: beganEarlier ? '00:00' : timeIn(checkIn, timeZone),
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
 * SHA-256 of everything stored that a report of the day is made from, and of what makes it. Running hours are not in it:
 * a report names the time up to which it counts them.
 */
export function fingerprintOf(
  entries: TimeEntry[],
  { place, date, timeZone, now }: Day,
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
  const facts = [madeBy, place.name, place.description, date, timeZone, isOver, stored];
  return createHash('sha256').update(JSON.stringify(facts)).digest();
}

/** What a text about the day may state. */
export function checkedFactsOf(facts: DayFacts, people: CheckedFacts['people']): CheckedFacts {
  const numbers = (...values: number[]) => values.map(String);
  const times = (stints: Stint[]) => stints.flatMap(({ from, to }) => (to === null ? [from] : [from, to]));
  const reports = facts.people.flatMap((person) => person.reports);
  return {
    subjects: [
      { name: facts.place.name, figures: [] },
      ...facts.people.map(({ name, hours, stints, reports: own }) => ({
        name,
        figures: [...numbers(hours, ...own.map(({ quantity }) => quantity)), ...times(stints)],
      })),
    ],
    figures: [
      ...numbers(
        facts.people.length,
        facts.totalHours,
        reports.length,
        facts.missingReports.length,
        facts.stillCheckedIn.length,
        ...facts.quantities.map(({ quantity }) => quantity),
      ),
      ...(facts.countedUpTo === null ? [] : [facts.countedUpTo]),
    ],
    dates: [facts.date],
    words: [facts.place.description ?? ''],
    quotable: reports
      .flatMap(({ description, generalNotes }) => [description, generalNotes ?? ''])
      .filter(Boolean),
    people,
  };
}
