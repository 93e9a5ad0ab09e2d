import type { Employee } from '#contract/employees.ts';
import { fullName } from '#domain/names.ts';
import { useCall } from '#web/call/use-call.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

type RenewBadgeDialogProps = {
  employee: Pick<Employee, 'id' | 'firstName' | 'lastName'>;
  onClose: () => void;
};

export function RenewBadgeDialog({ employee, onClose }: RenewBadgeDialogProps) {
  const { t } = useTranslation('employees');
  return (
    <ConfirmDialog
      title={t('badges.renew.title', { name: fullName(employee) })}
      description={t('badges.renew.text')}
      confirmLabel={t('badges.renew.submit')}
      mutation={useCall('renewBadge', { handlesErrors: true })}
      variables={{ params: { id: employee.id } }}
      done={{ title: t('badges.renew.done'), description: t('badges.renew.doneText') }}
      onClose={onClose}
    />
  );
}
