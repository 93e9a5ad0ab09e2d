import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CalendarCheck, LockOpen, TriangleAlert, Users } from 'lucide-react';
import { useState } from 'react';
import type { PersonMonthHours } from '#contract/hours.ts';
import type { PersonMonth } from '#contract/months.ts';
import { MINUTE_MS, minutesText, peopleColumn } from '#domain/apportion.ts';
import { monthOf } from '#domain/dates.ts';
import { monthText } from '#domain/month-text.ts';
import { fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { useReach } from '#web/call/user.ts';
import { NewAccountNote } from '#web/entries/new-account-note.tsx';
import { PersonLink } from '#web/entries/person-link.tsx';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import {
  type Category,
  categoriesOf,
  signedDurationText,
  useDifferenceLabel,
} from '#web/working-time/category-columns.ts';
import { ApproveMonthDialog, type Refused, UnlockMonthDialog } from './month-dialogs.tsx';
import { MonthExport } from './month-export.tsx';
import { MonthAnswer, OpenQuestions } from './month-parts.tsx';
import { PersonName } from './person-name.tsx';
import { TotalHours } from './total-hours.tsx';

const loadPerson = withTexts(
  ['hours', 'breaks', 'working-time'],
  async () => (await import('./person-hours-dialog.tsx')).PersonHoursDialog,
);

type Opened =
  | { action: 'approve'; person: PersonMonth | undefined }
  | { action: 'unlock'; person: PersonMonth };

/** The month `yyyy-MM` of each employee: hours by category, open issues, the employee's answer, and the approval. */
export function Months({ month }: { month: string }) {
  const { t } = useTranslation('reports');
  const result = useQuery(query('listMonth', { query: { month } }));
  const hours = useQuery(query('getMonthHours', { params: { month }, query: {} }));
  return (
    <div className="mt-6 flex flex-col gap-4">
      {hours.isLoadingError && (
        <Loaded query={hours} failedTitle={t('months.failed')}>
          {() => null}
        </Loaded>
      )}
      <Loaded query={result} failedTitle={t('months.failed')} skeleton={<Skeleton className="h-80" />}>
        {(people) => (
          <MonthTable
            month={month}
            people={people}
            hours={hours.isPlaceholderData ? undefined : hours.data}
            isPlaceholder={result.isPlaceholderData}
          />
        )}
      </Loaded>
    </div>
  );
}

type MonthTableProps = {
  month: string;
  people: PersonMonth[];
  /** Undefined while they load: it takes longer than the list. */
  hours: PersonMonthHours[] | undefined;
  isPlaceholder: boolean;
};

function MonthTable({ month, people, hours = [], isPlaceholder }: MonthTableProps) {
  const { t } = useTranslation(['reports', 'hours']);
  const language = useLanguage();
  const personHours = useLazyDialog(loadPerson);
  const [mayApprove, mayExport] = [useReach('approveMonth'), useReach('getMonthPayroll')];
  const [opened, setOpened] = useState<Opened>();
  const [refused, setRefused] = useState<{ month: string; people: Refused[] }>();
  const hasEnded = people.some((person) => person.hasEnded);
  const columns = [...useStateColumns(month, people, hours), ...useFigureColumns(hours)];
  if (hours.length > 0 || mayApprove) {
    columns.push({
      id: 'actions',
      header: t('columns.actions'),
      cell: (person) => (
        <MonthActions
          person={person}
          hasEnded={hasEnded}
          onDays={
            hours.length > 0 &&
            (() => personHours.open({ month, user: person.user, title: monthText(month, language) }))
          }
          onOpen={setOpened}
        />
      ),
      actions: true,
    });
  }
  const namesOf = ({ userId }: Refused) =>
    people.filter(({ user }) => user.id === userId).map(({ user }) => fullName(user));

  return (
    <>
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <Badge>{t('months.people', { count: people.length })}</Badge>
        <div className="ml-auto max-sm:w-full">
          {mayExport && <MonthExport month={month} people={people} />}
        </div>
        {hasEnded
          ? mayApprove && (
              <Button
                className="max-sm:w-full print:hidden"
                disabled={isPlaceholder || people.every(({ approval }) => approval !== null)}
                onClick={() => setOpened({ action: 'approve', person: undefined })}
              >
                {t('months.approveAll')}
              </Button>
            )
          : mayApprove && <p className="text-ink-muted text-sm print:hidden">{t('months.runningText')}</p>}
      </div>
      {refused?.month === month && refused.people.length > 0 && (
        <Alert tone="attention" role="status" title={t('months.refused.title')} className="mb-4 print:hidden">
          <ul>
            {refused.people.map((one) => (
              <li key={one.userId}>
                <span className="font-semibold">{namesOf(one)}</span>: {t(`months.refused.${one.refusal}`)}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <div
        aria-busy={isPlaceholder}
        className={clsx('transition-opacity duration-150', isPlaceholder && 'opacity-50')}
      >
        <DataTable
          caption={t('tabs.months')}
          columns={columns}
          rows={people}
          rowKey={({ user }) => user.id}
          empty={
            <EmptyState icon={<Users />} title={t('months.empty.title')} text={t('months.empty.text')} />
          }
        />
      </div>
      {hours.length > 0 && <p className="max-w-prose text-ink-muted text-sm">{t('hours:independent')}</p>}
      {personHours.dialog}
      {opened?.action === 'approve' && (
        <ApproveMonthDialog
          month={month}
          person={opened.person}
          onAnswer={(people) => setRefused({ month, people })}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened?.action === 'unlock' && (
        <UnlockMonthDialog month={month} person={opened.person} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

/** The employee, the approval, what is open, and the total. */
function useStateColumns(
  month: string,
  people: PersonMonth[],
  hours: PersonMonthHours[],
): Column<PersonMonth>[] {
  const { t } = useTranslation(['reports', 'hours']);
  const { formatDate } = useCompanyTime();
  const { start: startDate, end: endDate } = monthOf(`${month}-01`);
  const hasEnded = people.some((person) => person.hasEnded);
  const minutes = peopleColumn(people, ({ ms }) => ms, MINUTE_MS);
  const hoursOf = (person: PersonMonth) => minutesText(minutes.stepsOf(person) ?? 0);
  const provisional = new Set(hours.filter((one) => one.isProvisional).map(({ user }) => user.id));
  return [
    {
      id: 'employee',
      header: t('columns.employee'),
      cell: ({ user }) => (
        <>
          <PersonName id={user.id} person={user} />
          {provisional.has(user.id) && (
            <Badge tone="attention" icon={<TriangleAlert aria-hidden="true" />}>
              {t('hours:provisionalShort')}
            </Badge>
          )}
        </>
      ),
      lead: true,
      total: t('total'),
    },
    {
      id: 'state',
      header: t('columns.status'),
      cell: ({ approval }) =>
        approval ? (
          <>
            <Badge icon={<CalendarCheck aria-hidden="true" />}>{t('months.approved')}</Badge>
            <span className="figures block text-ink-muted text-sm">
              <PersonLink id={approval.by.id} name={approval.by} />, {formatDate(approval.at)}
            </span>
            <NewAccountNote isShown={approval.actorIsNew} />
          </>
        ) : (
          t(hasEnded ? 'months.notApproved' : 'months.running')
        ),
    },
    {
      id: 'questions',
      header: t('months.questions'),
      cell: (person) => <OpenQuestions person={person} period={{ start: startDate, end: endDate }} />,
    },
    ...(people.some(({ answer }) => answer)
      ? [
          {
            id: 'answer',
            header: t('months.answer'),
            cell: (person: PersonMonth) => <MonthAnswer person={person} hours={hoursOf(person)} />,
          },
        ]
      : []),
    {
      id: 'hours',
      header: t('columns.hours'),
      cell: (person) => (
        <TotalHours
          title={`${t('columns.hours')}, ${fullName(person.user)}`}
          period={{ startDate, endDate, userId: person.user.id, measure: 'month' }}
        >
          {hoursOf(person)}
        </TotalHours>
      ),
      numeric: true,
      hero: true,
      total: (
        <TotalHours title={t('columns.hours')} period={{ startDate, endDate, measure: 'month' }}>
          {minutesText(minutes.total)}
        </TotalHours>
      ),
    },
  ];
}

/** Follows from worked and overtime, or stands in a person's own view. */
const NOT_SHOWN = ['normal', 'break'];

/** The hours by category, once they have loaded. */
function useFigureColumns(hours: PersonMonthHours[]): Column<PersonMonth>[] {
  const { t } = useTranslation('hours');
  const differenceLabel = useDifferenceLabel();
  const [first] = hours;
  if (!first) return [];
  const byUser = new Map(hours.map((one) => [one.user.id, one]));
  const isLonger = hours.some(({ period }) => period.start !== period.end);
  const figure = (
    id: string,
    header: string,
    cell: (of: PersonMonthHours) => string,
    total?: string,
  ): Column<PersonMonth> => ({
    id,
    header,
    cell: ({ user }) => {
      const found = byUser.get(user.id);
      return found ? cell(found) : '–';
    },
    numeric: true,
    total: total && <span className="cards:hidden">{total}</span>,
  });
  const summed = (id: 'normToBeWorked' | Category) => {
    const of = peopleColumn(hours, (row) => row[id] ?? 0, MINUTE_MS);
    return figure(id, t(`figures.${id}`), (row) => minutesText(of.stepsOf(row) ?? 0), minutesText(of.total));
  };
  const categories = categoriesOf(hours).filter(
    (category) =>
      !NOT_SHOWN.includes(category) && (category === 'overtime' || hours.some((row) => row[category])),
  );
  return [
    summed('normToBeWorked'),
    figure('difference', differenceLabel(first.balance), ({ balance }) =>
      signedDurationText(balance.difference),
    ),
    ...(isLonger
      ? [
          figure('running', t('figures.runningDifference'), ({ balance }) =>
            signedDurationText(balance.runningDifference),
          ),
        ]
      : []),
    ...categories.map(summed),
    ...(hours.some(({ absences }) => absences.length > 0)
      ? [
          figure(
            'absences',
            t('figures.absences'),
            ({ absences }) =>
              absences.map(({ code, ms }) => `${code} ${signedDurationText(ms)}`).join(', ') || '–',
          ),
        ]
      : []),
  ];
}

type MonthActionsProps = {
  person: PersonMonth;
  hasEnded: boolean;
  /** Shows the person's days; false while the hours load. */
  onDays: false | (() => void);
  onOpen: (opened: Opened) => void;
};

function MonthActions({ person, hasEnded, onDays, onOpen }: MonthActionsProps) {
  const { t } = useTranslation(['reports', 'hours']);
  const mayApprove = useReach('approveMonth');
  const name = fullName(person.user);
  return (
    <span className="flex flex-wrap justify-end gap-1 cards:flex-col cards:items-stretch">
      {onDays && (
        <Button
          variant="ghost"
          size="small"
          className="tabular:-my-1.5"
          aria-label={t('hours:daysOf', { name })}
          onClick={onDays}
        >
          {t('hours:days')}
        </Button>
      )}
      {mayApprove && person.approval && (
        <Button
          variant="ghost"
          size="small"
          className="tabular:-my-1.5"
          icon={<LockOpen className="size-4" aria-hidden="true" />}
          aria-label={t('months.unlockNamed', { name })}
          onClick={() => onOpen({ action: 'unlock', person })}
        >
          {t('months.unlock')}
        </Button>
      )}
      {mayApprove && !person.approval && hasEnded && (
        <Button
          variant="secondary"
          size="small"
          className="tabular:-my-1.5"
          aria-label={t('months.approveNamed', { name })}
          onClick={() => onOpen({ action: 'approve', person })}
        >
          {t('months.approve')}
        </Button>
      )}
    </span>
  );
}
