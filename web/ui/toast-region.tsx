import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';

type ToastTone = 'default' | 'success' | 'destructive';
export type ToastMessage = { title: ReactNode; description?: ReactNode; tone?: ToastTone };
export type ShownToast = ToastMessage & { id: number; open: boolean };

const DURATION_MS = 5000;
const SWIPE_THRESHOLD_PX = 50;
const HOTKEY = 'F8';

const TONES = {
  default: 'border-hairline bg-surface',
  success: 'border-working/40 bg-working-soft',
  destructive: 'border-destructive/40 bg-destructive-soft',
};

export type ToastRegionProps = {
  shown: ShownToast;
  label: string;
  regionLabel: string;
  closeLabel: string;
  onOpenChange: (id: number, open: boolean) => void;
};

/** The visible part of `ToastProvider`. */
export function ToastRegion({ shown, label, regionLabel, closeLabel, onOpenChange }: ToastRegionProps) {
  return (
    // A new message remounts everything: its timer restarts, it is announced, and hovering over the previous one no
    // longer pauses it (Radix keeps the pause, and the next toast would stay forever).
    <Primitive.Provider
      key={shown.id}
      label={label}
      duration={DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
    >
      <Primitive.Root
        open={shown.open}
        onOpenChange={(open) => onOpenChange(shown.id, open)}
        // An error interrupts the screen reader, a success waits.
        type={shown.tone === 'destructive' ? 'foreground' : 'background'}
        className={clsx(
          'flex items-start gap-3 rounded-lg border py-2 pr-1 pl-4 text-ink shadow-float',
          'data-[state=open]:animate-rise-in data-[state=closed]:animate-fade-out',
          'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=move]:transition-none',
          'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
          'data-[swipe=end]:animate-swipe-out',
          TONES[shown.tone ?? 'default'],
        )}
      >
        {shown.tone === 'success' && (
          <CircleCheck className="mt-2.5 size-5 shrink-0 text-working-text" aria-hidden="true" />
        )}
        {shown.tone === 'destructive' && (
          <CircleAlert className="mt-2.5 size-5 shrink-0 text-destructive-text" aria-hidden="true" />
        )}
        <div className="min-w-0 flex-1 py-2">
          <Primitive.Title className="font-semibold">{shown.title}</Primitive.Title>
          {shown.description && <Primitive.Description>{shown.description}</Primitive.Description>}
        </div>
        <Primitive.Close asChild>
          <IconButton label={closeLabel} variant="quiet">
            <X className="size-5" aria-hidden="true" />
          </IconButton>
        </Primitive.Close>
      </Primitive.Root>
      {/* At the top of a phone, away from the main action at the bottom. */}
      <Primitive.Viewport
        hotkey={[HOTKEY]}
        label={regionLabel}
        className={clsx(
          'fixed inset-x-2 top-[max(0.5rem,env(safe-area-inset-top))] z-60 rounded-lg print:hidden',
          'sm:inset-x-auto sm:top-auto sm:right-6 sm:bottom-6 sm:w-96',
        )}
      />
    </Primitive.Provider>
  );
}
