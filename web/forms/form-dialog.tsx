import { type ReactNode, useRef } from 'react';
import { type FieldErrors, type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { ApiError } from '#web/call/request.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { DialogForm } from './dialog-form.tsx';
import { useFormError, useFormRefusal } from './form.ts';

const isAboutMonth = (error: unknown) => error instanceof ApiError && error.code === 'month_locked';

type Done = { title: string; description?: string };

type FormDialogProps<Values extends FieldValues, Body, Answer> = {
  form: UseFormReturn<Values, unknown, Body>;
  title: string;
  description?: ReactNode;
  submitLabel: string;
  cancelLabel?: string;
  isDestructive?: boolean;
  canSubmit?: boolean;
  /** Sends the validated body; an error is shown beside its field or above the buttons. */
  onSubmit: (body: Body) => Promise<Answer>;
  onInvalid?: (errors: FieldErrors<Values>) => void;
  /**
   * If set, errors that do not concern a field are a toast with this title (product.md §8) instead of a message above
   * the buttons; that a month is approved stands there anyway, beside the dates that are typed.
   */
  errorTitle?: string;
  /** The toast after success; the dialog closes then. */
  done?: string | ((answer: Answer) => Done);
  onClose: () => void;
  /** Replaces the form, if there is something to show after success. */
  result?: ReactNode;
  children: ReactNode;
};

/** A dialog with one form. After an error the typed values stay. */
export function FormDialog<Values extends FieldValues, Body, Answer>({
  form,
  title,
  description,
  submitLabel,
  cancelLabel,
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
    // The second click of a double click arrives before the button is disabled.
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
        (error) => (errorTitle && !isAboutMonth(error) ? showAsToast : onError)(error),
      )
      .finally(() => {
        isSending.current = false;
      });
  }, onInvalid);
  // Keeps the dialog open while sending, so that the result is seen.
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
      // Content that is shown only once must not be lost by a click outside.
      dirty={isDirty || Boolean(result)}
    >
      {result || (
        <DialogForm
          onSubmit={submit}
          error={refusal}
          submitLabel={submitLabel}
          {...(cancelLabel && { cancelLabel })}
          isDestructive={isDestructive}
          isPending={isSubmitting}
          canSubmit={canSubmit}
          onCancel={close}
        >
          <FormProvider {...form}>{children}</FormProvider>
        </DialogForm>
      )}
    </Dialog>
  );
}
