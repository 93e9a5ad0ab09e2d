import type { Employee } from '#contract/employees.ts';
import { fullName } from '#domain/names.ts';
import { useCall } from '#web/call/use-call.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ProofDialog } from './proof-dialog.tsx';

type DeleteEmployeeDialogProps = { employee: Employee; onClose: () => void };

export function DeleteEmployeeDialog({ employee, onClose }: DeleteEmployeeDialogProps) {
  const params = { id: employee.id };
  const { t } = useTranslation(['employees', 'common']);
  const remove = useCall('deleteEmployee', { handlesErrors: true });
  const question = {
    title: t('delete.title', { name: fullName(employee) }),
    description: t('delete.text'),
    confirmLabel: t('common:delete'),
    done: { title: t('deleted') },
    onClose,
  };
  return employee.role === 'employee' ? (
    <ConfirmDialog {...question} mutation={remove} variables={{ params }} />
  ) : (
    <ProofDialog
      {...question}
      endpoint="deleteEmployee"
      onConfirm={(body) => remove.mutateAsync({ params, body })}
    />
  );
}
