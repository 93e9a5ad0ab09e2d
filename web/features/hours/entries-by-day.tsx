import { History, PencilLine } from 'lucide-react';
import type { HoursExplanation } from '#contract/time-entries.ts';
import { durationText, MINUTE_MS, minutesText } from '#domain/apportion.ts';
import { dateIn } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import { EntryBadges } from '#web/entries/entry-badges.tsx';
import { useRequestDialog } from '#web/entries/use-request-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody } from '#web/ui/card.tsx';
import { partsColumn } from '#web/working-time/explained-column.ts';

type Entry = HoursExplanation['entries'][number];
type Part = HoursExplanation['days'][number]['parts'][number];

const loadHistory = withTexts(
  ['time-entries'],
  async () => (await import('#web/entries/history-dialog.tsx')).HistoryDialog,
);

type EntriesByDayProps = {
  explanation: HoursExplanation;
  /** An approved month can no longer be corrected. */
  isLocked: boolean;
  /** Only those of this date. */
  date?: string;
};

/** The parts inside each day, newest first, and entries without counted hours on the day they began. */
export function EntriesByDay({ explanation, isLocked, date: only }: EntriesByDayProps) {
  const { t } = useTranslation('own-time');
  const { formatLongDate } = useCompanyTime();
  const { days, entries, timeZone } = explanation;
  const history = useLazyDialog(loadHistory);
  const request = useRequestDialog();
  const minutes = partsColumn(explanation, MINUTE_MS);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const lines: { date: string; entry: Entry; part?: Part }[] = [
    ...days.flatMap(({ date, parts }) =>
      parts.flatMap((part) => {
        const entry = byId.get(part.timeEntryId);
        return entry ? [{ date, entry, part }] : [];
      }),
    ),
    ...entries
      .filter(({ notCounted }) => notCounted)
      .map((entry) => ({ date: dateIn(entry.checkIn, timeZone), entry })),
  ];
  const byDate = [...Map.groupBy(lines, ({ date }) => date)]
    .filter(([date]) => !only || date === only)
    .toSorted(([a], [b]) => b.localeCompare(a));
  if (byDate.length === 0) {
    return <p className="text-ink-muted">{t(only ? 'month.noEntriesOfDay' : 'month.noEntries')}</p>;
  }
  return (
    <>
      {byDate.map(([date, onDay]) => (
        <section key={date} className="flex flex-col gap-3">
          <h2 className="figures font-semibold text-lg first-letter:uppercase">{formatLongDate(date)}</h2>
          {onDay.map(({ entry, part }) => (
            <EntryCard
              key={entry.id}
              entry={entry}
              part={part}
              timeZone={timeZone}
              minutes={part && minutes.stepsOf(part)}
              isLocked={isLocked}
              onHistory={() => history.open({ entryId: entry.id, name: entry.location.name })}
              onRequest={() => request.open({ entry })}
            />
          ))}
        </section>
      ))}
      {history.dialog}
      {request.dialog}
    </>
  );
}

type EntryCardProps = {
  entry: Entry;
  /** Empty if none of it counts. */
  part: Part | undefined;
  timeZone: string;
  /** Those of the part, rounded so that all parts of the month add up. */
  minutes: number | undefined;
  isLocked: boolean;
  onHistory: () => void;
  onRequest: () => void;
};

function EntryCard({ entry, part, timeZone, minutes, isLocked, onHistory, onRequest }: EntryCardProps) {
  const { t } = useTranslation(['own-time', 'working-time', 'common']);
  const { formatTime, formatDateTime } = useCompanyTime(timeZone);
  const { checkIn, checkOut, location, notCounted } = entry;
  const isOpen = checkOut === null;
  const end = part ? part.end : checkOut;
  return (
    <Card tone={notCounted ? 'attention' : 'plain'}>
      <CardBody className="flex flex-col gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="hyphens-auto font-semibold leading-snug">{location.name}</p>
          <p className="figures font-bold text-xl leading-none">
            {minutes === undefined ? '–' : t('common:hours', { hours: minutesText(minutes) })}
          </p>
        </div>
        <p className="figures text-ink-muted">
          {formatTime(part?.start ?? checkIn)} –{' '}
          {isOpen && !part?.wentOn ? (notCounted ? '?' : t('now')) : end && formatTime(end)}
          {part && part.breakMs > 0 && (
            <span className="block text-sm">
              {t('working-time:explanation.breaks', { breaks: durationText(part.breakMs) })}
            </span>
          )}
          {(part?.beganEarlier || part?.wentOn) && (
            <span className="block text-sm">
              {t('month.wholeEntry', {
                start: formatDateTime(checkIn),
                end: checkOut ? formatDateTime(checkOut) : t('now'),
              })}
            </span>
          )}
        </p>
        {entry.scans.map(
          ({ action, madeBy, receivedAt }) =>
            madeBy && (
              <p key={action + receivedAt} className="wrap-anywhere text-sm">
                {t(`working-time:madeBy.${action}`, { name: fullName(madeBy) })}
              </p>
            ),
        )}
        {notCounted && <p>{t(`working-time:explanation.why.${notCounted}`)}</p>}
        <div className="flex flex-wrap items-center gap-2">
          <EntryBadges entry={entry} withCompleted />
        </div>
        <div className="-mx-3 -mb-2 flex flex-wrap">
          <Button
            variant="ghost"
            className="px-3!"
            icon={<History className="size-5" aria-hidden="true" />}
            onClick={onHistory}
          >
            {t('history')}
          </Button>
          {!isLocked && (
            <Button
              variant="ghost"
              className="px-3!"
              icon={<PencilLine className="size-5" aria-hidden="true" />}
              onClick={onRequest}
            >
              {t('request.open')}
            </Button>
          )}
        </div>
      </CardBody>
    </Card>
  );
}
