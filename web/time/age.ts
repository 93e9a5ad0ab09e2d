import { dateIn, daysBetween, type Instant } from '#domain/dates.ts';
import { type Language, LOCALES } from '#domain/languages.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * How long ago an instant was: "now" below a minute, "5 minutes ago" below an hour, "3 hours ago" on the same day, and from
 * then on calendar days of the time zone: "yesterday", "2 days ago".
 */
export function ageText(at: Instant, now: Instant, timeZone: string, language: Language): string {
  const format = new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' });
  const ageMs = new Date(now).getTime() - new Date(at).getTime();
  if (ageMs < MINUTE_MS) return format.format(0, 'second');
  if (ageMs < HOUR_MS) return format.format(-Math.floor(ageMs / MINUTE_MS), 'minute');
  const days = daysBetween(dateIn(at, timeZone), dateIn(now, timeZone));
  if (days > 0) return format.format(-days, 'day');
  return format.format(-Math.floor(ageMs / HOUR_MS), 'hour');
}
