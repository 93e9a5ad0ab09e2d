import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronRight, Moon, Sunrise } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { EndpointInput } from '#contract/index.ts';
import type { HoursExplanation as Explanation } from '#contract/time-entries.ts';
import { durationText, minutesText, SECOND_MS } from '#domain/apportion.ts';
import { dateIn } from '#domain/dates.ts';
import { hoursFromMs } from '#domain/hours.ts';
import { fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { EntryBadges } from '#web/entries/entry-badges.tsx';
import { PersonLink } from '#web/entries/person-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Stat } from '#web/ui/stat.tsx';
import { daysColumn } from './explained-column.ts';
import { useExactFormat } from './use-exact-format.ts';

/** Both dates are inclusive, in company time. Without `userId`, the whole company. */
export type ExplainedPeriod = EndpointInput<'explainHours'>['query'];

type ShownDay = ReturnType<typeof daysColumn>[number];
type Part = ShownDay['parts'][number]['part'];
type Entry = Explanation['entries'][number];
type Scan = Entry['scans'][number];

/** The total of hours shown on the page. */
export type ExplainedFigure = {
  /** Its label there, such as "Hours today". */
  title: string;
  /** Person and period; without `userId`, the whole company (administrators only). */
  period: ExplainedPeriod;
};

type HoursExplanationProps = ExplainedFigure & { onClose: () => void };

/** Explains a total of hours: days, their parts, and on demand the underlying scans. */
export function HoursExplanation({ title, period, onClose }: HoursExplanationProps) {
  const { t } = useTranslation(['working-time', 'common']);
  const { formatDate } = useCompanyTime();
  const result = useQuery(query('explainHours', { query: period }));
  const { startDate, endDate } = period;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="wide"
      title={title}
      description={
        <span className="figures">
          {startDate === endDate
            ? formatDate(startDate)
            : `${formatDate(startDate)} – ${formatDate(endDate)}`}
        </span>
      }
      closeLabel={t('common:close')}
    >
      <Loaded query={result}>
        {(explanation) => (
          <Derivation explanation={explanation} period={period} withNames={period.userId === undefined} />
        )}
      </Loaded>
    </Dialog>
  );
}

/** Above this number of days each is collapsed. */
const OPEN_UP_TO_DAYS = 7;

type DerivationProps = { explanation: Explanation; period: ExplainedPeriod; withNames: boolean };

function Derivation({ explanation, period, withNames }: DerivationProps) {
  const { t } = useTranslation('working-time');
  const { total, days, entries, timeZone, countedUpTo } = explanation;
  const { formatTime } = useCompanyTime();
  const { formatDuration, formatHours } = useExactFormat();
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const uncounted = entries.filter(({ notCounted }) => notCounted);
  const isGrowing = entries.some(({ status, notCounted }) => status === 'working' && !notCounted);
  return (
    <div className="flex flex-col gap-6">
      <div>
        <Stat
          label={t('explanation.total')}
          value={minutesText(total.minutes)}
          unit={t('explanation.unit')}
          note={
            <span className="figures">
              {t('explanation.rounding', {
                exact: formatDuration(total.ms),
                two: formatHours(total.hours),
              })}
            </span>
          }
        />
        {total.breakMs > 0 && (
          <p className="figures mt-1 text-sm">
            {t('explanation.presence', {
              presence: durationText(total.ms + total.breakMs),
              breaks: durationText(total.breakMs),
            })}
          </p>
        )}
        {isGrowing && (
          <p className="figures mt-1 text-ink-muted text-sm">
            {t('explanation.upTo', { time: formatTime(countedUpTo) })}
          </p>
        )}
      </div>
      {days.length === 0 ? (
        <p className="text-ink-muted">{t('explanation.empty')}</p>
      ) : (
        <ul className="divide-y divide-hairline border-hairline border-y">
          {daysColumn(explanation, SECOND_MS).map((shown) => (
            <li key={shown.day.date}>
              <DayParts
                shown={shown}
                period={period}
                timeZone={timeZone}
                entries={byId}
                countedUpTo={countedUpTo}
                withNames={withNames}
                startsOpen={days.length <= OPEN_UP_TO_DAYS}
              />
            </li>
          ))}
        </ul>
      )}
      {uncounted.length > 0 && (
        <section className="flex flex-col gap-3">
          <h3 className="font-semibold">{t('explanation.notCounted')}</h3>
          <ul className="flex flex-col gap-4">
            {uncounted.map((entry) => (
              <li key={entry.id}>
                <Uncounted entry={entry} timeZone={timeZone} withName={withNames} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="text-ink-muted text-sm">{t('explanation.zone', { timeZone })}</p>
    </div>
  );
}

type DisclosureProps = { summary: ReactNode; startsOpen?: boolean; className?: string; children: ReactNode };

/** Its content is rendered only while it is open: a company's month has thousands of parts. */
export function Disclosure({ summary, startsOpen = false, className, children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary
        className={clsx(
          'flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-sm [&::-webkit-details-marker]:hidden',
          className,
        )}
      >
        <ChevronRight
          className={clsx('size-5 shrink-0 transition-transform duration-150', isOpen && 'rotate-90')}
          aria-hidden="true"
        />
        {summary}
      </summary>
      {isOpen && children}
    </details>
  );
}

const ORDINARY_DAY_MS = 86_400_000;

type DayPartsProps = {
  timeZone: string;
  shown: ShownDay;
  period: ExplainedPeriod;
  entries: ReadonlyMap<string, Entry>;
  countedUpTo: string;
  withNames: boolean;
  startsOpen: boolean;
};

function DayParts({
  shown: { day, steps, parts },
  period,
  timeZone,
  entries,
  countedUpTo,
  withNames,
  startsOpen,
}: DayPartsProps) {
  const { t } = useTranslation('working-time');
  const { formatDay, formatDuration } = useExactFormat();
  return (
    <Disclosure
      startsOpen={startsOpen}
      className="py-2"
      summary={
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
          <span className="figures font-semibold first-letter:uppercase">{formatDay(day.date)}</span>
          <span className="figures font-semibold">{formatDuration(steps * SECOND_MS)}</span>
        </span>
      }
    >
      <div className="flex flex-col gap-4 pb-4 pl-7">
        {day.dayMs !== ORDINARY_DAY_MS && (
          <p className="text-attention-text text-sm">
            {t('explanation.clocksChanged', { count: hoursFromMs(day.dayMs) })}
          </p>
        )}
        {parts.length === 0 && period.startDate !== period.endDate && (
          <LaterDay period={{ ...period, startDate: day.date, endDate: day.date, measure: 'days' }} />
        )}
        <PartList
          parts={parts}
          timeZone={timeZone}
          entries={entries}
          countedUpTo={countedUpTo}
          withNames={withNames}
        />
      </div>
    </Disclosure>
  );
}

type PartListProps = Pick<DayPartsProps, 'timeZone' | 'entries' | 'countedUpTo' | 'withNames'> & {
  parts: ShownDay['parts'];
};

function PartList({ parts, timeZone, entries, countedUpTo, withNames }: PartListProps) {
  return (
    <ul className="flex flex-col gap-4">
      {parts.map(({ part, steps }) => {
        const entry = entries.get(part.timeEntryId);
        return (
          entry && (
            <li key={part.timeEntryId + part.start}>
              <PartOfDay
                part={part}
                timeZone={timeZone}
                shownMs={steps * SECOND_MS}
                entry={entry}
                countedUpTo={countedUpTo}
                withName={withNames}
              />
            </li>
          )
        );
      })}
    </ul>
  );
}

/** Loads the parts of a day that the answer for a long period leaves out. */
function LaterDay({ period }: { period: ExplainedPeriod }) {
  return (
    <Loaded query={useQuery(query('explainHours', { query: period }))}>
      {(explanation) => (
        <PartList
          parts={daysColumn(explanation, SECOND_MS).flatMap(({ parts }) => parts)}
          timeZone={explanation.timeZone}
          entries={new Map(explanation.entries.map((entry) => [entry.id, entry]))}
          countedUpTo={explanation.countedUpTo}
          withNames={period.userId === undefined}
        />
      )}
    </Loaded>
  );
}

type PartOfDayProps = {
  part: Part;
  /** Whole seconds, rounded so that the parts of the day add up. */
  shownMs: number;
  entry: Entry;
  timeZone: string;
  countedUpTo: string;
  withName: boolean;
};

function PartOfDay({ part, shownMs, entry, timeZone, countedUpTo, withName }: PartOfDayProps) {
  const { t } = useTranslation('working-time');
  const { formatClock, formatDuration } = useExactFormat(timeZone);
  const isUpToNow = entry.checkOut === null && part.end === countedUpTo;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0">
          {withName && (
            <span className="block font-medium">
              <PersonLink id={entry.userId} name={entry.user} />
            </span>
          )}
          <span className="figures whitespace-nowrap font-medium">
            {formatClock(part.start)} – {formatClock(part.end)}
          </span>{' '}
          <span className="wrap-anywhere text-ink-muted">{entry.location.name}</span>
        </p>
        <span className="figures whitespace-nowrap">{formatDuration(shownMs)}</span>
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-2 text-ink-muted text-sm empty:hidden">
        {part.beganEarlier && (
          <span className="flex items-center gap-1">
            <Sunrise className="size-4 shrink-0" aria-hidden="true" />
            {t('explanation.beganEarlier')}
          </span>
        )}
        {part.wentOn && (
          <span className="flex items-center gap-1">
            <Moon className="size-4 shrink-0" aria-hidden="true" />
            {t('explanation.wentOn')}
          </span>
        )}
        {part.breakMs > 0 && (
          <span className="figures">{t('explanation.breaks', { breaks: durationText(part.breakMs) })}</span>
        )}
        {isUpToNow && <span>{t('explanation.upToNow')}</span>}
        <EntryBadges entry={entry} />
      </div>
      <Disclosure className="text-ink-muted text-sm" summary={t('explanation.origin')}>
        <Origin entry={entry} timeZone={timeZone} part={part} />
      </Disclosure>
    </>
  );
}

function Uncounted({ entry, timeZone, withName }: { entry: Entry; timeZone: string; withName: boolean }) {
  const { t } = useTranslation('working-time');
  const { formatMoment } = useExactFormat(timeZone);
  return (
    <>
      <p className="min-w-0">
        {withName && (
          <span className="block font-medium">
            <PersonLink id={entry.userId} name={entry.user} />
          </span>
        )}
        <span className="figures font-medium">{formatMoment(entry.checkIn)}</span>{' '}
        <span className="wrap-anywhere text-ink-muted">{entry.location.name}</span>
      </p>
      <p>{entry.notCounted && t(`explanation.why.${entry.notCounted}`)}</p>
      <Disclosure className="text-ink-muted text-sm" summary={t('explanation.origin')}>
        <Origin entry={entry} timeZone={timeZone} />
      </Disclosure>
    </>
  );
}

/** The whole entry: how each end was recorded, the time zone, and the scans as received. */
function Origin({ entry, timeZone, part }: { entry: Entry; timeZone: string; part?: Part }) {
  const { t } = useTranslation('working-time');
  const { formatMoment } = useExactFormat(timeZone);
  const { checkIn, checkOut, checkInSource, checkOutSource, scans } = entry;
  return (
    <div className="flex flex-col gap-3 border-hairline border-l-2 pb-2 pl-4 text-sm">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Fact name={t('checkIn')}>
          {formatMoment(checkIn)} · {t(`source.${checkInSource}`)}
        </Fact>
        <Fact name={t('checkOut')}>
          {checkOut && checkOutSource
            ? `${formatMoment(checkOut)} · ${t(`source.${checkOutSource}`)}`
            : t('explanation.open')}
        </Fact>
        {part && (
          <Fact name={t('explanation.offset')}>
            {part.startOffset === part.endOffset
              ? `UTC${part.startOffset}`
              : t('explanation.offsetChanged', { start: part.startOffset, end: part.endOffset })}
          </Fact>
        )}
      </dl>
      {scans.length === 0 ? (
        <p className="text-ink-muted">{t('explanation.noScans')}</p>
      ) : (
        scans.map((scan) => <RawScan key={scan.receivedAt + scan.action} scan={scan} timeZone={timeZone} />)
      )}
    </div>
  );
}

function RawScan({ scan, timeZone }: { scan: Scan; timeZone: string }) {
  const { t } = useTranslation('working-time');
  const { formatClock, formatMoment } = useExactFormat(timeZone);
  const { action, source, location, effectiveAt, receivedAt, scannedAt, deviceAt, madeBy } = scan;
  const format = (instant: string) =>
    dateIn(instant, timeZone) === dateIn(effectiveAt, timeZone)
      ? formatClock(instant)
      : formatMoment(instant);
  return (
    <div>
      <p className="font-medium">
        {t(`action.${action}`)} · {location.name} · {t(`source.${source}`)}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {madeBy && <Fact name={t('scan.madeBy')}>{fullName(madeBy)}</Fact>}
        <Fact name={t('scan.effective')}>{formatMoment(effectiveAt)}</Fact>
        {scannedAt && <Fact name={t('scan.scanned')}>{format(scannedAt)}</Fact>}
        <Fact name={t('scan.received')}>{format(receivedAt)}</Fact>
        {deviceAt && <Fact name={t('scan.device')}>{format(deviceAt)}</Fact>}
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{name}</dt>
      <dd className="figures wrap-anywhere min-w-0">{children}</dd>
    </>
  );
}
