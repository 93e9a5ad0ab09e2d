import type { Insertable } from 'kysely';
import { addDays, addMonths, dateIn, datesBetween, monthOf, weekdayOf } from '#domain/dates.ts';
import { publicHolidays } from '#domain/holidays.ts';
import { shiftFacts } from '#domain/schedule-changes.ts';
import { minuteOf } from '#server/features/shifts/shifts.queries.ts';
import type { PlannedShift, ScheduleAnnouncement, ScheduleDay, ShiftKind } from '#server/generated/types.ts';
import { type Cast, type LocationKey, type Person, SHIFTS, type Shift } from './cast.ts';
import type { DemoCompany } from './demo-company.ts';
import { seededRandom } from './random.ts';

const msPerDay = 86_400_000;
const breakMinutes = 30;
/** How long before the month its schedule was announced: the notice of Latvia and a little more. */
const noticeDays = 33;

export type DemoSchedule = {
  shiftKinds: Insertable<ShiftKind>[];
  scheduleDays: Insertable<ScheduleDay>[];
  plannedShifts: Insertable<PlannedShift>[];
  announcements: (Insertable<ScheduleAnnouncement> & Announced)[];
};
type Kept = ReturnType<typeof shiftFacts>;
type Announced = {
  id: string;
  userId: string;
  announcedAt: string;
  announcedBy: string;
  seenAt: string | null;
  reason: string | null;
  startDate: string;
  endDate: string;
  /** As the ledger keeps it. */
  changes: { date: string; before: Kept[]; after: Kept[] }[];
};

/** A shift as an announcement keeps it. */
type Planned = {
  starts: string;
  ends: string;
  breakMinutes: number;
  locationId: string | null;
  kindId: string | null;
  note: null;
};

/**
 * The schedule of this month and the next: announced in time and seen by most, one day of the worker's changed late, and one
 * change of a draft that is not published.
 */
export function makeDemoSchedule(
  cast: Cast,
  {
    users,
    locationIds,
    absences,
  }: Pick<DemoCompany, 'users' | 'absences'> & { locationIds: ReadonlyMap<LocationKey, string> },
  shiftOn: (person: Person, date: string) => Shift,
  now: Date,
): DemoSchedule {
  const { companyId } = users[0] ?? { companyId: cast.companyId };
  const random = seededRandom(cast.seed + 1);
  const today = dateIn(now, cast.timeZone);
  const months = [today.slice(0, 7), addMonths(today.slice(0, 7), 1)];
  const kinds = new Map(
    (['early', 'day', 'late', 'night'] as const).map((shift) => {
      const { starts, ends } = timesOf(shift);
      const id = random.uuid(now);
      return [
        shift as Shift,
        { companyId, id, ...cast.shiftKinds[shift], starts, ends, breakMinutes, isActive: true },
      ];
    }),
  );
  const isFree = (date: string) =>
    weekdayOf(date) > 5 ||
    publicHolidays(cast.country, Number(date.slice(0, 4))).some((holiday) => holiday.date === date);
  const schedule: DemoSchedule = {
    shiftKinds: [...kinds.values()].map(({ starts, ends, ...kind }) => ({
      ...kind,
      starts: minuteOf(starts),
      ends: minuteOf(ends),
    })),
    scheduleDays: [],
    plannedShifts: [],
    announcements: [],
  };
  const planned = (shift: Shift, person: Person): Planned => {
    const { starts, ends } = timesOf(shift);
    const whole = { starts, ends, breakMinutes, kindId: kinds.get(shift)?.id ?? null };
    const half = { starts, ends: '12:00', breakMinutes: 0, kindId: null };
    return {
      ...(person.isPartTime ? half : whole),
      locationId: locationIds.get(person.location) ?? null,
      note: null,
    };
  };
  const owner = String(users[0]?.id);
  const changeOn = datesBetween({ start: addDays(today, 3), end: addDays(today, 9) }).find(
    (date) => !isFree(date),
  );
  const [, worker, , , drafted] = cast.people;

  for (const [index, person] of cast.people.entries()) {
    const { id } = users[index] ?? {};
    if (!id || person.location === 'office' || person.leftDaysAgo !== undefined) continue;
    const userId = String(id);
    const hired = dateIn(new Date(now.getTime() - (person.hiredDaysAgo ?? 365) * msPerDay), cast.timeZone);
    const isAway = (date: string) =>
      absences.some((each) => each.userId === userId && each.startDate <= date && date <= each.endDate);
    for (const month of months) {
      const { start, end } = monthOf(`${month}-01`);
      const announcedAt = new Date(Date.parse(`${start}T08:12Z`) - noticeDays * msPerDay).toISOString();
      const days = datesBetween({ start: start < hired ? hired : start, end }).map((date) => ({
        date,
        shifts: isFree(date) || isAway(date) ? [] : [planned(shiftOn(person, date), person)],
      }));
      const lastDay = days.findLast(({ shifts }) => shifts.length > 0);
      const isLate = ({ date }: { date: string }) => person === worker && date === changeOn;
      const isSeen = person === worker || random.chance(0.85);
      announce(
        days,
        announcedAt,
        null,
        isSeen ? new Date(Date.parse(announcedAt) + msPerDay).toISOString() : null,
      );
      for (const day of days) {
        const isCovered = day.shifts.length > 0 || !isAway(day.date);
        schedule.scheduleDays.push({ companyId, userId, date: day.date, version: 1, isCovered });
        const published = isLate(day) ? [planned('early', person)] : day.shifts;
        // Somebody gets the last day of the next month off, once it is published.
        const isDrafted = person === drafted && month === months[1] && day === lastDay;
        add(day.date, false, published);
        add(day.date, true, isDrafted ? [] : published);
        if (isLate(day)) announceChange(day, published);
      }

      function announceChange(day: { date: string; shifts: Planned[] }, after: Planned[]): void {
        const at = new Date(now.getTime() - msPerDay * 0.8).toISOString();
        schedule.announcements.push(
          announcementOf([{ date: day.date, before: day.shifts, after }], at, cast.scheduleChange, null),
        );
      }
      function announce(
        all: { date: string; shifts: Planned[] }[],
        at: string,
        reason: null,
        seenAt: string | null,
      ) {
        const changes = all
          .filter(({ shifts }) => shifts.length > 0)
          .map(({ date, shifts }) => ({ date, before: [], after: shifts }));
        schedule.announcements.push(announcementOf(changes, at, reason, seenAt));
      }
      function announcementOf(
        changes: { date: string; before: Planned[]; after: Planned[] }[],
        at: string,
        reason: string | null,
        seenAt: string | null,
      ) {
        return {
          companyId,
          id: random.uuid(new Date(at)),
          userId,
          startDate: start,
          endDate: end,
          announcedAt: at,
          announcedBy: owner,
          reason,
          channels: ['app', 'mail'],
          seenAt,
          days: JSON.stringify(changes),
          changes: changes.map(({ date, before, after }) => ({
            date,
            before: before.map(shiftFacts),
            after: after.map(shiftFacts),
          })),
        };
      }
      function add(date: string, isDraft: boolean, shifts: Planned[]): void {
        for (const { starts, ends, ...shift } of shifts) {
          const times = { starts: minuteOf(starts), ends: minuteOf(ends) };
          schedule.plannedShifts.push({ companyId, userId, date, isDraft, ...times, ...shift });
        }
      }
    }
  }
  return schedule;
}

function timesOf(shift: Shift): { starts: string; ends: string } {
  const { start, minutes } = SHIFTS[shift];
  const end = (minuteOf(start) + minutes) % 1440;
  const text = (figure: number) => String(figure).padStart(2, '0');
  return { starts: start, ends: `${text(Math.floor(end / 60))}:${text(end % 60)}` };
}
