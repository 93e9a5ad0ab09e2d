import { clsx } from 'clsx';
import { AlertDialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { FormError } from './alert.tsx';
import { Button } from './button.tsx';
import { OVERLAY, PANEL, useReturnFocus } from './dialog.tsx';

type AlertDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question, with the name of the thing concerned. */
  title: ReactNode;
  description: ReactNode;
  /** Facts below the description. */
  children?: ReactNode;
  confirmLabel: ReactNode;
  cancelLabel: ReactNode;
  /** Runs the action. Close the dialog from outside when it is done. */
  onConfirm: () => void;
  /** The dialog cannot be closed meanwhile. */
  pending?: boolean;
  error?: ReactNode;
  /** `primary` for a question about something harmless. */
  variant?: 'destructive' | 'primary';
};

/** Asks before something that cannot be undone; the focus starts on cancel. */
export function AlertDialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  confirmLabel,
  cancelLabel,
  onConfirm,
  pending,
  error,
  variant = 'destructive',
}: AlertDialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !pending && onOpenChange(next)}>
      <Primitive.Portal>
        <Primitive.Overlay className={OVERLAY} />
        <Primitive.Content
          {...returnFocus}
          className={clsx(
            PANEL,
            'gap-2 overflow-y-auto px-4 pt-5 pb-[max(1rem,env(safe-area-inset-bottom))] sm:max-w-md sm:px-6 sm:pb-5',
          )}
        >
          <Primitive.Title className="hyphens-auto text-balance font-semibold text-xl leading-snug">
            {title}
          </Primitive.Title>
          <Primitive.Description className="text-ink-muted">{description}</Primitive.Description>
          {children}
          <FormError className="mt-2">{error}</FormError>
          <div className="mt-4 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <Primitive.Cancel asChild>
              <Button variant="secondary">{cancelLabel}</Button>
            </Primitive.Cancel>
            <Button variant={variant} pending={pending} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
