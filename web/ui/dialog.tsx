import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { IconButton } from './button.tsx';

export const OVERLAY = clsx(
  'fixed inset-0 z-50 bg-scrim print:hidden',
  'data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out',
);

/** A sheet at the bottom of a phone, within the thumb's reach; a centred panel on a larger screen. */
export const PANEL = clsx(
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col overflow-hidden rounded-t-lg border border-hairline bg-surface text-ink',
  'sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[88dvh] sm:w-[calc(100%-3rem)] sm:rounded-lg',
  'focus:outline-none',
  'data-[state=open]:animate-sheet-in data-[state=closed]:animate-sheet-out',
  'sm:data-[state=open]:animate-rise-in sm:data-[state=closed]:animate-rise-out',
);

/** Returns the focus to the dialog's opener: Radix does so only for its own trigger, ours open by state. */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // Deleting a card also removes the button that opened the dialog.
      const target = opener.current?.isConnected ? opener.current : document.querySelector('main h1');
      if (target instanceof HTMLElement) target.focus();
    },
  };
}

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  closeLabel: string;
  /** Unsaved input: a click outside no longer closes the dialog. Escape and the close button do. */
  dirty?: boolean;
  size?: 'default' | 'wide';
  /** A form or other content; ends with a `DialogFooter` if there are buttons. */
  children: ReactNode;
};

/** Focus goes to the first control inside and returns to where it was. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  dirty,
  size = 'default',
  children,
}: DialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={OVERLAY} />
        <Primitive.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...returnFocus}
          onEscapeKeyDown={(event) => {
            // A menu or calendar above the dialog closes first.
            const above = document.querySelector<HTMLElement>('[popover=auto]:popover-open');
            if (!above) return;
            event.preventDefault();
            above.hidePopover();
          }}
          onInteractOutside={(event) => {
            if (dirty) event.preventDefault();
          }}
          className={clsx(PANEL, size === 'wide' ? 'sm:max-w-3xl' : 'sm:max-w-lg')}
        >
          <div className="shrink-0 border-hairline border-b py-4 pr-16 pl-4 sm:pl-6">
            <Primitive.Title className="hyphens-auto font-semibold text-xl leading-snug">
              {title}
            </Primitive.Title>
            {description && (
              <Primitive.Description className="mt-1 text-ink-muted">{description}</Primitive.Description>
            )}
          </div>
          <div className="min-h-0 overflow-y-auto overscroll-contain px-4 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6">
            {children}
          </div>
          {/* Last in the DOM, so that the first field gets the focus. */}
          <Primitive.Close asChild>
            <IconButton label={closeLabel} variant="quiet" className="absolute top-2.5 right-2">
              <X className="size-5" aria-hidden="true" />
            </IconButton>
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** The buttons, always visible at the bottom; the last child is the main action. Put it inside the form. */
export function DialogFooter({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={clsx(
        'sticky bottom-[calc(-1*max(1rem,env(safe-area-inset-bottom)))] -mx-4 mt-6 -mb-[max(1rem,env(safe-area-inset-bottom))] sm:-mx-6',
        'flex flex-col-reverse gap-2 border-hairline border-t bg-surface px-4 pt-3 sm:flex-row sm:justify-end sm:px-6',
        'pb-[max(0.75rem,env(safe-area-inset-bottom))]',
        className,
      )}
    >
      {children}
    </div>
  );
}
