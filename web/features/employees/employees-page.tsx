import { useQuery } from '@tanstack/react-query';
import { IdCard, KeyRound, Mail, Pencil, ShieldCheck, Trash2, UserPlus, Users, UserX } from 'lucide-react';
import { memo, useCallback } from 'react';
import { Link } from 'react-router';
import type { Employee } from '#contract/employees.ts';
import { fullName } from '#domain/names.ts';
import { useUser } from '#web/api/auth.ts';
import { employeesQuery } from '#web/api/employees.ts';
import { useRoomFor } from '#web/api/room-for.ts';
import { subscriptionStatusQuery } from '#web/api/subscription.ts';
import { useAddressParam } from '#web/forms/search-params.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CardList } from '#web/lists/card-list.tsx';
import { LazyDialog, useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge, cappedCount } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

const loadEmployee = withTexts(
  ['employment', 'dates'],
  async () => (await import('./employee-dialog.tsx')).EmployeeDialog,
);
const loadDelete = async () => (await import('./delete-employee-dialog.tsx')).DeleteEmployeeDialog;
const loadRenewBadge = async () => (await import('./renew-badge-dialog.tsx')).RenewBadgeDialog;
const loadResetFactor = async () => (await import('./reset-factor-dialog.tsx')).ResetFactorDialog;

export function Component() {
  const { t } = useTranslation('employees');
  const pathTo = usePathTo();
  const user = useUser();
  const edit = useLazyDialog(loadEmployee);
  const remove = useLazyDialog(loadDelete);
  const resetFactor = useLazyDialog(loadResetFactor);
  const renewBadge = useLazyDialog(loadRenewBadge);
  useQuery(subscriptionStatusQuery);
  const { mutate: ifRoomFor } = useRoomFor();
  // The first steps lead here from the poster, to the next dialog.
  const [added, setAdded] = useAddressParam('add');
  const { open, close } = edit;
  const { open: openReset } = resetFactor;
  const { open: openRenewal } = renewBadge;
  const openEdit = useCallback(
    (employee: Employee) =>
      open({
        employee,
        onResetFactor: () => {
          close();
          openReset({ employee });
        },
        onRenewBadge: () => {
          close();
          openRenewal({ employee });
        },
      }),
    [open, close, openReset, openRenewal],
  );
  return (
    <>
      <CardList
        area="employees"
        query={useQuery(employeesQuery)}
        nameOf={fullName}
        detailOf={({ email }) => email}
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
        onAdd={() => ifRoomFor('employees', { onSuccess: () => edit.open({ employee: undefined }) })}
      >
        {(employee) => (
          <EmployeeCard
            key={employee.id}
            employee={employee}
            isSelf={employee.id === user.id}
            onEdit={openEdit}
            onDelete={remove.open}
          />
        )}
      </CardList>
      {added === 'person' && (
        <LazyDialog load={loadEmployee} props={{ employee: undefined }} onClose={() => setAdded(null)} />
      )}
      {edit.dialog}
      {remove.dialog}
      {resetFactor.dialog}
      {renewBadge.dialog}
    </>
  );
}

type EmployeeCardProps = {
  employee: Employee;
  /** Nobody deletes their own account (decisions.md §5). */
  isSelf: boolean;
  onEdit: (employee: Employee) => void;
  onDelete: (asked: { employee: Employee }) => void;
};

const EmployeeCard = memo(function EmployeeCard({ employee, isSelf, onEdit, onDelete }: EmployeeCardProps) {
  const { t } = useTranslation('employees');
  const name = fullName(employee);
  const { firstName, lastName, role, isActive, email, unreadMessages } = employee;
  const at = email.lastIndexOf('@');
  const [mailbox, domain] = [email.slice(0, at), email.slice(at)];
  return (
    // Of two hundred cards, the browser renders only the visible ones.
    <li className="[contain-intrinsic-size:auto_9rem] [content-visibility:auto]">
      <Card className="h-full gap-3 p-4">
        <div className="flex items-start gap-3">
          <Avatar firstName={firstName} lastName={lastName} className="mt-0.5" />
          <div className="min-w-0 flex-1">
            <h2 className="wrap-anywhere hyphens-auto font-semibold text-lg leading-snug">
              {/* The e-mail address, which tells namesakes apart, stands below. */}
              {fullName({ firstName, lastName })}
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
          {role === 'admin' && (
            <Badge icon={<ShieldCheck aria-hidden="true" />}>
              {employee.isOwner ? t('owner') : t('common:roles.admin')}
            </Badge>
          )}
          {!isActive && (
            <Badge tone="attention" icon={<UserX aria-hidden="true" />}>
              {t('common:inactive')}
            </Badge>
          )}
          {employee.mustChangePassword && (
            <Badge tone="attention" icon={<KeyRound aria-hidden="true" />}>
              {t('mustChangePassword')}
            </Badge>
          )}
          {unreadMessages > 0 && (
            <Badge icon={<Mail aria-hidden="true" />}>
              {t('unread', { count: unreadMessages, shown: cappedCount(unreadMessages) })}
            </Badge>
          )}
          {isSelf && <Badge>{t('yourAccount')}</Badge>}
        </div>
      </Card>
    </li>
  );
});
