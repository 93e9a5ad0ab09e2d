import type { Employee } from '#contract/employees.ts';
import { fullName } from '#domain/names.ts';
import { useDeleteEmployee } from '#web/api/employees.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

type DeleteEmployeeDialogProps = { employee: Employee; onClose: () => void };

export function DeleteEmployeeDialog({ employee, onClose }: DeleteEmployeeDialogProps) {
  const { t } = useTranslation(['employees', 'common']);
  return (
    <ConfirmDialog
      title={t('delete.title', { name: fullName(employee) })}
      description={t('delete.text')}
      confirmLabel={t('common:delete')}
      mutation={useDeleteEmployee()}
      variables={employee.id}
      done={{ title: t('deleted') }}
      onClose={onClose}
    />
  );
}
