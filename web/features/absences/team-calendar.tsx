import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Link } from 'react-router';
import type { ListedAbsence } from '#contract/absences.ts';
import { durationText } from '#domain/apportion.ts';
import { addDays, type DatePeriod, weekdayOf } from '#domain/dates.ts';
import { LOCALES } from '#domain/languages.ts';
import { query } from '#web/call/query.ts';
import { useReach } from '#web/call/user.ts';
import { useAbsenceDates, useCodeText } from '#web/entries/absence-line.tsx';
import { PersonLink } from '#web/entries/person-link.tsx';
import { useLanguage, usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { weekdayDateText } from '#web/time/date-text.ts';

export type CalendarRow = { id: string; name: string; absences: ListedAbsence[] };

type TeamCalendarProps = {
  month: DatePeriod;
  rows: CalendarRow[];
  /** Undefined for those who only read. */
  onOpen: ((absence: ListedAbsence) => void) | undefined;
};

const LAST_LOOK = 'border-ink border-b-4 bg-sunken';
/** The kinds of a month, told apart without colours; further kinds share the last look. */
const LOOKS = [
  'bg-ink text-paper',
  'border-2 border-ink bg-surface',
  'border border-edge bg-sunken',
  'border-ink border-y-4 bg-surface',
  LAST_LOOK,
];
const PENDING = 'border border-edge border-dashed bg-attention-soft text-attention-text';

const NAME_CELL = 'sticky left-0 z-10 border-hairline border-r bg-surface px-3 text-left';

/** Brings today into sight, where the month is wider than the screen. */
function scrollTo(day: HTMLElement | null) {
  const calendar = day?.closest('section');
  if (day && calendar) calendar.scrollLeft = day.offsetLeft - calendar.clientWidth / 2;
}

/** People by days of one month: the codes of who is absent when. */
export function TeamCalendar({ month, rows, onOpen }: TeamCalendarProps) {
  const { t } = useTranslation(['absences', 'absence-details']);
  const language = useLanguage();
  const { today } = useCompanyTime();
  const { data: holidays = [] } = useQuery(
    query('listHolidays', { query: { year: month.start.slice(0, 4) } }),
  );
  const named = new Map(holidays.map(({ date, name }) => [date, name]));
  const days: string[] = [];
  for (let date = month.start; date <= month.end; date = addDays(date, 1)) days.push(date);
  const isFree = (date: string) => weekdayOf(date) > 5 || named.has(date);
  const shown = rows.flatMap(({ absences }) => absences);
  const codes = [...new Set(shown.map(({ code }) => code))].toSorted();
  const lookOf = (code: string) => LOOKS[codes.indexOf(code)] ?? LAST_LOOK;
  const weekday = (date: string) =>
    new Date(date).toLocaleDateString(LOCALES[language], { weekday: 'narrow', timeZone: 'UTC' });
  return (
    <div className="max-md:hidden">
      <section
        aria-label={t('absence-details:calendar')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="relative max-h-[80dvh] scroll-pt-14 scroll-pl-48 overflow-auto rounded-lg border border-hairline bg-surface print:max-h-none print:overflow-visible print:border-0"
      >
        <table className="figures w-full border-separate border-spacing-0 text-sm">
          <caption className="sr-only">{t('absence-details:calendar')}</caption>
          <thead className="sticky top-0 z-20 bg-surface">
            <tr>
              <th scope="col" className={clsx(NAME_CELL, 'border-b font-semibold')}>
                {t('absence-details:fields.person')}
              </th>
              {days.map((date) => (
                <th
                  key={date}
                  ref={date === today() ? scrollTo : undefined}
                  scope="col"
                  title={named.get(date)}
                  className={clsx(
                    'min-w-8 border-hairline border-b py-1 text-center font-semibold',
                    isFree(date) && 'bg-sunken',
                    date === today() && 'border-b-2 border-b-ink',
                  )}
                >
                  <span className="sr-only">
                    {weekdayDateText(date, language)} {named.get(date)}
                  </span>
                  <span aria-hidden="true" className="block font-normal text-ink-muted text-xs">
                    {weekday(date)}
                  </span>
                  <span aria-hidden="true">{Number(date.slice(8))}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, absences }) => (
              <tr key={id}>
                <th
                  scope="row"
                  className={clsx(NAME_CELL, 'wrap-anywhere w-48 min-w-36 border-b py-2 font-semibold')}
                >
                  <PersonLink id={id} name={name} />
                </th>
                {days.map((date) => (
                  <td
                    key={date}
                    className={clsx(
                      'h-11 border-hairline border-b p-0 text-center align-middle',
                      isFree(date) && 'bg-sunken',
                    )}
                  >
                    {absences
                      .filter(({ startDate, endDate }) => startDate <= date && date <= endDate)
                      .map((absence) => (
                        <Mark
                          key={absence.id}
                          absence={absence}
                          look={lookOf(absence.code)}
                          isFirst={date === absence.startDate || date === month.start}
                          onOpen={onOpen && (() => onOpen(absence))}
                        />
                      ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Legend
        codes={codes}
        lookOf={lookOf}
        hasPending={shown.some(({ status }) => status === 'pending')}
        hasWork={shown.some(({ overlapsWork }) => overlapsWork)}
      />
    </div>
  );
}

type LegendProps = {
  codes: string[];
  lookOf: (code: string) => string;
  hasPending: boolean;
  hasWork: boolean;
};

/** What the marks mean that the month has. */
function Legend({ codes, lookOf, hasPending, hasWork }: LegendProps) {
  const { t } = useTranslation('absences');
  const codeText = useCodeText();
  const items = codes.map((code) => ({ look: lookOf(code), sign: '', text: codeText(code) }));
  if (hasPending) items.push({ look: PENDING, sign: '', text: t('pending') });
  if (hasWork) items.push({ look: 'font-semibold', sign: '!', text: t('overlapsWork') });
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm empty:hidden">
      {items.map(({ look, sign, text }) => (
        <li key={text} className="flex items-center gap-2">
          <span
            aria-hidden="true"
            className={clsx('grid h-5 w-7 shrink-0 place-items-center rounded-sm', look)}
          >
            {sign}
          </span>
          {text}
        </li>
      ))}
    </ul>
  );
}

type MarkProps = { absence: ListedAbsence; look: string; isFirst: boolean; onOpen: (() => void) | undefined };

/** An absence on one day. Its first day of the month opens it; a request leads to where it is decided. */
function Mark({ absence, look: ownLook, isFirst, onOpen }: MarkProps) {
  const { t } = useTranslation(['absences', 'absence-details']);
  const codeText = useCodeText();
  const dates = useAbsenceDates();
  const pathTo = usePathTo();
  const maySettle = useReach('listAttention');
  const { code, part, status, overlapsWork } = absence;
  const isPending = status === 'pending';
  const look = clsx(
    'flex h-9 w-full flex-col items-center justify-center px-0.5 font-semibold text-xs leading-tight',
    isPending ? PENDING : ownLook,
    isFirst && 'rounded-l-md',
  );
  const text = (
    <>
      <span>{code}</span>
      {part !== null && <span className="font-normal">{durationText(part)}</span>}
      {overlapsWork && (
        <span aria-hidden="true" className="font-normal">
          !
        </span>
      )}
    </>
  );
  if (!isFirst) return <span className={look}>{text}</span>;
  const facts = [codeText(code), dates(absence)];
  if (isPending) facts.push(t('pending'));
  if (overlapsWork) facts.push(t('overlapsWork'));
  const label = facts.join(', ');
  const content = (
    <>
      {text}
      <span className="sr-only">{label}</span>
    </>
  );
  if (!(isPending ? maySettle : onOpen)) {
    return (
      <span title={label} className={look}>
        {content}
      </span>
    );
  }
  return isPending ? (
    <Link to={pathTo('corrections')} title={label} className={look}>
      {content}
    </Link>
  ) : (
    <button type="button" title={label} onClick={onOpen} className={look}>
      {content}
    </button>
  );
}
