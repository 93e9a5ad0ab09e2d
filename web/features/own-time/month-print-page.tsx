import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowLeft, CalendarX, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { HoursExplanation } from '#contract/hours.ts';
import type { OwnMonth } from '#contract/months.ts';
import { MINUTE_MS, minutesText } from '#domain/apportion.ts';
import { dateText, weekdayDateText } from '#domain/date-text.ts';
import { dateIn, type Instant, timeIn } from '#domain/dates.ts';
import { type Language, LOCALES } from '#domain/languages.ts';
import { monthText } from '#domain/month-text.ts';
import { fullName } from '#domain/names.ts';
import { useUser } from '#web/api/auth.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { loadTranslator, type Translate } from '#web/i18n/i18n.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { joinQueries, Loaded } from '#web/loading/loaded.tsx';
import { withRepetition } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Paper } from '#web/ui/paper.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { partsColumn } from '#web/working-time/explained-column.ts';
import { monthNotes } from './month-notes.ts';
import { useOwnMonth } from './use-own-month.ts';

/** The sheet is in the company's language by default, not the reader's. */
const sheetTextsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['sheet-texts', language],
    queryFn: async (): Promise<SheetTexts> => {
      const [t, tEntry, tCommon] = await Promise.all([
        loadTranslator(language, 'own-time'),
        loadTranslator(language, 'working-time'),
        loadTranslator(language, 'common'),
      ]);
      return { t, tEntry, tCommon };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

type SheetTexts = {
  t: Translate<'own-time'>;
  tEntry: Translate<'working-time'>;
  tCommon: Translate<'common'>;
};

/** A month on A4: entries by day, totals, notes, approval, and lines to sign. */
export function Component() {
  const { t } = useTranslation(['own-time', 'common']);
  const pathTo = usePathTo();
  const { language } = useUser().company;
  const { month, own, months, explanation } = useOwnMonth();
  const sheet = joinQueries(months, explanation, useQuery(sheetTextsQuery(language)));
  return (
    <div className="min-h-dvh pb-8 print:min-h-0 print:bg-white print:pb-0">
      <Paper margin="15mm" />
      <header className="mx-auto flex w-full max-w-[210mm] flex-wrap items-center gap-3 px-4 py-4 print:hidden">
        <Button asChild variant="secondary" className="mr-auto">
          <Link to={own ? pathTo('myMonth', { month }) : pathTo('myHours')}>
            <ArrowLeft className="size-5" aria-hidden="true" />
            {t('common:back')}
          </Link>
        </Button>
        <Button
          icon={<Printer className="size-5" aria-hidden="true" />}
          disabled={!own || !sheet.data}
          onClick={() => print()}
        >
          {t('print.submit')}
        </Button>
      </header>
      <main className="mx-auto w-full max-w-[210mm] px-4 print:max-w-none print:px-0">
        <h1 tabIndex={-1} className="sr-only">
          {t('print.open')}
        </h1>
        {own === null ? (
          <EmptyState icon={<CalendarX />} title={t('missing')} text={t('missingText')} />
        ) : (
          <Loaded query={sheet} skeleton={<Skeleton className="aspect-210/297" />}>
            {([, explained, sheetTexts]) =>
              own && <Sheet own={own} explanation={explained} language={language} {...sheetTexts} />
            }
          </Loaded>
        )}
      </main>
    </div>
  );
}

type SheetProps = SheetTexts & { own: OwnMonth; explanation: HoursExplanation; language: Language };

function Sheet({ own, explanation, language, t, tEntry, tCommon }: SheetProps) {
  const user = useUser();
  const { days, entries, timeZone } = explanation;
  const minutes = partsColumn(explanation, MINUTE_MS);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const _locale = LOCALES[language];
  const time = (instant: Instant) => withRepetition(timeIn(instant, timeZone), instant, timeZone, tCommon);
  const moment = (instant: Instant) => `${dateText(dateIn(instant, timeZone), language)} ${time(instant)}`;
  const uncounted = entries.filter(({ notCounted }) => notCounted);
  const rows = [
    ...days.flatMap(({ date, parts }) =>
      parts.flatMap((part, index) => {
        const entry = byId.get(part.timeEntryId);
        return entry ? [{ part, date, entry, isFirst: index === 0 }] : [];
      }),
    ),
  ];
  return (
    <article
      lang={language}
      className="min-w-fit border border-hairline bg-white p-[12mm] text-black text-sm leading-snug max-sm:p-4 print:border-0 print:p-0 print:text-[11px] print:[&_td]:py-0.5"
    >
      <h2 className="font-bold text-xl">{t('print.title')}</h2>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        <Line name={t('print.name')}>{fullName(user)}</Line>
        <Line name={t('print.company')}>{user.company.name}</Line>
        <Line name={t('print.month')}>
          <span className="inline-block first-letter:uppercase">{monthText(own.month, language)}</span>
        </Line>
        <Line name={t('print.zone')}>{timeZone}</Line>
      </dl>
      <table className="mt-5 w-full border-collapse text-left">
        <thead>
          <tr className="border-black border-b-2">
            {(['date', 'location'] as const).map((column) => (
              <th key={column} scope="col" className="py-1 pr-3">
                {t(`csv.${column}`)}
              </th>
            ))}
            <th scope="col" className="py-1 pr-3">
              {tEntry('checkIn')}
            </th>
            <th scope="col" className="py-1 pr-3">
              {tEntry('checkOut')}
            </th>
            <th scope="col" className="py-1 pr-3 text-right">
              {t('csv.hours')}
            </th>
            <th scope="col" className="py-1">
              {t('csv.notes')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ date, part, entry, isFirst }) => (
            <tr
              key={part.timeEntryId + part.start}
              className="break-inside-avoid border-black/25 border-b align-top"
            >
              <td className="figures whitespace-nowrap py-1 pr-3">
                {isFirst && weekdayDateText(date, language, 'short')}
              </td>
              <td className="wrap-anywhere py-1 pr-3">{entry.location.name}</td>
              <td className="figures py-1 pr-3">{time(part.start)}</td>
              <td className="figures py-1 pr-3">
                {/* Midnight at the end of a day is 24:00 there, as on every timesheet. */}
                {dateIn(part.end, timeZone) === date ? time(part.end) : '24:00'}
              </td>
              <td className="figures py-1 pr-3 text-right">{minutesText(minutes.stepsOf(part) ?? 0)}</td>
              <td className="wrap-anywhere py-1">{monthNotes(entry, tEntry)}</td>
            </tr>
          ))}
          {uncounted.map((entry) => (
            <tr key={entry.id} className="break-inside-avoid border-black/25 border-b align-top">
              <td className="figures whitespace-nowrap py-1 pr-3">
                {weekdayDateText(dateIn(entry.checkIn, timeZone), language, 'short')}
              </td>
              <td className="wrap-anywhere py-1 pr-3">{entry.location.name}</td>
              <td className="figures py-1 pr-3">{time(entry.checkIn)}</td>
              <td className="py-1 pr-3">?</td>
              <td className="figures py-1 pr-3 text-right">{minutesText(0)}</td>
              <td className="wrap-anywhere py-1">{monthNotes(entry, tEntry)}</td>
            </tr>
          ))}
          <tr className="border-black border-t-2 font-bold">
            <td colSpan={4} className="py-1.5 pr-3">
              {t('csv.total')}
            </td>
            <td className="figures py-1.5 pr-3 text-right">{minutesText(minutes.total)}</td>
            <td />
          </tr>
        </tbody>
      </table>
      <p className="mt-2">{t('print.rounding')}</p>
      <p className="mt-4">
        {own.approval
          ? t('print.approvedBy', { name: fullName(own.approval.by), time: moment(own.approval.at) })
          : t('print.notApproved')}
        {own.approval?.actorIsNew && ` ${t('working-time:newAccount')}`}
      </p>
      {own.answer && <p>{t(`print.${own.answer.answer}`, { time: moment(own.answer.at) })}</p>}
      <div className="mt-14 grid grid-cols-2 gap-10 break-inside-avoid">
        {(['employee', 'employer'] as const).map((who) => (
          <p key={who} className="border-black border-t pt-1">
            {t(`print.signatures.${who}`)}
          </p>
        ))}
      </div>
      <p className="mt-6 text-xs">{t('print.printed', { time: moment(serverNow()) })}</p>
    </article>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="wrap-anywhere font-semibold">{children}</dd>
    </>
  );
}
