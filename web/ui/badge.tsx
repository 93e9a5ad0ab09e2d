import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const TONES = {
  neutral: 'border-hairline bg-sunken text-ink-muted',
  working: 'border-working/30 bg-working-soft text-working-text',
  attention: 'border-attention/35 bg-attention-soft text-attention-text',
  destructive: 'border-destructive/30 bg-destructive-soft text-destructive-text',
  brand: 'border-transparent bg-brand text-on-brand',
};
export type BadgeTone = keyof typeof TONES;

type BadgeProps = {
  /** `working` is for "at work now" only; `brand` for the one highlighted thing of a screen. */
  tone?: BadgeTone;
  /** A dot before the text, in the tone's colour. */
  dot?: boolean;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A state in one or two words. */
export function Badge({ tone = 'neutral', dot, icon, className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'figures inline-flex max-w-full items-center gap-1.5 rounded-sm border px-2 py-0.5 font-medium text-sm leading-5',
        '[&_svg]:size-4 [&_svg]:shrink-0',
        TONES[tone],
        className,
      )}
    >
      {dot && <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-current" />}
      {icon}
      <span className="min-w-0 truncate">{children}</span>
    </span>
  );
}

type CountBadgeProps = {
  count: number;
  /** The label for screen readers, including the number: "3 unread messages". */
  label: string;
  className?: string;
};

const COUNT_SHOWN_UP_TO = 99;

/** The number, or "99+" above 99. */
function cappedCount(count: number): string {
  return count > COUNT_SHOWN_UP_TO ? `${COUNT_SHOWN_UP_TO}+` : String(count);
}

/** Renders nothing for 0, "99+" above 99. */
export function CountBadge({ count, label, className }: CountBadgeProps) {
  if (count <= 0) return null;
  return (
    <span
      className={clsx(
        'figures inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-ink px-1.5 font-semibold text-paper text-xs',
        className,
      )}
    >
      <span aria-hidden="true">{cappedCount(count)}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
