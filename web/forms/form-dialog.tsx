import { type ReactNode, useRef } from 'react';
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { DialogForm } from './dialog-form.tsx';
import { useFormError, useFormRefusal } from './form.ts';

type Done = { title: string; description?: string };

type FormDialogProps<Values extends FieldValues, Body, Answer> = {
  form: UseFormReturn<Values, unknown, Body>;
  title: string;
  description?: ReactNode;
  submitLabel: string;
  isDestructive?: boolean;
  canSubmit?: boolean;
  /** Sends the validated body; a rejection is shown beside its field or above the buttons. */
  onSubmit: (body: Body) => Promise<Answer>;
  onInvalid?: (errors: FieldErrors<Values>) => void;
  /** Shows what is not about a field as a toast with this title (product.md §8) instead of above the buttons. */
  errorTitle?: string;
  /** The toast after success; the dialog then closes by itself. */
  done?: string | ((answer: Answer) => Done);
  onClose: () => void;
  /** Takes the place of the form when there is something to show after it. */
  result?: ReactNode;
  children: ReactNode;
};

/** A dialog with one form. After a refusal the typed values stay. */
export function FormDialog<Values extends FieldValues, Body, Answer>({
  form,
  title,
  description,
  submitLabel,
  isDestructive = false,
  canSubmit = true,
  onSubmit,
  onInvalid,
  errorTitle,
  done,
  onClose,
  result,
  children,
}: FormDialogProps<Values, Body, Answer>) {
  const { t } = useTranslation('common');
  const { toast } = useToast();
  const { isSubmitting, isDirty } = form.formState;
  const { refusal, onError, clearRefusal } = useFormRefusal(form);
  const showAsToast = useFormError(form, errorTitle);
  const isSending = useRef(false);
  const submit = form.handleSubmit((body) => {
    // The second click of a double one comes before the button shows that it is pending.
    if (isSending.current) return;
    isSending.current = true;
    clearRefusal();
    return onSubmit(body)
      .then(
        (answer) => {
          if (!done) return;
          onClose();
          toast({ ...(typeof done === 'string' ? { title: done } : done(answer)), tone: 'success' });
        },
        errorTitle ? showAsToast : onError,
      )
      .finally(() => {
        isSending.current = false;
      });
  }, onInvalid);
  // Stays open while sending, or nobody would see the answer.
  const close = () => {
    if (!isSubmitting) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={title}
      description={description}
      closeLabel={t('close')}
      // What is shown only once must not be lost by a click outside either.
      dirty={isDirty || Boolean(result)}
    >
      {result || (
        <DialogForm
          onSubmit={submit}
          error={refusal}
          submitLabel={submitLabel}
          isDestructive={isDestructive}
          isPending={isSubmitting}
          canSubmit={canSubmit}
          onCancel={close}
        >
          {children}
        </DialogForm>
      )}
    </Dialog>
  );
}
