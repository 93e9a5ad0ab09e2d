import { useQuery } from '@tanstack/react-query';
import { IdCard, UserPlus, Users } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Employee } from '#contract/employees.ts';
import { fullName } from '#domain/names.ts';
import { useRoomFor } from '#web/call/plan.ts';
import { query } from '#web/call/query.ts';
import { useUser } from '#web/call/user.ts';
import { useAddressParam } from '#web/forms/search-params.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CardList } from '#web/lists/card-list.tsx';
import { LazyDialog } from '#web/loading/lazy-dialog.tsx';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { isAwaited, useEmployeeFilters } from './employee-filters.ts';
import { EmployeeToolbar, useInviteChosen } from './employee-toolbar.tsx';
import { loadEmployeeDialog, useEmployeeDialogs } from './use-employee-dialogs.tsx';

const EmployeeTable = lazyPart(async () => (await import('./employee-table.tsx')).EmployeeTable, {
  fallback: <Skeleton className="h-96" />,
});

/** Everybody with an account, a line each; search, filters and order stand in the address. */
export function Component() {
  const { t } = useTranslation('employees');
  const pathTo = usePathTo();
  const user = useUser();
  const { edit, invite, dialogs } = useEmployeeDialogs();
  useQuery(query('getSubscriptionStatus'));
  const ifRoomFor = useRoomFor();
  // The first steps lead here from the poster, to the next dialog.
  const [added, setAdded] = useAddressParam('add');
  const employees = useQuery(query('listEmployees'));
  const filters = useEmployeeFilters();
  // Undefined: nobody is being selected.
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const choose = useCallback(
    (ids: readonly string[], isChosen: boolean) =>
      setChosen((before) => {
        const after = new Set(before);
        for (const id of ids) isChosen ? after.add(id) : after.delete(id);
        return after;
      }),
    [],
  );
  const { search: from } = useLocation();
  return (
    <>
      <CardList
        area="employees"
        query={employees}
        nameOf={fullName}
        detailOf={({ email, personalNumber }) => `${email ?? ''} ${personalNumber ?? ''}`}
        isEmpty={(employees) => employees.every(({ id }) => id === user.id)}
        addIcon={<UserPlus className="size-5" aria-hidden="true" />}
        emptyIcon={<Users />}
        countOf={(employees) => employees.filter(({ isOwner }) => !isOwner).length}
        actions={
          <Button asChild variant="secondary">
            <Link to={pathTo('badges')}>
              <IdCard className="size-5" aria-hidden="true" />
              {t('badges.open')}
            </Link>
          </Button>
        }
        onAdd={() => ifRoomFor('employees', () => edit())}
        notice={<InvitedNotice employees={employees.data ?? []} />}
        filter={filters.filter}
        clearFilter={filters.clear}
        order={filters.order}
        toolbar={(shown) => (
          <EmployeeToolbar
            filters={filters}
            total={employees.data?.length ?? 0}
            shown={shown}
            chosen={chosen}
            onChoose={choose}
            onChoosing={(isChoosing) => setChosen(isChoosing ? new Set() : undefined)}
          />
        )}
        table={(shown) => (
          <EmployeeTable
            employees={shown}
            from={from}
            filters={filters}
            chosen={chosen}
            onChoose={choose}
            onInvite={invite}
          />
        )}
      />
      {added === 'person' && (
        <LazyDialog
          load={loadEmployeeDialog}
          props={{ employee: undefined, onInvite: invite }}
          onClose={() => setAdded(null)}
        />
      )}
      {dialogs}
    </>
  );
}

/** Sends the link again to everybody who can be mailed and has not come. */
function InvitedNotice({ employees }: { employees: Employee[] }) {
  const { t } = useTranslation('employees');
  const { send, isPending } = useInviteChosen();
  const count = employees.filter(
    (employee) => isAwaited(employee) && employee.email && employee.role === 'employee',
  ).length;
  if (count === 0) return null;
  return (
    <Alert
      className="mb-4"
      action={
        <Button variant="secondary" pending={isPending} onClick={() => send()}>
          {t('invitation.again')}
        </Button>
      }
    >
      {t('invitation.awaited', { count })}
    </Alert>
  );
}
