import { useQuery } from '@tanstack/react-query';
import {
  IdCard,
  KeyRound,
  Mail,
  MailX,
  Pencil,
  Send,
  ShieldCheck,
  Trash2,
  UserPlus,
  Users,
  UserX,
} from 'lucide-react';
import { memo, useCallback } from 'react';
import { Link } from 'react-router';
import type { Employee } from '#contract/employees.ts';
import { fullName } from '#domain/names.ts';
import { useUser } from '#web/api/auth.ts';
import { employeesQuery, useInviteAgain } from '#web/api/employees.ts';
import { useRoomFor } from '#web/api/room-for.ts';
import { subscriptionStatusQuery } from '#web/api/subscription.ts';
import { useAddressParam } from '#web/forms/search-params.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CardList } from '#web/lists/card-list.tsx';
import { LazyDialog, useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge, cappedCount } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useToast } from '#web/ui/toast.tsx';

const loadEmployee = withTexts(
  ['employment', 'dates'],
  async () => (await import('./employee-dialog.tsx')).EmployeeDialog,
);
const loadDelete = async () => (await import('./delete-employee-dialog.tsx')).DeleteEmployeeDialog;
const loadRenewBadge = async () => (await import('./renew-badge-dialog.tsx')).RenewBadgeDialog;
const loadInvitation = withTexts(
  ['dates'],
  async () => (await import('./invitation-dialog.tsx')).InvitationDialog,
);
const loadResetFactor = async () => (await import('./reset-factor-dialog.tsx')).ResetFactorDialog;

export function Component() {
  const { t } = useTranslation('employees');
  const pathTo = usePathTo();
  const user = useUser();
  const edit = useLazyDialog(loadEmployee);
  const remove = useLazyDialog(loadDelete);
  const resetFactor = useLazyDialog(loadResetFactor);
  const renewBadge = useLazyDialog(loadRenewBadge);
  const invitation = useLazyDialog(loadInvitation);
  useQuery(subscriptionStatusQuery);
  const { mutate: ifRoomFor } = useRoomFor();
  // The first steps lead here from the poster, to the next dialog.
  const [added, setAdded] = useAddressParam('add');
  const { open, close } = edit;
  const { open: openReset } = resetFactor;
  const { open: openRenewal } = renewBadge;
  const { open: openInvitation } = invitation;
  const invite = useCallback(
    (employee: Employee) => {
      close();
      openInvitation({ employee });
    },
    [close, openInvitation],
  );
  const openEdit = useCallback(
    (employee: Employee) =>
      open({
        employee,
        onInvite: invite,
        onResetFactor: () => {
          close();
          openReset({ employee });
        },
        onRenewBadge: () => {
          close();
          openRenewal({ employee });
        },
      }),
    [open, close, openReset, openRenewal, invite],
  );
  const employees = useQuery(employeesQuery);
  return (
    <>
      <CardList
        area="employees"
        query={employees}
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
        onAdd={() =>
          ifRoomFor('employees', { onSuccess: () => edit.open({ employee: undefined, onInvite: invite }) })
        }
        notice={<InvitedNotice employees={employees.data ?? []} />}
      >
        {(employee) => (
          <EmployeeCard
            key={employee.id}
            employee={employee}
            isSelf={employee.id === user.id}
            onEdit={openEdit}
            onDelete={remove.open}
            onInvite={invite}
          />
        )}
      </CardList>
      {added === 'person' && (
        <LazyDialog
          load={loadEmployee}
          props={{ employee: undefined, onInvite: invite }}
          onClose={() => setAdded(null)}
        />
      )}
      {edit.dialog}
      {remove.dialog}
      {resetFactor.dialog}
      {renewBadge.dialog}
      {invitation.dialog}
    </>
  );
}

type EmployeeCardProps = {
  employee: Employee;
  /** Nobody deletes their own account (decisions.md §5). */
  isSelf: boolean;
  onEdit: (employee: Employee) => void;
  onDelete: (asked: { employee: Employee }) => void;
  onInvite: (employee: Employee) => void;
};

/** Whether somebody was given a link or a password and has not signed in. */
const isAwaited = ({ isActive, invitation: { state } }: Employee) =>
  isActive && state !== 'none' && state !== 'accepted';

/** Sends the link again to everybody who can be mailed and has not come. */
function InvitedNotice({ employees }: { employees: Employee[] }) {
  const { t } = useTranslation('employees');
  const { toast } = useToast();
  const { mutate: again, isPending } = useInviteAgain();
  const count = employees.filter(
    (employee) => isAwaited(employee) && employee.email && employee.role === 'employee',
  ).length;
  if (count === 0) return null;
  const send = () =>
    again(undefined, {
      onSuccess: ({ sent, left }) =>
        toast({
          title: t('invitation.sentAgain', { sent }),
          ...(left > 0 && { description: t('invitation.leftOver', { left }) }),
          tone: 'success',
        }),
    });
  return (
    <Alert
      className="mb-4"
      action={
        <Button variant="secondary" pending={isPending} onClick={send}>
          {t('invitation.again')}
        </Button>
      }
    >
      {t('invitation.awaited', { count })}
    </Alert>
  );
}

/** What the card says of somebody who has not come; undefined if there is nothing to say. */
function invitationBadge({ isActive, mustChangePassword, invitation: { state, expiresAt } }: Employee) {
  if (!isActive || state === 'accepted') return undefined;
  if (state === 'none') return mustChangePassword ? state : undefined;
  return expiresAt && Date.parse(expiresAt) < Date.now() ? 'expired' : state;
}

const EmployeeCard = memo(function EmployeeCard({
  employee,
  isSelf,
  onEdit,
  onDelete,
  onInvite,
}: EmployeeCardProps) {
  const { t } = useTranslation('employees');
  const name = fullName(employee);
  const { firstName, lastName, role, isActive, email, unreadMessages } = employee;
  const [mailbox, domain] = email?.split(/(?=@[^@]*$)/) ?? [];
  const badge = invitationBadge(employee);
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
          {role !== 'employee' && (
            <Badge icon={<ShieldCheck aria-hidden="true" />}>
              {employee.isOwner ? t('owner') : t(`common:roles.${role}`)}
            </Badge>
          )}
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
          {badge && (
            <Badge
              tone={badge === 'undeliverable' ? 'destructive' : 'attention'}
              icon={badge === 'undeliverable' ? <MailX aria-hidden="true" /> : <Send aria-hidden="true" />}
            >
              {t(`invitation.badges.${badge}`)}
            </Badge>
          )}
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
