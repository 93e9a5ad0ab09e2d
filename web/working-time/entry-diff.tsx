import { clsx } from 'clsx';
import { dateIn } from '#domain/dates.ts';
import { splitDuration } from '#domain/hours.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';

/** Location and times of an entry; instants as ISO 8601. */
export type Times = { location: { name: string }; checkIn: string; checkOut: string | null };

type EntryDiffProps = {
  /** The label of the table for screen readers. */
  caption: string;
  /** The entry before and after the change; null if it does not exist. */
  before: Times | null;
  after: Times | null;
  headers: { before: string; after: string };
};

const NOTHING = '–';

/** An entry before and after a change, side by side; differences are struck out on one side and bold on the other. */
export function EntryDiff({ caption, before, after, headers }: EntryDiffProps) {
  const { t } = useTranslation('time-entries');
  const { t: tCommon } = useTranslation();
  const { timeZone, formatDate, formatDateTime, formatTime } = useCompanyTime();
  const textsOf = (times: Times | null) => {
    if (!times)
      return { day: NOTHING, location: NOTHING, checkIn: NOTHING, checkOut: NOTHING, hours: NOTHING };
    const { location, checkIn, checkOut } = times;
    const isSameDay = checkOut === null || dateIn(checkIn, timeZone) === dateIn(checkOut, timeZone);
    return {
      day: formatDate(checkIn),
      location: location.name,
      checkIn: formatTime(checkIn),
      checkOut: checkOut === null ? NOTHING : (isSameDay ? formatTime : formatDateTime)(checkOut),
      hours:
        checkOut === null
          ? NOTHING
          : tCommon('duration', splitDuration(Date.parse(checkOut) - Date.parse(checkIn))),
    };
  };
  const [old, wanted] = [textsOf(before), textsOf(after)];
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
        {(['location', 'day', 'checkIn', 'checkOut', 'hours'] as const).map((row) => {
          const isChanged = old[row] !== wanted[row];
          return (
            <tr key={row} className="border-hairline border-t align-baseline">
              <th scope="row" className="hyphens-auto py-1.5 pr-2 font-normal text-ink-muted text-sm">
                {t(`diff.${row}`)}
              </th>
              <td className="figures wrap-anywhere px-2 py-1.5">
                {isChanged && before ? <del className="text-ink-muted">{old[row]}</del> : old[row]}
              </td>
              <td
                className={clsx(
                  'figures wrap-anywhere px-2 py-1.5',
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
