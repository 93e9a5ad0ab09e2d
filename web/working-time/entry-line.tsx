import type { TimeEntry } from '#contract/time-tracking.ts';
import { dateIn, type Instant } from '#domain/dates.ts';
import { useCompanyTime } from '#web/time/company-time.ts';

/** As much of an entry as its dialogs need. */
export type ShownEntry = Pick<
  TimeEntry,
  'id' | 'userId' | 'locationId' | 'checkIn' | 'checkOut' | 'needsAttention' | 'location' | 'user'
>;

/** "5 Mar 2026 07:00–15:30"; the day of the end where it is another one, a dash while it is open. */
export function useEntryPeriod() {
  const { timeZone, formatDateTime, formatTime } = useCompanyTime();
  return (checkIn: Instant, checkOut: Instant | null) => {
    if (checkOut === null) return `${formatDateTime(checkIn)}–...`;
    const isSameDay = dateIn(checkIn, timeZone) === dateIn(checkOut, timeZone);
    return `${formatDateTime(checkIn)}–${isSameDay ? formatTime(checkOut) : formatDateTime(checkOut)}`;
  };
}

/** Which entry a question is about: location and time. */
export function EntryLine({ entry: { location, checkIn, checkOut } }: { entry: ShownEntry }) {
  const period = useEntryPeriod();
  return (
    <p className="rounded-md border border-hairline bg-sunken px-4 py-3">
      <span className="block font-semibold">{location.name}</span>
      <span className="figures">{period(checkIn, checkOut)}</span>
    </p>
  );
}
