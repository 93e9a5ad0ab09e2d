import { useTranslation } from 'react-i18next';
import type { Employee } from '#contract/employees.ts';
import { fullName } from '#domain/names.ts';
import { useDeleteEmployee } from '#web/api/employees.ts';
import { ApiError } from '#web/api/request.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { useToast } from '#web/ui/toast.tsx';

type DeleteEmployeeDialogProps = { employee: Employee; onClose: () => void };

export function DeleteEmployeeDialog({ employee, onClose }: DeleteEmployeeDialogProps) {
  const { t } = useTranslation('employees');
  const { toast } = useToast();
  const { mutate, isPending, error } = useDeleteEmployee();
  const message = error instanceof ApiError ? error.message : error && t('common:unexpectedError');
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t('delete.title', { name: fullName(employee) })}
      description={t('delete.text')}
      confirmLabel={t('common:delete')}
      cancelLabel={t('common:cancel')}
      pending={isPending}
      error={message}
      onConfirm={() =>
        mutate(employee.id, {
          onSuccess: () => {
            onClose();
            toast({ title: t('deleted'), tone: 'success' });
          },
        })
      }
    />
  );
}
