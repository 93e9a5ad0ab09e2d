import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CalendarOff, CalendarPlus, ChevronLeft, ChevronRight, Pencil } from 'lucide-react';
import { Link } from 'react-router';
import type { ListedAbsence } from '#contract/absences.ts';
import type { Person } from '#contract/employees.ts';
import { addDays, isDate, monthOf, previousMonthOf } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { byName, fullName, matchesSearch } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { useReach } from '#web/call/user.ts';
import { AbsenceBadges } from '#web/entries/absence-badges.tsx';
import { AbsenceLine } from '#web/entries/absence-line.tsx';
import { PersonLink } from '#web/entries/person-link.tsx';
import { PlanningLinks } from '#web/entries/planning-links.tsx';
import { useAddressParam, useSearchText } from '#web/forms/search-params.ts';
import { useLanguage, usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { joinQueries, Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { monthText } from '#web/time/date-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { type CalendarRow, TeamCalendar } from './team-calendar.tsx';

const loadDialog = async () => (await import('./absence-dialogs.tsx')).RecordDialog;

/** The team's absences of one month: a calendar, on a phone a list. */
export function Component() {
  const { t } = useTranslation(['absences', 'absence-details', 'common']);
  const { today } = useCompanyTime();
  const language = useLanguage();
  const [monthParam, setMonth] = useAddressParam('month');
  const [code, setCode] = useAddressParam('code');
  const [search, setSearch] = useSearchText();
  const month = monthOf(isDate(`${monthParam}-01`) ? `${monthParam}-01` : today());
  const { data: codes = [] } = useQuery(query('listAbsenceCodes'));
  const absences = useQuery(query('listAbsences', { query: { startDate: month.start, endDate: month.end } }));
  const employees = useQuery(query('listPeople', { query: {} }));
  const mayRecord = useReach('updateAbsence') !== undefined;
  const record = useLazyDialog(loadDialog);
  const maySettle = useReach('listAttention') !== undefined;
  const show = (start: string) => setMonth(start.slice(0, 7));
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('title')}
        actions={
          mayRecord && (
            <Button
              icon={<CalendarPlus className="size-5" aria-hidden="true" />}
              onClick={() => record.open({})}
            >
              {t('absence-details:add.title')}
            </Button>
          )
        }
      />
      <PlanningLinks />
      {maySettle && <PendingNotice />}
      <search
        aria-label={t('absence-details:filters')}
        className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[auto_1fr_1fr]"
      >
        <MonthSwitch month={month.start} onChange={show} />
        <SearchField
          label={t('absence-details:search')}
          clearLabel={t('common:clear')}
          value={search}
          onValueChange={setSearch}
        />
        <Field label={t('absence-details:fields.code')}>
          <Select
            value={code ?? ''}
            onChange={({ target }) => setCode(target.value || null)}
            emptyLabel={t('absence-details:allCodes')}
            options={codes.map((each) => ({ value: each.code, label: `${each.code} · ${each.name}` }))}
          />
        </Field>
      </search>
      <Loaded query={joinQueries(absences, employees)} skeleton={<Skeleton className="h-96" />}>
        {([all, people]) => {
          const shown = all.filter(
            (absence) => absence.status !== 'rejected' && (!code || absence.code === code),
          );
          const rows = rowsOf(shown, people, { onlyAbsent: code !== null, language }).filter(({ name }) =>
            matchesSearch(search.trim(), name),
          );
          const open = mayRecord ? (absence: ListedAbsence) => record.open({ absence }) : undefined;
          return (
            <>
              <TeamCalendar month={month} rows={rows} onOpen={open} />
              <AbsenceList rows={rows} onOpen={open} />
            </>
          );
        }}
      </Loaded>
      {record.dialog}
    </div>
  );
}

/** A row for each active person and each with an absence, by name; `onlyAbsent` leaves out those without. */
function rowsOf(
  absences: ListedAbsence[],
  people: Person[],
  { onlyAbsent, language }: { onlyAbsent: boolean; language: Language },
): CalendarRow[] {
  const byPerson = Map.groupBy(absences, ({ user }) => user.id);
  const names = new Map(absences.map(({ user }) => [user.id, fullName(user)]));
  if (!onlyAbsent) {
    for (const person of people) if (person.isActive) names.set(person.id, fullName(person));
  }
  return [...names]
    .map(([id, name]) => ({ id, name, absences: byPerson.get(id) ?? [] }))
    .toSorted(byName(language));
}

/** Leads to the requests that wait for a decision, of any month. */
function PendingNotice() {
  const { t } = useTranslation(['absences', 'absence-details']);
  const pathTo = usePathTo();
  const { data } = useQuery(query('listAttention'));
  const count = data?.absenceRequestCount ?? 0;
  if (count === 0) return null;
  return (
    <Alert
      tone="attention"
      title={t('absence-details:waiting', { count })}
      action={
        <Button asChild variant="secondary">
          <Link to={pathTo('corrections')}>
            {t('absence-details:decide')}
            <ArrowRight className="size-5" aria-hidden="true" />
          </Link>
        </Button>
      }
    />
  );
}

function MonthSwitch({ month, onChange }: { month: string; onChange: (start: string) => void }) {
  const { t } = useTranslation(['absences', 'absence-details']);
  const language = useLanguage();
  return (
    <div className="flex items-center gap-1 max-lg:col-span-full">
      <IconButton
        variant="secondary"
        label={t('absence-details:previousMonth')}
        onClick={() => onChange(previousMonthOf(month).start)}
      >
        <ChevronLeft className="size-5" aria-hidden="true" />
      </IconButton>
      <h2 aria-live="polite" className="min-w-40 text-center font-semibold text-lg first-letter:uppercase">
        {monthText(month.slice(0, 7), language)}
      </h2>
      <IconButton
        variant="secondary"
        label={t('absence-details:nextMonth')}
        onClick={() => onChange(addDays(monthOf(month).end, 1))}
      >
        <ChevronRight className="size-5" aria-hidden="true" />
      </IconButton>
    </div>
  );
}

type AbsenceListProps = { rows: CalendarRow[]; onOpen: ((absence: ListedAbsence) => void) | undefined };

/** The calendar of a phone: by date. */
function AbsenceList({ rows, onOpen }: AbsenceListProps) {
  const { t } = useTranslation(['absences', 'absence-details']);
  const maySettle = useReach('listAttention') !== undefined;
  const pathTo = usePathTo();
  const all = rows
    .flatMap(({ id, name, absences }) => absences.map((absence) => ({ id, name, absence })))
    .toSorted((a, b) => a.absence.startDate.localeCompare(b.absence.startDate));
  if (all.length === 0) {
    return (
      <Card className="md:hidden">
        <EmptyState icon={<CalendarOff />} title={t('none')} />
      </Card>
    );
  }
  return (
    <ul className="flex flex-col gap-3 md:hidden">
      {all.map(({ id, name, absence }) => (
        <li key={absence.id}>
          <Card className="flex-row! flex-wrap items-start justify-between gap-3 p-4">
            <div className="flex min-w-0 flex-1 basis-44 flex-col gap-1">
              <h3 className="wrap-anywhere font-semibold text-lg">
                <PersonLink id={id} name={name} />
              </h3>
              <AbsenceLine absence={absence} />
              {absence.note && (
                <p className="wrap-anywhere whitespace-pre-line text-ink-muted text-sm">{absence.note}</p>
              )}
              <AbsenceBadges absence={absence} />
            </div>
            {absence.status === 'pending'
              ? maySettle && (
                  <Button asChild variant="secondary">
                    <Link to={pathTo('corrections')} aria-label={t('absence-details:decideNamed', { name })}>
                      {t('absence-details:decide')}
                    </Link>
                  </Button>
                )
              : onOpen && (
                  <IconButton
                    label={t('absence-details:editNamed', { name })}
                    onClick={() => onOpen(absence)}
                  >
                    <Pencil className="size-5" aria-hidden="true" />
                  </IconButton>
                )}
          </Card>
        </li>
      ))}
    </ul>
  );
}
