import type { Employee } from '#contract/employees.ts';
import { fullName } from '#domain/names.ts';
import { useResetSecondFactor } from '#web/api/employees.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

type ResetFactorDialogProps = { employee: Employee; onClose: () => void };

export function ResetFactorDialog({ employee, onClose }: ResetFactorDialogProps) {
  const { t } = useTranslation('employees');
  const { id, email } = employee;
  return (
    <ConfirmDialog
      title={t('resetFactor.title', { name: fullName(employee) })}
      description={t('resetFactor.text')}
      confirmLabel={t('resetFactor.submit')}
      mutation={useResetSecondFactor()}
      variables={id}
      done={{ title: t('resetFactor.done'), description: t('resetFactor.doneText', { email }) }}
      onClose={onClose}
    />
  );
}
