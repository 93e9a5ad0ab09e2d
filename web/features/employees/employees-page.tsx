import { useQuery } from '@tanstack/react-query';
import { IdCard, KeyRound, Mail, Pencil, ShieldCheck, Trash2, UserPlus, Users, UserX } from 'lucide-react';
import { memo, useCallback, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Employee, ListedEmployee } from '#contract/employees.ts';
import { fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { useRoomFor } from '#web/call/room-for.ts';
import { useUser } from '#web/call/user.ts';
import { PersonLink } from '#web/entries/person-link.tsx';
import { useAddressParam } from '#web/forms/search-params.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CardList } from '#web/lists/card-list.tsx';
import { LazyDialog } from '#web/loading/lazy-dialog.tsx';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Badge, cappedCount } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { isAwaited, useEmployeeFilters } from './employee-filters.ts';
import { AtWorkBadge, EmployeeToolbar, Tick, useInviteChosen } from './employee-toolbar.tsx';
import { InvitationBadge, openInvitationOf } from './invitation-badge.tsx';
import { loadEmployeeDialog, useEmployeeDialogs } from './use-employee-dialogs.tsx';

const EmployeeTable = lazyPart(async () => (await import('./employee-table.tsx')).EmployeeTable, {
  fallback: <Skeleton className="h-96" />,
});
const VIEW_KEY = 'maina-employees-view';

/** Everybody with an account, as cards or as a table; search, filters and order stand in the address. */
export function Component() {
  const { t } = useTranslation('employees');
  const pathTo = usePathTo();
  const user = useUser();
  const { edit, remove, invite, dialogs } = useEmployeeDialogs();
  useQuery(query('getSubscriptionStatus'));
  const { mutate: ifRoomFor } = useRoomFor();
  // The first steps lead here from the poster, to the next dialog.
  const [added, setAdded] = useAddressParam('add');
  const employees = useQuery(query('listEmployees'));
  const filters = useEmployeeFilters();
  const [view, setView] = useState(() => localStorage.getItem(VIEW_KEY));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = useCallback(
    (ids: readonly string[], isChosen: boolean) =>
      setChosen((before) => {
        const after = new Set(before);
        for (const id of ids) isChosen ? after.add(id) : after.delete(id);
        return after;
      }),
    [],
  );
  const showAs = (next: 'cards' | 'list') => {
    localStorage.setItem(VIEW_KEY, next);
    setView(next);
  };
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
        onAdd={() => ifRoomFor('employees', { onSuccess: () => edit() })}
        notice={<InvitedNotice employees={employees.data ?? []} />}
        filter={filters.filter}
        clearFilter={filters.clear}
        order={filters.order}
        toolbar={(shown) => (
          <EmployeeToolbar
            filters={filters}
            view={view === 'list' ? 'list' : 'cards'}
            onView={showAs}
            shown={shown}
            chosen={chosen}
            onChoose={choose}
          />
        )}
        table={
          view === 'list'
            ? (shown) => (
                <EmployeeTable
                  employees={shown}
                  from={from}
                  filters={filters}
                  chosen={chosen}
                  onChoose={choose}
                />
              )
            : undefined
        }
      >
        {(employee) => (
          <EmployeeCard
            key={employee.id}
            employee={employee}
            isSelf={employee.id === user.id}
            from={from}
            isChosen={chosen.has(employee.id)}
            onChoose={choose}
            onEdit={edit}
            onDelete={remove}
            onInvite={invite}
          />
        )}
      </CardList>
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

type EmployeeCardProps = {
  employee: ListedEmployee;
  /** Nobody deletes their own account (decisions.md §5). */
  isSelf: boolean;
  from: string;
  isChosen: boolean;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
  onEdit: (employee: Employee) => void;
  onDelete: (asked: { employee: Employee }) => void;
  onInvite: (employee: Employee) => void;
};

const EmployeeCard = memo(function EmployeeCard({
  employee,
  isSelf,
  from,
  isChosen,
  onChoose,
  onEdit,
  onDelete,
  onInvite,
}: EmployeeCardProps) {
  const { t } = useTranslation('employees');
  const name = fullName(employee);
  const { firstName, lastName, role, isActive, email, unreadMessages } = employee;
  const [mailbox, domain] = email?.split(/(?=@[^@]*$)/) ?? [];
  const badge = openInvitationOf(employee);
  return (
    // Of two hundred cards, the browser renders only the visible ones.
    <li className="[contain-intrinsic-size:auto_9rem] [content-visibility:auto]">
      <Card className="h-full gap-3 p-4">
        <div className="flex items-start gap-3">
          <Tick
            label={t('choose.named', { name })}
            checked={isChosen}
            onChange={(checked) => onChoose([employee.id], checked)}
          />
          <div className="min-w-0 flex-1">
            <h2 className="wrap-anywhere hyphens-auto font-semibold text-lg leading-snug">
              {/* The e-mail address, which tells namesakes apart, stands below. */}
              <PersonLink id={employee.id} name={{ firstName, lastName }} from={from} />
            </h2>
            <p className="wrap-anywhere text-ink-muted text-sm">
              {mailbox}
              <wbr />
              {domain}
            </p>
            {employee.pendingEmail && (
              <p className="wrap-anywhere text-ink-muted text-sm">
                {t('pendingEmail', { email: employee.pendingEmail })}
              </p>
            )}
          </div>
          <div className="-mt-1.5 -mr-2 flex shrink-0">
            {(isSelf || !employee.isOwner) && (
              <IconButton label={t('editNamed', { name })} onClick={() => onEdit(employee)}>
                <Pencil className="size-5" aria-hidden="true" />
              </IconButton>
            )}
            {!isSelf && !employee.isOwner && (
              <IconButton label={t('deleteNamed', { name })} onClick={() => onDelete({ employee })}>
                <Trash2 className="size-5" aria-hidden="true" />
              </IconButton>
            )}
          </div>
        </div>
        <div className="mt-auto flex flex-wrap gap-2 empty:hidden">
          {role !== 'employee' && (
            <Badge icon={<ShieldCheck aria-hidden="true" />}>
              {employee.isOwner ? t('owner') : t(`common:roles.${role}`)}
            </Badge>
          )}
          <AtWorkBadge employee={employee} />
          {!isActive && (
            <Badge tone="attention" icon={<UserX aria-hidden="true" />}>
              {t('common:inactive')}
            </Badge>
          )}
          {employee.mustChangePassword && !badge && (
            <Badge tone="attention" icon={<KeyRound aria-hidden="true" />}>
              {t('mustChangePassword')}
            </Badge>
          )}
          <InvitationBadge employee={employee} />
          {unreadMessages > 0 && (
            <Badge icon={<Mail aria-hidden="true" />}>
              {t('unread', { count: unreadMessages, shown: cappedCount(unreadMessages) })}
            </Badge>
          )}
          {isSelf && <Badge>{t('yourAccount')}</Badge>}
        </div>
        {badge && !isSelf && !employee.isOwner && (
          <Button
            variant="secondary"
            className="self-start"
            aria-label={t('invitation.openNamed', { name })}
            onClick={() => onInvite(employee)}
          >
            {t('invitation.open')}
          </Button>
        )}
      </Card>
    </li>
  );
});
