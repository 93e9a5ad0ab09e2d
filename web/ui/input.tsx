import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useFieldWiring } from './field.tsx';

/** The common style of all inputs. Text of 16 px: with smaller text iOS zooms in. */
export const CONTROL = clsx(
  'w-full min-w-0 rounded-md border border-edge bg-surface px-3 py-2 text-base text-ink',
  'transition-colors duration-150 hover:border-ink-muted',
  'focus-visible:border-focus focus-visible:outline-offset-0',
  'aria-invalid:border-destructive aria-invalid:ring-1 aria-invalid:ring-destructive',
  'disabled:cursor-not-allowed disabled:border-hairline disabled:bg-sunken disabled:text-ink-muted',
);

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input
      {...props}
      {...useFieldWiring(props)}
      className={clsx(CONTROL, 'min-h-11 read-only:bg-sunken', className)}
    />
  );
}

/** Of three lines; grows with its text in browsers that support it. */
export function Textarea({ className, ...props }: Omit<ComponentProps<'textarea'>, 'rows'>) {
  return (
    <textarea
      rows={3}
      {...props}
      {...useFieldWiring(props)}
      className={clsx(CONTROL, 'field-sizing-content max-h-80 min-h-24 read-only:bg-sunken', className)}
    />
  );
}
