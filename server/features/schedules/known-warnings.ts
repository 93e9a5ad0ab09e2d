import { hash } from 'node:crypto';
import { MINUTE_MS } from '#domain/apportion.ts';
import { addDays } from '#domain/dates.ts';
import {
  type PlannedPerson,
  type ScheduleSetup,
  type ScheduleWarning,
  scheduleWarnings,
} from '#domain/schedule-warnings.ts';
import { plannedInterval } from '#domain/schedules.ts';

/** People whose warnings are kept in memory: a page of 200 of them in three periods, for some companies. */
const MOST_KNOWN = 5000;
const known = new Map<string, { basis: string; warnings: ScheduleWarning[] }>();

/**
 * As `scheduleWarnings`, which takes milliseconds a person: after a change of one draft the others' are known. They are kept with
 * a hash of all they were computed from; the minute matters to open entries, and to shifts that have ended.
 * `rules` stands for the calendar in it.
 */
export function knownScheduleWarnings(
  person: PlannedPerson,
  setup: ScheduleSetup,
  { companyId, rules }: { companyId: string; rules: string },
): ScheduleWarning[] {
  const { userId, time, shifts, changed } = person;
  const { start, end, timeZone, calendar, inactiveLocations, noticeDays } = setup;
  const { counting, employment, ...recorded } = time;
  const now = counting.now.getTime();
  const today = calendar.dateOf(now);
  const yesterday = addDays(today, -1);
  const isOpen = time.entries.some(({ checkOut }) => checkOut === null);
  const ended = shifts.filter(
    (shift) => shift.date >= yesterday && shift.date <= today && plannedInterval(shift, timeZone).to <= now,
  );
  const basis = hash(
    'sha256',
    JSON.stringify([
      rules,
      timeZone,
      noticeDays,
      [...inactiveLocations],
      today,
      isOpen && Math.floor(now / MINUTE_MS),
      recorded,
      employment,
      [...(employment.schedule ?? [])],
      counting.longestShiftHours,
      shifts,
      changed,
      ended.length,
    ]),
  );
  const key = `${companyId} ${userId} ${start} ${end}`;
  const found = known.get(key);
  // The oldest are forgotten first.
  known.delete(key);
  const warnings = found?.basis === basis ? found.warnings : scheduleWarnings(person, setup);
  known.set(key, { basis, warnings });
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value ?? '');
  return warnings;
}
