import { clsx } from 'clsx';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Slot } from './slot.tsx';
import { Spinner } from './spinner.tsx';

const VARIANTS = {
  primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover',
  brand: 'border-transparent bg-brand text-on-brand hover:bg-brand-hover',
  secondary: clsx(
    'border-edge bg-surface text-ink hover:bg-sunken',
    'aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper',
  ),
  ghost: 'border-transparent text-ink hover:bg-sunken',
  quiet: 'border-transparent text-ink-muted hover:text-ink',
  destructive: 'border-transparent bg-destructive text-on-destructive hover:bg-destructive-hover',
};

const SIZES = {
  small: 'min-h-9 px-3 py-1 text-sm pointer-coarse:min-h-11',
  default: 'min-h-11 px-4 py-2',
  large: 'min-h-14 px-6 py-3 text-lg',
};

const SQUARES = {
  small: 'size-9 pointer-coarse:size-11',
  default: 'size-11',
  large: 'size-14',
};

const BASE = clsx(
  'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-md border text-center font-semibold leading-tight',
  'transition-colors duration-150 select-none',
  'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed',
  '[&_svg]:shrink-0',
);

type Look = {
  /** `brand` is the one high-visibility action of a screen; `quiet` is for an icon inside a control. */
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
};

type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** Shows a spinner instead of the icon and ignores clicks, so nothing is sent twice. Focus stays. */
    pending?: boolean;
    icon?: ReactNode;
  } & (
    | { asChild?: false }
    /** The only child becomes the button, for example a router's link; it has its own icon. */
    | { asChild: true; pending?: never; icon?: never }
  );

export function Button({
  variant = 'primary',
  size = 'default',
  asChild,
  pending,
  icon,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const classes = clsx(BASE, VARIANTS[variant], SIZES[size], className);
  if (asChild) {
    return (
      <Slot className={classes} onClick={onClick} {...props}>
        {children}
      </Slot>
    );
  }
  return (
    <button
      type="button"
      {...props}
      {...whilePending(pending, onClick)}
      className={clsx(classes, pending && 'opacity-80')}
    >
      {pending ? <Spinner /> : icon}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> &
  Look & {
    /** The label for screen readers, also the tooltip. */
    label: string;
    pending?: boolean;
  };

export function IconButton({
  label,
  variant = 'ghost',
  size = 'default',
  pending,
  className,
  children,
  onClick,
  ...props
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...props}
      {...whilePending(pending, onClick)}
      className={clsx(BASE, VARIANTS[variant], SQUARES[size], className)}
    >
      {pending ? <Spinner /> : children}
    </button>
  );
}

/** `disabled` would drop the focus and hide the button from screen readers; `aria-disabled` keeps both. */
function whilePending(pending: boolean | undefined, onClick: ComponentProps<'button'>['onClick']) {
  if (!pending) return { onClick };
  return {
    'aria-busy': true,
    'aria-disabled': true,
    onClick: (event: MouseEvent) => {
      // Pressing Enter in a form field clicks its submit button too.
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
