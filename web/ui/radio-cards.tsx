import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

type RadioCardsProps = { legend: ReactNode; className?: string; children: ReactNode };

/** One choice out of a few that need an explanation, such as a plan. */
export function RadioCards({ legend, className, children }: RadioCardsProps) {
  return (
    <fieldset className={clsx('min-w-0', className)}>
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      <div className="flex flex-col gap-2">{children}</div>
    </fieldset>
  );
}

type RadioCardProps = Omit<ComponentProps<'input'>, 'type' | 'title'> & {
  title: ReactNode;
  text?: ReactNode;
  /** At the end of the line: a price, a badge. */
  aside?: ReactNode;
};

/** A native radio button; all of a group share `name`, as set by react-hook-form's `register`. */
export function RadioCard({ title, text, aside, className, ...props }: RadioCardProps) {
  return (
    <label
      className={clsx(
        'flex min-h-14 cursor-pointer items-center gap-3 rounded-md border border-edge bg-surface px-4 py-3',
        'transition-colors duration-150 hover:bg-sunken',
        'has-checked:border-ink has-checked:bg-surface has-checked:ring-1 has-checked:ring-ink',
        'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
        'has-disabled:cursor-not-allowed has-disabled:text-ink-muted',
        className,
      )}
    >
      <input
        {...props}
        type="radio"
        className={clsx(
          'size-5 shrink-0 appearance-none rounded-full border border-edge bg-surface focus-visible:outline-none',
          'checked:border-[6px] checked:border-ink forced-colors:appearance-auto',
        )}
      />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        {text && <span className="block text-ink-muted text-sm">{text}</span>}
      </span>
      {aside && <span className="figures shrink-0 text-right font-semibold">{aside}</span>}
    </label>
  );
}
