import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CalendarCheck, LockOpen, Users } from 'lucide-react';
import { useState } from 'react';
import type { PersonMonth } from '#contract/months.ts';
import { MINUTE_MS, minutesText, peopleColumn } from '#domain/apportion.ts';
import { monthOf } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import { useReach } from '#web/api/auth.ts';
import { monthQuery } from '#web/api/months.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { NewAccountNote } from '#web/working-time/new-account-note.tsx';
import { PersonLink } from '#web/working-time/person-link.tsx';
import { ApproveMonthDialog, type Refused, UnlockMonthDialog } from './month-dialogs.tsx';
import { MonthExport } from './month-export.tsx';
import { MonthAnswer, OpenQuestions } from './month-parts.tsx';
import { PersonName } from './person-name.tsx';
import { TotalHours } from './total-hours.tsx';

const MonthHours = lazyPart(
  withTexts(['hours', 'breaks', 'working-time'], async () => (await import('./month-hours.tsx')).MonthHours),
  { fallback: <Skeleton className="mt-10 h-80" /> },
);

type Opened =
  | { action: 'approve'; person: PersonMonth | undefined }
  | { action: 'unlock'; person: PersonMonth };

/** The month `yyyy-MM` of each employee: hours, open issues, the employee's answer, and the approval. */
export function Months({ month }: { month: string }) {
  const { t } = useTranslation('reports');
  const query = useQuery(monthQuery(month));
  return (
    <div className="mt-6">
      <Loaded query={query} failedTitle={t('months.failed')} skeleton={<Skeleton className="h-80" />}>
        {(people) => <MonthTable month={month} people={people} isPlaceholder={query.isPlaceholderData} />}
      </Loaded>
      <MonthHours month={month} />
    </div>
  );
}

type MonthTableProps = { month: string; people: PersonMonth[]; isPlaceholder: boolean };

function MonthTable({ month, people, isPlaceholder }: MonthTableProps) {
  const { t } = useTranslation('reports');
  const { formatDate } = useCompanyTime();
  const [mayApprove, mayExport] = [useReach('approveMonth'), useReach('getMonthPayroll')];
  const [opened, setOpened] = useState<Opened>();
  const [refused, setRefused] = useState<{ month: string; people: Refused[] }>();
  const { start: startDate, end: endDate } = monthOf(`${month}-01`);
  const hasEnded = people.some((person) => person.hasEnded);
  const minutes = peopleColumn(people, ({ ms }) => ms, MINUTE_MS);
  const hoursOf = (person: PersonMonth) => minutesText(minutes.stepsOf(person) ?? 0);
  const columns: readonly Column<PersonMonth>[] = [
    {
      id: 'employee',
      header: t('columns.employee'),
      cell: ({ user }) => <PersonName id={user.id} person={user} />,
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
    {
      id: 'answer',
      header: t('months.answer'),
      cell: (person) => <MonthAnswer person={person} hours={hoursOf(person)} />,
    },
    {
      id: 'entries',
      header: t('months.entries'),
      cell: ({ entries }) => entries,
      numeric: true,
      total: people.reduce((sum, { entries }) => sum + entries, 0),
    },
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
    ...(mayApprove
      ? [
          {
            id: 'actions',
            header: t('columns.actions'),
            cell: (person: PersonMonth) => {
              const name = fullName(person.user);
              return person.approval ? (
                <Button
                  variant="ghost"
                  size="small"
                  className="cards:w-full tabular:-my-1.5"
                  icon={<LockOpen className="size-4" aria-hidden="true" />}
                  aria-label={t('months.unlockNamed', { name })}
                  onClick={() => setOpened({ action: 'unlock', person })}
                >
                  {t('months.unlock')}
                </Button>
              ) : (
                hasEnded && (
                  <Button
                    variant="secondary"
                    size="small"
                    className="cards:w-full tabular:-my-1.5"
                    aria-label={t('months.approveNamed', { name })}
                    onClick={() => setOpened({ action: 'approve', person })}
                  >
                    {t('months.approve')}
                  </Button>
                )
              );
            },
            actions: true,
          },
        ]
      : []),
  ];
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
