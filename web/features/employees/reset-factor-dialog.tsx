import type { Employee } from '#contract/employees.ts';
import { fullName } from '#domain/names.ts';
import { useCall } from '#web/call/use-call.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ProofDialog } from './proof-dialog.tsx';

type ResetFactorDialogProps = { employee: Employee; onClose: () => void };

export function ResetFactorDialog({ employee, onClose }: ResetFactorDialogProps) {
  const { t } = useTranslation('employees');
  const params = { id: employee.id };
  const reset = useCall('resetSecondFactor', { handlesErrors: true });
  const question = {
    title: t('resetFactor.title', { name: fullName(employee) }),
    description: t('resetFactor.text'),
    confirmLabel: t('resetFactor.submit'),
    done: { title: t('resetFactor.done') },
    onClose,
  };
  return employee.role === 'employee' ? (
    <ConfirmDialog {...question} mutation={reset} variables={{ params }} />
  ) : (
    <ProofDialog
      {...question}
      endpoint="resetSecondFactor"
      onConfirm={(body) => reset.mutateAsync({ params, body })}
    />
  );
}
