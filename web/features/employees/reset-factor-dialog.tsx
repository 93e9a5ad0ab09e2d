import { useTranslation } from 'react-i18next';
import type { Employee } from '#contract/employees.ts';
import { fullName } from '#domain/names.ts';
import { useResetSecondFactor } from '#web/api/employees.ts';
import { ApiError } from '#web/api/request.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { useToast } from '#web/ui/toast.tsx';

type ResetFactorDialogProps = { employee: Employee; onClose: () => void };

export function ResetFactorDialog({ employee, onClose }: ResetFactorDialogProps) {
  const { t } = useTranslation('employees');
  const { toast } = useToast();
  const { mutate, isPending, error } = useResetSecondFactor();
  const { id, email } = employee;
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t('resetFactor.title', { name: fullName(employee) })}
      description={t('resetFactor.text')}
      confirmLabel={t('resetFactor.submit')}
      cancelLabel={t('common:cancel')}
      pending={isPending}
      error={error instanceof ApiError ? error.message : error && t('common:unexpectedError')}
      onConfirm={() =>
        mutate(id, {
          onSuccess: () => {
            onClose();
            toast({
              title: t('resetFactor.done'),
              description: t('resetFactor.doneText', { email }),
              tone: 'success',
            });
          },
        })
      }
    />
  );
}
