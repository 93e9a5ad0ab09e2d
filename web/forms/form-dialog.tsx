import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { useFormRefusal } from './form.ts';

type FormDialogProps<Values extends FieldValues, Body> = {
  form: UseFormReturn<Values, unknown, Body>;
  title: string;
  description?: ReactNode;
  submitLabel: string;
  isDestructive?: boolean;
  /** Sends the validated body; a rejection is shown beside its field or above the buttons. */
  onSubmit: (body: Body) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with one form. After a refusal the typed values stay. */
export function FormDialog<Values extends FieldValues, Body>({
  form,
  title,
  description,
  submitLabel,
  isDestructive = false,
  onSubmit,
  onClose,
  children,
}: FormDialogProps<Values, Body>) {
  const { t } = useTranslation('common');
  const { isSubmitting, isDirty } = form.formState;
  const { refusal, onError, clearRefusal } = useFormRefusal(form);
  const submit = form.handleSubmit((body) => {
    clearRefusal();
    return onSubmit(body).catch(onError);
  });
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
      dirty={isDirty}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {children}
        <FormError>{refusal}</FormError>
        <DialogFooter>
          <Button variant="secondary" onClick={close}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant={isDestructive ? 'destructive' : 'primary'} pending={isSubmitting}>
            {submitLabel}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
