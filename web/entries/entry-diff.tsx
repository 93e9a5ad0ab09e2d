import { clsx } from 'clsx';
import type { WorkBreak } from '#contract/time-tracking.ts';
import { durationText } from '#domain/apportion.ts';
import type { BreakChanges as Changes } from '#domain/corrections.ts';
import { dateIn } from '#domain/dates.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';

/** Location and times of an entry, and its breaks where they matter; instants as ISO 8601. */
export type Times = {
  location: { name: string };
  checkIn: string;
  checkOut: string | null;
  breaks?: readonly WorkBreak[];
};

type EntryDiffProps = {
  /** The label of the table for screen readers. */
  caption: string;
  /** The entry before and after the change; null if it does not exist. */
  before: Times | null;
  after: Times | null;
  headers: { before: string; after: string };
};

const NOTHING = '–';

/** Returns "12:00–12:30 · unpaid"; an ellipsis stands for the end of a break that lasts. */
export function useBreakText() {
  const { t } = useTranslation('time-entries');
  const { formatTime } = useCompanyTime();
  return ({ startedAt, endedAt, isPaid }: WorkBreak) =>
    `${formatTime(startedAt)}–${endedAt ? formatTime(endedAt) : '…'} · ${t(isPaid ? 'breaks.isPaid' : 'breaks.isUnpaid')}`;
}

export function BreakChanges({ changes }: { changes: Changes | null | undefined }) {
  const { t } = useTranslation('time-entries');
  const { formatTime } = useCompanyTime();
  const breakText = useBreakText();
  if (!changes) return null;
  return (
    <ul className="figures text-sm">
      {changes.added.map((each) => (
        <li key={each.startedAt}>
          {t('breaks.one')}: {breakText(each)}
        </li>
      ))}
      {changes.removed.map((start) => (
        <li key={start}>
          {t('breaks.one')}: {formatTime(start)} · {t('breaks.isRemoved')}
        </li>
      ))}
    </ul>
  );
}

/** An entry before and after a change, side by side; differences are struck out on one side and bold on the other. */
export function EntryDiff({ caption, before, after, headers }: EntryDiffProps) {
  const { t } = useTranslation('time-entries');
  const { t: tCommon } = useTranslation();
  const { timeZone, formatDate, formatDateTime, formatTime } = useCompanyTime();
  const breakText = useBreakText();
  const textsOf = (times: Times | null) => {
    if (!times)
      return {
        day: NOTHING,
        location: NOTHING,
        checkIn: NOTHING,
        checkOut: NOTHING,
        hours: NOTHING,
        breaks: NOTHING,
      };
    const { location, checkIn, checkOut, breaks = [] } = times;
    const isSameDay = checkOut === null || dateIn(checkIn, timeZone) === dateIn(checkOut, timeZone);
    return {
      day: formatDate(checkIn),
      location: location.name,
      checkIn: formatTime(checkIn),
      checkOut: checkOut === null ? NOTHING : (isSameDay ? formatTime : formatDateTime)(checkOut),
      hours:
        checkOut === null
          ? NOTHING
          : tCommon('hours', { hours: durationText(Date.parse(checkOut) - Date.parse(checkIn)) }),
      breaks: breaks.map(breakText).join('\n') || NOTHING,
    };
  };
  const [old, wanted] = [textsOf(before), textsOf(after)];
  const hasBreaks = [before, after].some((times) => times?.breaks && times.breaks.length > 0);
  const rows = [
    'location',
    'day',
    'checkIn',
    'checkOut',
    'hours',
    ...(hasBreaks ? (['breaks'] as const) : []),
  ] as const;
  return (
    <table className="w-full table-fixed border-collapse text-left text-sm sm:text-base">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-ink-muted text-sm">
          <td className="w-1/4 sm:w-1/5" />
          <th scope="col" className="px-2 py-1 font-medium">
            {headers.before}
          </th>
          <th scope="col" className="px-2 py-1 font-medium">
            {headers.after}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const isChanged = old[row] !== wanted[row];
          return (
            <tr key={row} className="border-hairline border-t align-baseline">
              <th scope="row" className="hyphens-auto py-1.5 pr-2 font-normal text-ink-muted text-sm">
                {t(`diff.${row}`)}
              </th>
              <td className="figures wrap-anywhere whitespace-pre-line px-2 py-1.5">
                {isChanged && before ? <del className="text-ink-muted">{old[row]}</del> : old[row]}
              </td>
              <td
                className={clsx(
                  'figures wrap-anywhere whitespace-pre-line px-2 py-1.5',
                  isChanged && 'bg-attention-soft font-bold text-attention-text',
                )}
              >
                {isChanged && after ? <ins className="no-underline">{wanted[row]}</ins> : wanted[row]}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
