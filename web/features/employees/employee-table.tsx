import { KeyRound } from 'lucide-react';
import type { Employee, ListedEmployee } from '#contract/employees.ts';
import { fullName } from '#domain/names.ts';
import { useUser } from '#web/call/user.ts';
import { PersonLink } from '#web/entries/person-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import type { EmployeeFilters, SortBy } from './employee-filters.ts';
import { AtWorkBadge, type Choosing, Tick } from './employee-toolbar.tsx';
import { InvitationBadge, openInvitationOf } from './invitation-badge.tsx';

type EmployeeTableProps = Choosing & {
  /** In the order in which they are shown. */
  employees: ListedEmployee[];
  filters: EmployeeFilters;
  from: string;
  onInvite: (employee: Employee) => void;
};

/** The list of people, one line each; everything else is on the person's page. */
export function EmployeeTable({ employees, filters, from, chosen, onChoose, onInvite }: EmployeeTableProps) {
  const { t } = useTranslation(['employees', 'common']);
  const { formatDateTime } = useCompanyTime();
  const columns: Column<ListedEmployee, SortBy>[] = [
    {
      id: 'name',
      header: t('sort.name'),
      sortable: true,
      lead: true,
      cell: (employee) => (
        <span className="flex min-w-0 items-center gap-3">
          {chosen ? (
            <Tick
              label={t('choose.named', { name: fullName(employee) })}
              checked={chosen.has(employee.id)}
              onChange={(isChosen) => onChoose([employee.id], isChosen)}
            />
          ) : (
            <Avatar firstName={employee.firstName} lastName={employee.lastName} />
          )}
          <Name employee={employee} from={from} />
        </span>
      ),
    },
    {
      id: 'checkIn',
      header: t('sort.checkIn'),
      sortable: true,
      bare: true,
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
      bare: true,
      cell: (employee) => <State employee={employee} onInvite={onInvite} />,
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

/** Name and address; the role only where it is not the usual one. */
function Name({ employee, from }: { employee: ListedEmployee; from: string }) {
  const { t } = useTranslation(['employees', 'common']);
  const { id: viewerId } = useUser();
  const { id, firstName, lastName, email, pendingEmail, role, isOwner } = employee;
  return (
    <span className="min-w-0">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {/* The e-mail address, which tells namesakes apart, stands below. */}
        <PersonLink id={id} name={{ firstName, lastName }} from={from} />
        {role !== 'employee' && <Badge>{t(`common:roles.${isOwner ? 'owner' : role}`)}</Badge>}
        {id === viewerId && <Badge>{t('yourAccount')}</Badge>}
      </span>
      <span className="wrap-anywhere block font-normal text-ink-muted text-sm">
        {email}
        {pendingEmail && <span className="block">{t('pendingEmail', { email: pendingEmail })}</span>}
      </span>
    </span>
  );
}

type StateProps = { employee: ListedEmployee; onInvite: (employee: Employee) => void };

function State({ employee, onInvite }: StateProps) {
  const { t } = useTranslation(['employees', 'common']);
  const { id: viewerId } = useUser();
  const { id, isActive, isOwner, mustChangePassword } = employee;
  const isAwaited = openInvitationOf(employee);
  return (
    <span className="flex flex-wrap items-center gap-2">
      <AtWorkBadge employee={employee} />
      {!isActive && <Badge tone="attention">{t('common:inactive')}</Badge>}
      {mustChangePassword && !isAwaited && (
        <Badge tone="attention" icon={<KeyRound aria-hidden="true" />}>
          {t('mustChangePassword')}
        </Badge>
      )}
      <InvitationBadge employee={employee} />
      {isAwaited && id !== viewerId && !isOwner && (
        <Button
          variant="secondary"
          size="small"
          aria-label={t('invitation.openNamed', { name: fullName(employee) })}
          onClick={() => onInvite(employee)}
        >
          {t('invitation.open')}
        </Button>
      )}
    </span>
  );
}
