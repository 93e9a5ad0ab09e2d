import type { ReactNode } from 'react';
import type { PersonMonthHours } from '#contract/hours.ts';
import type { PersonMonth } from '#contract/months.ts';
import { durationText } from '#domain/apportion.ts';
import { fullName } from '#domain/names.ts';
import { NewAccountNote } from '#web/entries/new-account-note.tsx';
import { PersonLink } from '#web/entries/person-link.tsx';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { monthText } from '#web/time/date-text.ts';
import { Button } from '#web/ui/button.tsx';
import { categoriesOf, signedDurationText, useDifferenceLabel } from '#web/working-time/category-columns.ts';
import { MonthAnswer, OpenQuestions } from './month-parts.tsx';

const loadPerson = withTexts(
  ['hours', 'breaks', 'working-time'],
  async () => (await import('./person-hours-dialog.tsx')).PersonHoursDialog,
);

/** Stands in the person's own view, or follows from worked and overtime. */
const NOT_SHOWN = ['normal', 'break'];

type MonthDetailProps = {
  person: PersonMonth;
  hours: PersonMonthHours | undefined;
  /** On a phone, the row's action. */
  action: ReactNode;
};

/** What a person's row unfolds: the hours by category, the answer, who approved, and the way to the days. */
export function MonthDetail({ person, hours, action }: MonthDetailProps) {
  const { t } = useTranslation(['reports', 'hours']);
  const { formatDate } = useCompanyTime();
  const language = useLanguage();
  const personHours = useLazyDialog(loadPerson);
  const { user, month, approval, answer } = person;
  const title = monthText(month, language);
  return (
    <div className="flex flex-col items-start gap-4">
      <dl className="grid w-full grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-6 gap-y-3">
        {hours && <Figures hours={hours} />}
        <Fact className="tabular:hidden" name={t('months.questions')}>
          <OpenQuestions person={person} />
        </Fact>
        {answer && (
          <Fact name={t('months.answer')}>
            <MonthAnswer person={person} hours={durationText(person.ms)} />
          </Fact>
        )}
        {approval && (
          <Fact name={t('months.approved')}>
            <span className="figures block">
              <PersonLink id={approval.by.id} name={approval.by} />, {formatDate(approval.at)}
            </span>
            <NewAccountNote isShown={approval.actorIsNew} />
          </Fact>
        )}
      </dl>
      <div className="flex flex-wrap gap-2">
        {hours && (
          <Button
            variant="secondary"
            size="small"
            aria-label={t('hours:daysOf', { name: fullName(user) })}
            onClick={() => personHours.open({ month, user, title })}
          >
            {t('hours:days')}
          </Button>
        )}
        {action}
      </div>
      {personHours.dialog}
    </div>
  );
}

/** The figures that are not zero; those of the table's columns on a phone only. */
function Figures({ hours }: { hours: PersonMonthHours }) {
  const { t } = useTranslation('hours');
  const differenceLabel = useDifferenceLabel();
  const planLabel = useDifferenceLabel('planDifference');
  const { normToBeWorked, balance, period, absences } = hours;
  const text = signedDurationText;
  return (
    <>
      <Fact className="tabular:hidden" name={t('figures.normToBeWorked')}>
        {text(normToBeWorked)}
      </Fact>
      <Fact className="tabular:hidden" name={differenceLabel(balance)}>
        {text(balance.difference)}
      </Fact>
      {balance.plan !== null && (
        <>
          <Fact name={t('figures.plan')}>{text(hours.plan)}</Fact>
          <Fact name={planLabel(balance)}>{text(balance.total - balance.plan)}</Fact>
        </>
      )}
      {period.start !== period.end && (
        <Fact name={t('figures.runningDifference')}>{text(balance.runningDifference)}</Fact>
      )}
      {categoriesOf([hours])
        .filter((category) => !NOT_SHOWN.includes(category) && hours[category])
        .map((category) => (
          <Fact key={category} name={t(`figures.${category}`)}>
            {text(hours[category] ?? 0)}
          </Fact>
        ))}
      {absences.map(({ code, ms }) => (
        <Fact key={code} name={t('absence', { code })}>
          {text(ms)}
        </Fact>
      ))}
    </>
  );
}

type FactProps = { name: string; className?: string; children: ReactNode };

function Fact({ name, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt className="text-ink-muted text-sm">{name}</dt>
      <dd className="figures font-medium">{children}</dd>
    </div>
  );
}
