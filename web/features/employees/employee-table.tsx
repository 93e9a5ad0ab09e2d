import type { ListedEmployee } from '#contract/employees.ts';
import { fullName } from '#domain/names.ts';
import { PersonLink } from '#web/entries/person-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import type { EmployeeFilters, SortBy } from './employee-filters.ts';
import { AtWorkBadge, type Choosing, Tick } from './employee-toolbar.tsx';
import { InvitationBadge } from './invitation-badge.tsx';

type EmployeeTableProps = Choosing & {
  /** In the order in which they are shown. */
  employees: ListedEmployee[];
  filters: EmployeeFilters;
  from: string;
};

/** The list of people, one line each; everything else is on the person's page. */
export function EmployeeTable({ employees, filters, from, chosen, onChoose }: EmployeeTableProps) {
  const { t } = useTranslation(['employees', 'common']);
  const { formatDateTime } = useCompanyTime();
  const columns: Column<ListedEmployee, SortBy>[] = [
    {
      id: 'name',
      header: t('sort.name'),
      sortable: true,
      lead: true,
      cell: (employee) => {
        const { id, firstName, lastName, email } = employee;
        return (
          <span className="flex min-w-0 items-center gap-3">
            <Tick
              label={t('choose.named', { name: fullName(employee) })}
              checked={chosen.has(id)}
              onChange={(isChosen) => onChoose([id], isChosen)}
            />
            <span className="min-w-0">
              <span className="block font-semibold">
                <PersonLink id={id} name={{ firstName, lastName }} from={from} />
              </span>
              <span className="wrap-anywhere block font-normal text-ink-muted text-sm">{email}</span>
            </span>
          </span>
        );
      },
    },
    {
      id: 'role',
      header: t('form.role'),
      sortable: true,
      cell: ({ role, isOwner }) => (isOwner ? t('owner') : t(`common:roles.${role}`)),
    },
    {
      id: 'checkIn',
      header: t('sort.checkIn'),
      sortable: true,
      cell: ({ lastEntry }) =>
        lastEntry && (
          <>
            <span className="figures whitespace-nowrap">{formatDateTime(lastEntry.checkIn)}</span>
            <span className="wrap-anywhere block text-ink-muted text-sm">{lastEntry.location.name}</span>
          </>
        ),
    },
    {
      id: 'state',
      header: t('sort.state'),
      sortable: true,
      cell: (employee) => (
        <span className="flex flex-wrap gap-2">
          <AtWorkBadge employee={employee} />
          {!employee.isActive && <Badge tone="attention">{t('common:inactive')}</Badge>}
          <InvitationBadge employee={employee} />
        </span>
      ),
    },
  ];
  return (
    <DataTable
      caption={t('title')}
      columns={columns}
      rows={employees}
      rowKey={({ id }) => id}
      sort={{ column: filters.sort, direction: filters.isDescending ? 'descending' : 'ascending' }}
      onSortChange={({ column, direction }) => filters.setSort(column, direction === 'descending')}
      empty={null}
    />
  );
}
