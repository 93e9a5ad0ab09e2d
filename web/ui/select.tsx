import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFieldWiring } from './field.tsx';
import { CONTROL } from './input.tsx';

/** The browser's own select: fast, and familiar on every phone. Options are plain `<option>`s. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className={clsx('relative block w-full', className)}>
      <select
        {...props}
        {...useFieldWiring(props)}
        className={clsx(CONTROL, 'min-h-11 appearance-none truncate pr-10')}
      />
      <ChevronDown
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-ink-muted"
        aria-hidden="true"
      />
    </span>
  );
}
