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
  /** Sends what has passed the schema; what it rejects with is shown beside the field or above the buttons. */
  onSubmit: (body: Body) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that is one form: what is refused stays as it was typed. */
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
  // An answer that comes to a closed dialog would be told to nobody.
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
