import { useCallback } from 'react';
import type { Employee } from '#contract/employees.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import type { Invitee } from './invitation-dialog.tsx';

export const loadEmployeeDialog = withTexts(
  ['employment', 'dates'],
  async () => (await import('./employee-dialog.tsx')).EmployeeDialog,
);
const loadDelete = async () => (await import('./delete-employee-dialog.tsx')).DeleteEmployeeDialog;
const loadRemovePin = async () => (await import('./remove-pin-dialog.tsx')).RemovePinDialog;
const loadRenewBadge = async () => (await import('./renew-badge-dialog.tsx')).RenewBadgeDialog;
const loadInvitation = withTexts(
  ['dates'],
  async () => (await import('./invitation-dialog.tsx')).InvitationDialog,
);
const loadResetFactor = async () => (await import('./reset-factor-dialog.tsx')).ResetFactorDialog;

/** The dialogs about an account, of which some lead to others. The functions never change. */
export function useEmployeeDialogs() {
  const edit = useLazyDialog(loadEmployeeDialog);
  const remove = useLazyDialog(loadDelete);
  const resetFactor = useLazyDialog(loadResetFactor);
  const badge = useLazyDialog(loadRenewBadge);
  const pin = useLazyDialog(loadRemovePin);
  const invitation = useLazyDialog(loadInvitation);
  const { open, close } = edit;
  const { open: openReset } = resetFactor;
  const { open: openRenewal } = badge;
  const { open: openInvitation } = invitation;
  const invite = useCallback(
    (employee: Invitee, isNew = false) => {
      close();
      openInvitation({ employee, isNew });
    },
    [close, openInvitation],
  );
  /** Adds a person if there is no employee. */
  const openEdit = useCallback(
    (employee?: Employee) =>
      open({
        employee,
        onInvite: invite,
        ...(employee && {
          onResetFactor: () => {
            close();
            openReset({ employee });
          },
          onRenewBadge: () => {
            close();
            openRenewal({ employee });
          },
        }),
      }),
    [open, close, openReset, openRenewal, invite],
  );
  return {
    edit: openEdit,
    remove: remove.open,
    renewBadge: openRenewal,
    removePin: pin.open,
    invite,
    dialogs: (
      <>
        {edit.dialog}
        {remove.dialog}
        {resetFactor.dialog}
        {badge.dialog}
        {pin.dialog}
        {invitation.dialog}
      </>
    ),
  };
}
