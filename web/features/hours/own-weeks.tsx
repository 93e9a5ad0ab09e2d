import { useQuery } from '@tanstack/react-query';
import { History, PencilLine } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { HoursExplanation } from '#contract/time-entries.ts';
import { durationText, minutesText } from '#domain/apportion.ts';
import { dateIn, monthOf, partsOf, weekdayOf, weekOf } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import { useUser } from '#web/call/user.ts';
import { EntryBadges } from '#web/entries/entry-badges.tsx';
import { useRequestDialog } from '#web/entries/use-request-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { periodText } from '#web/time/date-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { monthColumn } from '#web/working-time/explained-column.ts';
import { Disclosure } from '#web/working-time/hours-explanation.tsx';
import { personHoursQuery } from '#web/working-time/person-hours.ts';

type Entry = HoursExplanation['entries'][number];
type Part = HoursExplanation['days'][number]['parts'][number];
/** A part of an entry on this date, an entry without counted hours on the date it began, or the absences of the date. */
type Line = { date: string } & ({ entry: Entry; part?: Part } | { absences: string[] });

const loadHistory = withTexts(
  ['time-entries'],
  async () => (await import('#web/entries/history-dialog.tsx')).HistoryDialog,
);

type OwnWeeksProps = {
  /** `yyyy-MM`. */
  month: string;
  explanation: HoursExplanation;
  /** An approved month can no longer be corrected. */
  isLocked: boolean;
  /** The date whose entries are unfolded at first. */
  askedDate?: string | undefined;
};

/** The viewer's entries and absences of a month, one line each, by week, newest first; weeks add up to the month. */
export function OwnWeeks({ month, explanation, isLocked, askedDate }: OwnWeeksProps) {
  const { t } = useTranslation(['own-time', 'common']);
  const { language } = useCompanyTime();
  const { data: hours } = useQuery(personHoursQuery(month, useUser().id));
  const history = useLazyDialog(loadHistory);
  const request = useRequestDialog();
  const column = monthColumn(explanation);
  const lines = linesOf(explanation, hours?.details?.days ?? []);
  const isAtOnePlace = new Set(explanation.entries.map(({ locationId }) => locationId)).size === 1;
  const shown = lines.find(({ date }) => date === askedDate);
  if (lines.length === 0) return <p className="text-ink-muted">{t('month.noEntries')}</p>;
  return (
    <>
      {askedDate && !shown && <Alert>{t('month.noEntriesOfDay')}</Alert>}
      {partsOf(monthOf(`${month}-01`), weekOf)
        .toReversed()
        .map((week) => {
          const isInside = ({ date }: { date: string }) => date >= week.start && date <= week.end;
          const ofWeek = lines.filter(isInside);
          if (ofWeek.length === 0) return null;
          const total = minutesText(column.minutesOfDates(isInside));
          const plan = hours?.details?.weeks.find(({ startDate }) => startDate === week.start)?.plan ?? 0;
          return (
            <section key={week.start} className="flex flex-col gap-2">
              <div className="figures flex flex-wrap items-baseline justify-between gap-x-4">
                <h2 className="font-semibold text-lg">{periodText(week, language)}</h2>
                <p className="text-ink-muted">
                  {plan > 0
                    ? t('weeks.ofPlan', { total, plan: durationText(plan) })
                    : t('common:hours', { hours: total })}
                </p>
              </div>
              <Card>
                <ul className="divide-y divide-hairline px-3 sm:px-5">
                  {ofWeek.map((line) => {
                    if (!('entry' in line)) return <AbsenceLine key={line.date} {...line} />;
                    const { entry, part, date } = line;
                    return (
                      <EntryLine
                        key={date + entry.id}
                        date={date}
                        entry={entry}
                        part={part}
                        isLocked={isLocked}
                        isPlaceNamed={!isAtOnePlace}
                        isShown={line === shown}
                        startsOpen={date === askedDate}
                        timeZone={explanation.timeZone}
                        minutes={part && column.minutesOf(part)}
                        onHistory={() => history.open({ entryId: entry.id, name: entry.location.name })}
                        onRequest={() => request.open({ entry })}
                      />
                    );
                  })}
                </ul>
              </Card>
            </section>
          );
        })}
      {history.dialog}
      {request.dialog}
    </>
  );
}

function linesOf(
  { days, entries, timeZone }: HoursExplanation,
  planned: readonly { date: string; absences: { code: string }[] }[],
): Line[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const lines: Line[] = [
    ...days.flatMap(({ date, parts }) =>
      parts.flatMap((part) => {
        const entry = byId.get(part.timeEntryId);
        return entry ? [{ date, entry, part }] : [];
      }),
    ),
    ...entries
      .filter(({ notCounted }) => notCounted)
      .map((entry) => ({ date: dateIn(entry.checkIn, timeZone), entry })),
    ...planned
      .filter(({ absences }) => absences.length > 0)
      .map(({ date, absences }) => ({ date, absences: absences.map(({ code }) => code) })),
  ];
  // Sorting keeps the order of equal dates, which is that of their beginnings.
  return lines.toSorted((a, b) => a.date.localeCompare(b.date)).toReversed();
}

function DayOfMonth({ date }: { date: string }) {
  const { t } = useTranslation('dates');
  const { formatLongDate } = useCompanyTime();
  return (
    <time dateTime={date} className="figures w-14 shrink-0 whitespace-nowrap text-ink-muted">
      <span className="sr-only">{formatLongDate(date)}</span>
      <span aria-hidden="true">
        {t('weekdays').split(' ')[weekdayOf(date) - 1]} {Number(date.slice(8))}
      </span>
    </time>
  );
}

function AbsenceLine({ date, absences }: { date: string; absences: string[] }) {
  const { t } = useTranslation('hours');
  return (
    <li className="flex min-h-11 items-center gap-2 py-1 pl-7">
      <DayOfMonth date={date} />
      {absences.map((code) => t('absence', { code })).join(', ')}
    </li>
  );
}

type EntryLineProps = {
  date: string;
  entry: Entry;
  /** Undefined if none of it counts. */
  part: Part | undefined;
  timeZone: string;
  minutes: number | undefined;
  isLocked: boolean;
  /** Not where all entries are at one place. */
  isPlaceNamed: boolean;
  /** Comes into sight. */
  isShown: boolean;
  startsOpen: boolean;
  onHistory: () => void;
  onRequest: () => void;
};

function EntryLine({
  date,
  entry,
  part,
  timeZone,
  minutes,
  isPlaceNamed,
  isShown,
  startsOpen,
  ...actions
}: EntryLineProps) {
  const { t } = useTranslation('own-time');
  const { formatTime } = useCompanyTime(timeZone);
  const { checkIn, checkOut, location, notCounted } = entry;
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isShown) void element.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  const end = part ? part.end : checkOut;
  const isOpen = checkOut === null && !part?.wentOn;
  return (
    <li ref={element} className="scroll-my-24">
      <Disclosure
        startsOpen={startsOpen}
        className="py-1"
        summary={
          <>
            <DayOfMonth date={date} />
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
              <span className="figures">
                {formatTime(part?.start ?? checkIn)} –{' '}
                {isOpen ? (notCounted ? '?' : t('now')) : end && formatTime(end)}
              </span>
              {isPlaceNamed && <span className="hyphens-auto text-ink-muted text-sm">{location.name}</span>}
              <EntryBadges entry={entry} />
            </span>
            <span className="figures font-semibold">
              {minutes === undefined ? '–' : minutesText(minutes)}
            </span>
          </>
        }
      >
        <EntryDetails {...{ entry, part, timeZone, isPlaceNamed, ...actions }} />
      </Disclosure>
    </li>
  );
}

type EntryDetailsProps = Pick<
  EntryLineProps,
  'entry' | 'part' | 'timeZone' | 'isPlaceNamed' | 'isLocked' | 'onHistory' | 'onRequest'
>;

function EntryDetails({
  entry,
  part,
  timeZone,
  isPlaceNamed,
  isLocked,
  onHistory,
  onRequest,
}: EntryDetailsProps) {
  const { t } = useTranslation(['own-time', 'working-time']);
  const { formatDateTime } = useCompanyTime(timeZone);
  const { checkIn, checkOut, location, notCounted } = entry;
  return (
    <div className="flex flex-col gap-1 pb-2 pl-7 text-sm">
      {!isPlaceNamed && <p className="hyphens-auto">{location.name}</p>}
      {part && part.breakMs > 0 && (
        <p>{t('working-time:explanation.breaks', { breaks: durationText(part.breakMs) })}</p>
      )}
      {(part?.beganEarlier || part?.wentOn) && (
        <p className="figures">
          {t('month.wholeEntry', {
            start: formatDateTime(checkIn),
            end: checkOut ? formatDateTime(checkOut) : t('now'),
          })}
        </p>
      )}
      {entry.scans.map(
        ({ action, madeBy, receivedAt }) =>
          madeBy && (
            <p key={action + receivedAt} className="wrap-anywhere">
              {t(`working-time:madeBy.${action}`, { name: fullName(madeBy) })}
            </p>
          ),
      )}
      {notCounted && <p>{t(`working-time:explanation.why.${notCounted}`)}</p>}
      <div className="-mx-3 flex flex-wrap">
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
    </div>
  );
}
