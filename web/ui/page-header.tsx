import { clsx } from 'clsx';
import type { ReactNode } from 'react';

type PageHeaderProps = {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Buttons; below the title on a phone. */
  actions?: ReactNode;
  className?: string;
};

/** The page's only `h1`; focusable by script, so that a new page can be announced. */
export function PageHeader({ title, subtitle, actions, className }: PageHeaderProps) {
  return (
    <header className={clsx('flex flex-wrap items-end justify-between gap-x-6 gap-y-4', className)}>
      <div className="min-w-0 max-w-full">
        <h1
          tabIndex={-1}
          className="hyphens-auto font-bold text-2xl leading-tight tracking-tight sm:text-3xl"
        >
          {title}
        </h1>
        {subtitle && <p className="mt-1 text-ink-muted">{subtitle}</p>}
      </div>
      {actions && <div className="flex w-full flex-wrap gap-2 *:grow sm:w-auto sm:*:grow-0">{actions}</div>}
    </header>
  );
}
