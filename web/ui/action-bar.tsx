import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

/**
 * The one or two actions of an employee's screen: on a phone a bar within the thumb's reach, at the end of the page and on
 * top of the navigation; on a larger screen a row in the page. It stands at the end of a flex column that fills `main`.
 */
export function ActionBar({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={clsx(
        'sticky bottom-(--bottom-bar) z-10 -mx-4 mt-auto -mb-8 flex gap-2 border-hairline border-t bg-surface px-4 py-2 sm:-mx-6 sm:px-6',
        'md:static md:m-0 md:border-0 md:bg-transparent md:p-0',
        className,
      )}
      {...props}
    />
  );
}

type ActionButtonProps = Omit<ComponentProps<typeof Button>, 'asChild'> & {
  /** The yellow one, which takes the room; else it is small and stands beside that one. */
  isMain: boolean;
};

/** One of the actions in the bar. */
export function ActionButton({ isMain, ...props }: ActionButtonProps) {
  return (
    <Button
      size="large"
      variant={isMain ? 'brand' : 'secondary'}
      className={
        isMain
          ? 'min-w-0 shrink! grow px-3!'
          : 'min-w-24 flex-col gap-0.5! px-2! py-1! text-xs! sm:flex-row sm:gap-2! sm:px-6! sm:text-lg!'
      }
      {...props}
    />
  );
}
