import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CalendarCheck, LockOpen, TriangleAlert, Users } from 'lucide-react';
import { useState } from 'react';
import type { MonthClosing } from '#contract/approvals.ts';
import type { PersonMonthHours } from '#contract/hours.ts';
import type { PersonMonth } from '#contract/months.ts';
import { MINUTE_MS, minutesText, peopleColumn } from '#domain/apportion.ts';
import { monthOf } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { useReach, useUser } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { signedDurationText, useDifferenceLabel } from '#web/working-time/category-columns.ts';
import { MonthDetail } from './month-detail.tsx';
import { ApproveMonthDialog, type Refused, UnlockMonthDialog } from './month-dialogs.tsx';
import { OpenQuestions, refusalOf } from './month-parts.tsx';
import { PersonName } from './person-name.tsx';
import { TotalHours } from './total-hours.tsx';

type MonthsProps = {
  month: string;
  /** How far its closing is; undefined while it loads, and for those who only read months. */
  closing: MonthClosing | null | undefined;
  /** Only those whose month is not approved. */
  onlyOpen?: boolean;
};

/** The month `yyyy-MM` of each employee: hours, open issues, the approval; categories and answer unfold. */
export function Months({ month, closing, onlyOpen = false }: MonthsProps) {
  const { t } = useTranslation('reports');
  const result = useQuery(query('listMonth', { query: { month } }));
  const hours = useQuery(query('getMonthHours', { params: { month }, query: {} }));
  return (
    <>
      {hours.isLoadingError && (
        <Loaded query={hours} failedTitle={t('months.failed')}>
          {() => null}
        </Loaded>
      )}
      <Loaded query={result} failedTitle={t('months.failed')} skeleton={<Skeleton className="h-80" />}>
        {(people) => (
          <MonthTable
            month={month}
            people={onlyOpen ? people.filter(({ approval }) => !approval) : people}
            hours={hours.isPlaceholderData ? undefined : hours.data}
            isPlaceholder={result.isPlaceholderData}
            closing={closing}
          />
        )}
      </Loaded>
    </>
  );
}

type MonthTableProps = Pick<MonthsProps, 'month' | 'closing'> & {
  people: PersonMonth[];
  /** Undefined while they load: it takes longer than the list. */
  hours: PersonMonthHours[] | undefined;
  isPlaceholder: boolean;
};

type Opened =
  | { action: 'approve'; people: PersonMonth[]; isAll: boolean }
  | { action: 'unlock'; person: PersonMonth };

function MonthTable({ month, people, hours = [], isPlaceholder, closing }: MonthTableProps) {
  const { t } = useTranslation(['reports', 'hours']);
  const viewer = useUser();
  const mayApprove = useReach('approveMonth');
  const [opened, setOpened] = useState<Opened>();
  const [refused, setRefused] = useState<{ month: string; people: Refused[] }>();
  const hasEnded = people.some((person) => person.hasEnded);
  // In a running month that goes without saying.
  const provisional = new Set(
    hours.filter(({ isProvisional }) => hasEnded && isProvisional).map(({ user }) => user.id),
  );
  const refusal = (person: PersonMonth) =>
    refusalOf(
      person,
      provisional.has(person.user.id),
      person.user.id === viewer.id && closing?.needsAnotherAdmin === true,
    );
  const ready = people.filter((person) => refusal(person) === null);
  const byUser = new Map(hours.map((one) => [one.user.id, one]));
  const columns = useColumns(month, people, hours, provisional);
  if (mayApprove && people.length > 0) {
    columns.push({
      id: 'actions',
      header: t('columns.actions'),
      cell: (person) => (
        <MonthAction
          person={person}
          refusal={refusal(person)}
          onApprove={() => setOpened({ action: 'approve', people: [person], isAll: false })}
          onUnlock={() => setOpened({ action: 'unlock', person })}
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
        {hasEnded
          ? mayApprove &&
            ready.length > 1 && (
              <Button
                className="max-sm:w-full print:hidden"
                disabled={isPlaceholder}
                onClick={() => setOpened({ action: 'approve', people: ready, isAll: true })}
              >
                {t('months.approveReady', { count: ready.length })}
              </Button>
            )
          : mayApprove &&
            people.length > 0 && (
              <p className="text-ink-muted text-sm print:hidden">{t('months.runningText')}</p>
            )}
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
          detail={{
            label: (person) => t('months.detailOf', { name: fullName(person.user) }),
            content: (person) => (
              <MonthDetail
                person={person}
                hours={byUser.get(person.user.id)}
                action={
                  mayApprove && (
                    <MonthAction
                      className="tabular:hidden"
                      person={person}
                      refusal={refusal(person)}
                      onApprove={() => setOpened({ action: 'approve', people: [person], isAll: false })}
                      onUnlock={() => setOpened({ action: 'unlock', person })}
                    />
                  )
                }
              />
            ),
          }}
        />
      </div>
      {opened?.action === 'approve' && (
        <ApproveMonthDialog
          month={month}
          people={opened.people}
          leftOut={
            opened.isAll
              ? people.filter(({ approval }) => !approval).filter((person) => !ready.includes(person))
              : undefined
          }
          refusal={refusal}
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

/** Person, worked, norm, the difference up to yesterday, questions, state. */
function useColumns(
  month: string,
  people: PersonMonth[],
  hours: PersonMonthHours[],
  provisional: ReadonlySet<string>,
): Column<PersonMonth>[] {
  const { t } = useTranslation(['reports', 'hours']);
  const differenceLabel = useDifferenceLabel();
  const byUser = new Map(hours.map((one) => [one.user.id, one]));
  const worked = peopleColumn(people, ({ ms }) => ms, MINUTE_MS);
  const ofPeople = people.flatMap(({ user }) => byUser.get(user.id) ?? []);
  const norm = peopleColumn(ofPeople, ({ normToBeWorked }) => normToBeWorked, MINUTE_MS);
  const [first] = hours;
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
  return [
    {
      id: 'employee',
      header: t('columns.employee'),
      cell: (person) => (
        <>
          <PersonName id={person.user.id} person={person.user} />
          <StateMark person={person} isProvisional={provisional.has(person.user.id)} />
        </>
      ),
      lead: true,
      total: t('total'),
    },
    {
      id: 'hours',
      header: t('columns.hours'),
      cell: (person) => minutesText(worked.stepsOf(person) ?? 0),
      numeric: true,
      hero: true,
      total: (
        <TotalHours
          title={t('columns.hours')}
          period={{ startDate: `${month}-01`, endDate: monthOf(`${month}-01`).end, measure: 'month' }}
        >
          {minutesText(worked.total)}
        </TotalHours>
      ),
    },
    ...(first
      ? [
          figure(
            'norm',
            t('hours:figures.normToBeWorked'),
            (row) => minutesText(norm.stepsOf(row) ?? 0),
            minutesText(norm.total),
          ),
          figure('difference', differenceLabel(first.balance), ({ balance }) =>
            signedDurationText(balance.difference),
          ),
        ]
      : []),
    ...(people.some(({ openQuestions }) => Object.values(openQuestions).some((count) => count > 0))
      ? [
          {
            id: 'questions',
            header: t('months.questions'),
            cell: (person: PersonMonth) => <OpenQuestions person={person} />,
          },
        ]
      : []),
    ...(people.some(({ approval, answer }) => approval || answer?.answer === 'disputed')
      ? [
          {
            id: 'state',
            header: t('columns.status'),
            cell: (person: PersonMonth) => <State person={person} />,
          },
        ]
      : []),
  ];
}

function State({ person: { approval, answer } }: { person: PersonMonth }) {
  const { t } = useTranslation('reports');
  return (
    <span className="flex flex-wrap gap-1">
      {approval && <Badge icon={<CalendarCheck aria-hidden="true" />}>{t('months.approved')}</Badge>}
      {answer?.answer === 'disputed' && <Badge tone="attention">{t('months.answers.disputed')}</Badge>}
    </span>
  );
}

type StateMarkProps = { person: PersonMonth; isProvisional: boolean };

/** On a phone, what the columns say elsewhere; anywhere, that figures are not final. */
function StateMark({ person: { approval, openQuestions, answer }, isProvisional }: StateMarkProps) {
  const { t } = useTranslation(['reports', 'hours']);
  const questions = Object.values(openQuestions).reduce((sum, count) => sum + count, 0);
  return (
    <>
      {isProvisional && questions === 0 && (
        <Badge tone="attention" icon={<TriangleAlert aria-hidden="true" />} className="cards:hidden">
          {t('hours:provisionalShort')}
        </Badge>
      )}
      <span className="ml-1.5 inline-flex gap-1.5 align-text-bottom tabular:hidden">
        {approval && <CalendarCheck className="size-5" role="img" aria-label={t('months.approved')} />}
        {(questions > 0 || isProvisional || answer?.answer === 'disputed') && (
          <TriangleAlert
            className="size-5 text-attention-text"
            role="img"
            aria-label={t('months.questions')}
          />
        )}
      </span>
    </>
  );
}

type MonthActionProps = {
  person: PersonMonth;
  refusal: ReturnType<typeof refusalOf>;
  onApprove: () => void;
  onUnlock: () => void;
  className?: string;
};

/** Approves or unlocks the month, or says why it can't be approved. */
function MonthAction({ person, refusal, onApprove, onUnlock, className }: MonthActionProps) {
  const { t } = useTranslation('reports');
  const name = fullName(person.user);
  if (person.approval) {
    return (
      <Button
        variant="ghost"
        size="small"
        className={clsx('whitespace-nowrap tabular:-my-1.5', className)}
        icon={<LockOpen className="size-4" aria-hidden="true" />}
        aria-label={t('months.unlockNamed', { name })}
        onClick={onUnlock}
      >
        {t('months.unlock')}
      </Button>
    );
  }
  if (!person.hasEnded) return null;
  if (refusal === 'needs_another_admin') {
    return (
      <span className={clsx('block text-left text-ink-muted text-sm tabular:w-36', className)}>
        {t('months.anotherAdmin')}
      </span>
    );
  }
  if (refusal) return null;
  return (
    <Button
      variant="secondary"
      size="small"
      className={clsx('tabular:-my-1.5', className)}
      aria-label={t('months.approveNamed', { name })}
      onClick={onApprove}
    >
      {t('months.approve')}
    </Button>
  );
}
