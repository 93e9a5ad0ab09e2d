import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

const TONES = {
  neutral: { Icon: Info, box: 'border-hairline bg-sunken', text: 'text-ink' },
  working: { Icon: CircleCheck, box: 'border-working/40 bg-working-soft', text: 'text-working-text' },
  attention: {
    Icon: TriangleAlert,
    box: 'border-attention/40 bg-attention-soft',
    text: 'text-attention-text',
  },
  destructive: {
    Icon: CircleAlert,
    box: 'border-destructive/40 bg-destructive-soft',
    text: 'text-destructive-text',
  },
};

type AlertProps = Omit<ComponentProps<'div'>, 'title'> & {
  tone?: keyof typeof TONES;
  title?: ReactNode;
  action?: ReactNode;
};

/** A notice in the page. Give it `role="status"` when it appears by itself, `role="alert"` when it is urgent. */
export function Alert({ tone = 'neutral', title, action, className, children, ...props }: AlertProps) {
  const { Icon, box, text } = TONES[tone];
  return (
    <div
      className={clsx(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border px-4 py-3',
        box,
        className,
      )}
      {...props}
    >
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        <Icon className={clsx('mt-0.5 size-5 shrink-0', text)} aria-hidden="true" />
        <div className="min-w-0">
          {title && <p className={clsx('font-semibold', text)}>{title}</p>}
          {children && <div>{children}</div>}
        </div>
      </div>
      {action}
    </div>
  );
}

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** A form's error message from the server, scrolled into view when it appears; renders nothing without one. */
export function FormError({ className, children }: { className?: string; children?: ReactNode }) {
  if (!children) return null;
  return (
    // Clear of the buttons, which stay at the bottom of a dialog.
    <Alert ref={scrollIntoView} tone="destructive" role="alert" className={clsx('scroll-my-36', className)}>
      {children}
    </Alert>
  );
}
