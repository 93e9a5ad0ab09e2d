/* Without the library of forms, which a phone without a signal does not have. */
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogFooter } from '#web/ui/dialog.tsx';

type DialogFormProps = {
  onSubmit: (event: FormEvent) => void;
  error?: ReactNode;
  submitLabel: string;
  /** "Cancel" if not set. */
  cancelLabel?: string;
  isDestructive?: boolean;
  isPending: boolean;
  canSubmit?: boolean;
  /** Large buttons side by side, for gloves; the keyboard of a phone leaves little room. */
  isForWork?: boolean;
  onCancel: () => void;
  children: ReactNode;
};

/** The form inside a dialog: fields, what was refused, and the buttons. `FormDialog` has one. */
export function DialogForm({
  onSubmit,
  error,
  submitLabel,
  cancelLabel,
  isDestructive = false,
  isPending,
  canSubmit = true,
  isForWork = false,
  onCancel,
  children,
}: DialogFormProps) {
  const { t } = useTranslation('common');
  const buttonClass = isForWork ? 'min-h-14! min-w-0 flex-1 px-2! sm:flex-none sm:px-4!' : undefined;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {children}
      <FormError>{error}</FormError>
      <DialogFooter className={isForWork ? 'flex-row! mt-1!' : undefined}>
        <Button variant="secondary" className={buttonClass} onClick={onCancel}>
          {cancelLabel ?? t('cancel')}
        </Button>
        <Button
          type="submit"
          variant={isDestructive ? 'destructive' : 'primary'}
          className={buttonClass}
          pending={isPending}
          disabled={!canSubmit}
        >
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}
