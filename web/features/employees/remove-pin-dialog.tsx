import type { Employee } from '#contract/employees.ts';
import { fullName } from '#domain/names.ts';
import { useCall } from '#web/call/use-call.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

type RemovePinDialogProps = { employee: Employee; onClose: () => void };

export function RemovePinDialog({ employee, onClose }: RemovePinDialogProps) {
  const { t } = useTranslation('employees');
  return (
    <ConfirmDialog
      title={t('badges.pin.title', { name: fullName(employee) })}
      description={t('badges.pin.text')}
      confirmLabel={t('badges.pin.submit')}
      mutation={useCall('removePin', { handlesErrors: true })}
      variables={{ params: { id: employee.id } }}
      done={{ title: t('badges.pin.done') }}
      onClose={onClose}
    />
  );
}
