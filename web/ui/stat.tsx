import { clsx } from 'clsx';
import type { ReactNode } from 'react';

type StatProps = {
  label: ReactNode;
  value: ReactNode;
  /** Smaller, after the figure: "h". */
  unit?: ReactNode;
  note?: ReactNode;
  size?: 'default' | 'hero';
  className?: string;
};

export function Stat({ label, value, unit, note, size = 'default', className }: StatProps) {
  return (
    <dl className={clsx('min-w-0', className)}>
      <dt className="text-ink-muted text-sm">{label}</dt>
      <dd className="mt-1">
        <span
          className={clsx(
            'figures font-bold leading-none tracking-tight',
            size === 'hero' ? 'text-6xl sm:text-7xl' : 'text-4xl',
          )}
        >
          {value}
        </span>
        {unit && (
          <span
            className={clsx('ml-1.5 font-medium text-ink-muted', size === 'hero' ? 'text-2xl' : 'text-lg')}
          >
            {unit}
          </span>
        )}
      </dd>
      {note && <dd className="mt-1 text-ink-muted text-sm">{note}</dd>}
    </dl>
  );
}
