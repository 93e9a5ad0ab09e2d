import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as Primitive } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
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

/** What a message must not cover. */
const IN_USE = 'button, a[href], input, select, textarea, summary, label, h1, h2, h3, [role=dialog]';
const STEP_PX = 4;
/** What follows the message, such as a closing dialog or a new card, is there by then. */
const SETTLED_AFTER_MS = 300;

const MARGIN_PX = 8;

/**
 * Moves the message to the lowest place where it covers the fewest buttons and titles: usually none. One that is placed
 * moves only if it covers something.
 */
function placeClear(message: HTMLElement, isPlaced: boolean): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const { width, height, left: leftNow, top: topNow } = message.getBoundingClientRect();
  const boxes = [...document.querySelectorAll(IN_USE)]
    .filter((element) => !message.contains(element) && element.checkVisibility())
    .map((element) => element.getBoundingClientRect());
  const coveredAt = (left: number, top: number) =>
    boxes.filter(
      (box) => box.right > left && box.left < left + width && box.bottom > top && box.top < top + height,
    ).length;
  if (isPlaced && coveredAt(leftNow, topNow) === 0) return;
  let best = { covered: Number.POSITIVE_INFINITY, left: MARGIN_PX, top: MARGIN_PX };
  for (const left of [clientWidth - width - MARGIN_PX, (clientWidth - width) / 2, MARGIN_PX]) {
    for (let top = clientHeight - height - MARGIN_PX; top >= MARGIN_PX; top -= STEP_PX) {
      const covered = coveredAt(left, top);
      if (covered < best.covered) best = { covered, left, top };
    }
  }
  message.style.left = `${best.left}px`;
  message.style.top = `${best.top}px`;
}

/** The visible part of `ToastProvider`. */
export function ToastRegion({ shown, label, regionLabel, closeLabel, onOpenChange }: ToastRegionProps) {
  const viewport = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message is placed anew.
  useLayoutEffect(() => {
    const message = viewport.current;
    if (!message) return;
    // Radix puts the message there a moment later.
    const sized = new ResizeObserver(() => placeClear(message, false));
    sized.observe(message);
    let later: ReturnType<typeof setTimeout>;
    const placeLater = () => {
      clearTimeout(later);
      later = setTimeout(() => placeClear(message, true), SETTLED_AFTER_MS);
    };
    placeLater();
    // What a click opens may lie under the message.
    document.addEventListener('click', placeLater);
    return () => {
      sized.disconnect();
      clearTimeout(later);
      document.removeEventListener('click', placeLater);
    };
  }, [shown.id]);
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
          'flex items-start gap-3 rounded-lg border pr-1 pl-4 text-ink shadow-float',
          // A title alone fits between the rows of a page.
          shown.description && 'py-2',
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
      <Primitive.Viewport
        ref={viewport}
        hotkey={[HOTKEY]}
        label={regionLabel}
        className="fixed z-60 w-max min-w-48 max-w-[min(24rem,calc(100vw-1rem))] rounded-lg print:hidden"
      />
    </Primitive.Provider>
  );
}
