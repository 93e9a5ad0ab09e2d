import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useId } from 'react';

type ProgressProps = {
  label: ReactNode;
  value: number;
  max: number;
  /** The text at the end of the line, also read aloud: "3 / 5". */
  valueText: string;
  /** By default it becomes `attention` when full. */
  tone?: 'neutral' | 'working' | 'attention';
  className?: string;
};

const TONES = { neutral: 'bg-ink', working: 'bg-working', attention: 'bg-attention' };

/** How much of a quota is used: employees, locations, trial days. */
export function Progress({ label, value, max, valueText, tone, className }: ProgressProps) {
  const id = useId();
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <span id={id} className="min-w-0 font-medium">
          {label}
        </span>
        <span className="figures shrink-0 text-ink-muted">{valueText}</span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuenow={Math.min(value, max)}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuetext={valueText}
        className="h-2 overflow-hidden rounded-full bg-hairline"
      >
        <div
          className={clsx('h-full rounded-full', TONES[tone ?? (share === 1 ? 'attention' : 'neutral')])}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}
