import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Slot } from './slot.tsx';

type TextLinkProps = ComponentProps<'a'> & {
  /** The only child becomes the link, for example a router's. */
  asChild?: boolean;
  /** `quiet` is underlined only on hover: for lists of links, never inside a sentence. */
  variant?: 'default' | 'quiet';
};

export function TextLink({ asChild, variant = 'default', className, ...props }: TextLinkProps) {
  const Component = asChild ? Slot : 'a';
  return (
    <Component
      className={clsx(
        'rounded-sm underline-offset-4 transition-colors duration-150',
        variant === 'quiet'
          ? 'text-ink-muted hover:text-ink hover:underline'
          : 'text-ink underline decoration-edge hover:decoration-2 hover:decoration-ink',
        className,
      )}
      {...props}
    />
  );
}
