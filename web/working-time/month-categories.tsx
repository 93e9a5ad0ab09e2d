import type { ReactNode } from 'react';
import type { PersonMonthHours } from '#contract/hours.ts';
import { apportion, MINUTE_MS, minutesText } from '#domain/apportion.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { monthText, weekdayDateText } from '#web/time/date-text.ts';
import { Badge } from '#web/ui/badge.tsx';
import { type Category, categoriesOf, signedDurationText, useDifferenceLabel } from './category-columns.ts';
import { Disclosure } from './hours-explanation.tsx';
import { WarningList } from './work-warnings.tsx';

type Details = NonNullable<PersonMonthHours['details']>;
export type DetailedHours = PersonMonthHours & { details: Details };
type Day = Details['days'][number];
type Slice = { start: string; end: string };

/** The slices that make up a day's part of a category; null: the figure follows from others. */
function slicesOf(day: Day, category: Category | 'total'): Slice[] {
  const { worked, overtime, breaks } = day.derivation;
  if (category === 'overtime') return overtime;
  if (category === 'overtime50') return overtime.filter(({ rate }) => rate === 50);
  if (category === 'overtime100') return overtime.filter(({ rate }) => rate === 100);
  if (category === 'break') return breaks;
  if (category === 'night') return worked.filter(({ isNight }) => isNight);
  if (category === 'nightWork') return worked.filter(({ isNightWork }) => isNightWork);
  if (category === 'holiday') return worked.filter(({ isHoliday }) => isHoliday);
  // Which of them are beyond a planned shift does not show.
  if (category === 'restDay' && day.restDay < day.total) return [];
  if (category === 'sundayHoliday') return worked.filter(({ isSundayOrHoliday }) => isSundayOrHoliday);
  return worked;
}

/** Adjoining slices as one. */
function joined(slices: readonly Slice[]): Slice[] {
  const all: Slice[] = [];
  for (const { start, end } of slices) {
    const last = all.at(-1);
    if (last?.end === start) last.end = end;
    else all.push({ start, end });
  }
  return all;
}

/** A person's month by category, each figure with its parts, and warnings. */
export function MonthCategories({ hours }: { hours: DetailedHours }) {
  const { t } = useTranslation(['hours', 'common']);
  const { language } = useCompanyTime();
  const differenceLabel = useDifferenceLabel();
  const planLabel = useDifferenceLabel('planDifference');
  const { balance, details, period } = hours;
  const isLonger = period.start !== period.end;
  const span = { start: monthText(period.start, language), end: monthText(period.end, language) };
  const text = signedDurationText;
  return (
    <div className="flex flex-col gap-5">
      {hours.isProvisional && <p className="text-attention-text text-sm">{t('provisional')}</p>}
      <div className="divide-y divide-hairline border-hairline border-y">
        <Figure label={t('figures.total')} value={text(hours.total)}>
          <CategoryDays hours={hours} category="total" />
        </Figure>
        {balance.plan !== null && (
          <Figure label={t('figures.plan')} value={text(hours.plan)}>
            <p>
              {planLabel(balance)}: {text(balance.total - balance.plan)}
            </p>
            <DayList
              days={details.days
                .filter(({ plan, total }) => plan + total > 0)
                .map(({ date, plan, total }) => ({
                  date,
                  ms: plan,
                  text: `${t('figures.total')} ${text(total)}`,
                }))}
            />
          </Figure>
        )}
        <Figure label={t('figures.normToBeWorked')} value={text(hours.normToBeWorked)}>
          <p>
            {t('derivation.normToBeWorked', {
              norm: text(hours.norm),
              absences: text(hours.norm - hours.normToBeWorked),
              sum: text(hours.normToBeWorked),
            })}
          </p>
          {hours.plan !== hours.norm && (
            <p>{t('derivation.planDiffers', { plan: text(hours.plan), norm: text(hours.norm) })}</p>
          )}
          <PlanDays hours={hours} />
        </Figure>
        <Figure label={differenceLabel(balance)} value={text(balance.difference)}>
          <p>
            {t('derivation.difference', {
              total: text(balance.total),
              norm: text(balance.normToBeWorked),
              sum: text(balance.difference),
            })}
          </p>
          {isLonger && (
            <p>{t('derivation.running', { ...span, running: text(balance.runningDifference) })}</p>
          )}
        </Figure>
        {categoriesOf([hours]).map((category) => (
          <Figure key={category} label={t(`figures.${category}`)} value={text(hours[category] ?? 0)}>
            {category === 'normal' ? (
              <p>
                {t('derivation.normal', {
                  total: text(hours.total),
                  overtime: text(hours.overtime),
                  sum: text(hours.normal),
                })}
              </p>
            ) : (
              <>
                {category !== 'overContract' && <CategoryDays hours={hours} category={category} />}
                <PeriodOvertime hours={hours} category={category} />
              </>
            )}
          </Figure>
        ))}
        {hours.absences.map(({ code, ms, days }) => (
          <Figure key={code} label={t('absence', { code })} value={text(ms)}>
            <p>{t('derivation.absence', { count: days })}</p>
            <DayList
              days={details.days.flatMap((day) => {
                const own = day.absences.filter((absence) => absence.code === code);
                return own.length > 0
                  ? [{ date: day.date, ms: own.reduce((sum, one) => sum + one.ms, 0) }]
                  : [];
              })}
            />
          </Figure>
        ))}
      </div>
      {hours.daysOffDue.map(({ code, days }) => (
        <p key={code} className="figures text-sm">
          {t('daysOffDue', { code, days })}
        </p>
      ))}
      {isLonger && (
        <p className="figures text-sm">
          {t(period.isOver ? 'period.over' : 'period.running', {
            ...span,
            total: text(period.total),
            norm: text(period.normToBeWorked),
            difference: text(period.difference),
            overtime: text(period.overtime),
          })}
        </p>
      )}
      <p className="text-ink-muted text-sm">{t('independent')}</p>
      {details.warnings.length > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="font-semibold">{t('warnings.title')}</h3>
          <WarningList warnings={details.warnings} />
          <p className="text-ink-muted text-sm">{t('warnings.note')}</p>
        </section>
      )}
    </div>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Disclosure
      className="py-1"
      summary={
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
          <span>{label}</span>
          <span className="figures whitespace-nowrap font-semibold">{t('hours', { hours: value })}</span>
        </span>
      }
    >
      <div className="figures flex flex-col gap-2 pb-3 pl-7 text-sm">{children}</div>
    </Disclosure>
  );
}

type ListedDay = { date: string; ms: number; text?: ReactNode };

/** Days whose printed lengths add up to the printed sum. */
function DayList({ days }: { days: readonly ListedDay[] }) {
  const { t } = useTranslation('hours');
  const { language } = useCompanyTime();
  const minutes = apportion(
    days.map(({ ms }) => ms),
    MINUTE_MS,
  );
  if (days.length === 0) return <p className="text-ink-muted">{t('derivation.none')}</p>;
  return (
    <ul className="flex flex-col gap-1">
      {days.map(({ date, text }, index) => (
        <li key={date} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="min-w-0">
            <span className="inline-block font-medium first-letter:uppercase">
              {weekdayDateText(date, language, 'short')}
            </span>{' '}
            <span className="text-ink-muted">{text}</span>
          </span>
          <span className="whitespace-nowrap">{minutesText(minutes[index] ?? 0)}</span>
        </li>
      ))}
    </ul>
  );
}

type CategoryDaysProps = {
  hours: DetailedHours;
  category: Exclude<Category, 'normal' | 'overContract'> | 'total';
};

/** The days with time of the category, and from when to when it was. */
function CategoryDays({ hours, category }: CategoryDaysProps) {
  const { t } = useTranslation('hours');
  const { timeZone, days } = hours.details;
  const { formatTime } = useCompanyTime(timeZone);
  const times = (slices: readonly Slice[]) =>
    slices.map(({ start, end }) => `${formatTime(start)}–${formatTime(end)}`).join(', ');
  const textOf = (day: Day) => {
    const { breaks, overtimeFrom, overtimeOf } = day.derivation;
    if (category === 'break') {
      return breaks.map((item) => `${times([item])} (${t(`breaks.${item.reason}`)})`).join(', ');
    }
    const spans = times(joined(slicesOf(day, category)));
    if (category !== 'overtime' || overtimeFrom === null) return spans;
    const limit = { worked: signedDurationText(overtimeOf), from: signedDurationText(overtimeFrom) };
    return `${spans} (${t('derivation.overtime', limit)})`;
  };
  const marks = (day: Day) =>
    day.marks.map((mark) => (
      <Badge key={mark} className="ml-1">
        {t(`marks.${mark}`)}
      </Badge>
    ));
  return (
    <DayList
      days={days
        .filter((day) => (day[category] ?? 0) > 0)
        .map((day) => ({
          date: day.date,
          ms: day[category] ?? 0,
          text: (
            <>
              {textOf(day)}
              {category === 'total' && marks(day)}
            </>
          ),
        }))}
    />
  );
}

/** The days on which the plan is not simply the pattern's, or an absence replaces it. */
function PlanDays({ hours }: { hours: DetailedHours }) {
  const { t } = useTranslation('hours');
  const special = hours.details.days.filter(
    ({ derivation, absences }) => derivation.plan.length > 1 || absences.length > 0,
  );
  if (special.length === 0) return null;
  return (
    <>
      <p>{t('derivation.planDays')}</p>
      <DayList
        days={special.map(({ date, plan, derivation, absences }) => ({
          date,
          ms: plan,
          text: [
            ...derivation.plan.slice(1).map(({ reason }) => t(`plan.${reason}`)),
            ...absences.map(({ code, ms }) => `${t('absence', { code })} ${signedDurationText(ms)}`),
          ].join(', '),
        }))}
      />
    </>
  );
}

/** Overtime of weeks and of the settlement period, which belongs to no day. */
function PeriodOvertime({ hours, category }: { hours: DetailedHours; category: Category }) {
  const { t } = useTranslation('hours');
  const { formatDate } = useCompanyTime();
  const hasRates = hours.overtime50 > 0 || hours.overtime100 > 0;
  const isShown = (reason: PersonMonthHours['periodOvertime'][number]['reason']) =>
    reason === 'over-contract'
      ? category === 'overContract'
      : category === 'overtime' || (category === 'overtime100' && hasRates);
  return hours.periodOvertime
    .filter(({ reason }) => isShown(reason))
    .map(({ reason, date, worked, norm, counted, ms }) => (
      <p key={date + reason}>
        {t(`periodOvertime.${reason}`, { date: formatDate(date) })}{' '}
        {t('derivation.period', {
          worked: signedDurationText(worked),
          norm: signedDurationText(norm),
          counted: signedDurationText(counted),
          sum: signedDurationText(ms),
        })}
      </p>
    ));
}
