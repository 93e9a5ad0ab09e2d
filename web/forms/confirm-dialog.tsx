import { ApiError } from '#web/call/request.ts';
import type { Call } from '#web/call/use-call.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { useToast } from '#web/ui/toast.tsx';

type ConfirmDialogProps<Answer, Variables> = {
  /** The question, with the name of the thing concerned. */
  title: string;
  description: string;
  confirmLabel: string;
  cancelLabel?: string;
  variant?: 'destructive' | 'primary';
  /** The mutation to confirm; its error is shown in the dialog. */
  mutation: Call<Variables, Answer>;
  variables: Variables;
  /** The toast after success; the dialog closes then. */
  done: { title: string; description?: string | undefined };
  onClose: () => void;
};

/** Asks before a mutation that cannot be undone, runs it and shows the result. */
export function ConfirmDialog<Answer, Variables>({
  cancelLabel,
  mutation,
  variables,
  done,
  onClose,
  ...question
}: ConfirmDialogProps<Answer, Variables>) {
  const { t } = useTranslation();
  const { toast } = useToast();
  const { mutate, isPending, error } = mutation;
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      cancelLabel={cancelLabel ?? t('cancel')}
      pending={isPending}
      error={error && (error instanceof ApiError ? error.message : t('unexpectedError'))}
      onConfirm={() =>
        mutate(variables, {
          onSuccess: () => {
            onClose();
            toast({ ...done, tone: 'success' });
          },
        })
      }
      {...question}
    />
  );
}
