import type { TimeEntry } from '#contract/time-tracking.ts';
import { dateIn, type Instant } from '#domain/dates.ts';
import { useCompanyTime } from '#web/time/company-time.ts';

export type ShownEntry = Pick<
  TimeEntry,
  'id' | 'userId' | 'locationId' | 'checkIn' | 'checkOut' | 'needsAttention' | 'location' | 'user'
> &
  // Absent where the entry was read without them.
  Partial<Pick<TimeEntry, 'breaks' | 'isAdditional'>>;

/** "5 Mar 2026 07:00–15:30"; the end's date if it differs, a dash while the entry is open. */
export function useEntryPeriod() {
  const { timeZone, formatDateTime, formatTime } = useCompanyTime();
  return (checkIn: Instant, checkOut: Instant | null) => {
    if (checkOut === null) return `${formatDateTime(checkIn)}–...`;
    const isSameDay = dateIn(checkIn, timeZone) === dateIn(checkOut, timeZone);
    return `${formatDateTime(checkIn)}–${isSameDay ? formatTime(checkOut) : formatDateTime(checkOut)}`;
  };
}

export function EntryLine({ entry: { location, checkIn, checkOut } }: { entry: ShownEntry }) {
  const period = useEntryPeriod();
  return (
    <p className="rounded-md border border-hairline bg-sunken px-4 py-3">
      <span className="block font-semibold">{location.name}</span>
      <span className="figures">{period(checkIn, checkOut)}</span>
    </p>
  );
}
