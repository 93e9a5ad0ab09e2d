import { clsx } from 'clsx';
import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

type EmptyStateProps = {
  /** An icon, 24 px. */
  icon: ReactNode;
  title: ReactNode;
  /** What will be shown here and how to add it. */
  text?: ReactNode;
  action?: ReactNode;
  className?: string;
};

export function EmptyState({ icon, title, text, action, className }: EmptyStateProps) {
  return (
    <div className={clsx('flex flex-col items-center gap-1 px-4 py-10 text-center', className)}>
      <span
        aria-hidden="true"
        className="mb-3 grid size-12 place-items-center rounded-lg border border-hairline bg-sunken text-ink-muted [&_svg]:size-6"
      >
        {icon}
      </span>
      <p className="font-semibold text-lg leading-snug">{title}</p>
      {text && <p className="max-w-prose text-balance text-ink-muted">{text}</p>}
      {action && <div className="mt-4 flex max-w-full flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

type ErrorStateProps = {
  title: ReactNode;
  text?: ReactNode;
  retryLabel: string;
  onRetry: () => void;
  pending?: boolean;
  className?: string;
};

export function ErrorState({ title, text, retryLabel, onRetry, pending, className }: ErrorStateProps) {
  return (
    <div role="alert" className={className}>
      <EmptyState
        icon={<TriangleAlert className="text-destructive-text" />}
        title={title}
        text={text}
        action={
          <Button
            variant="secondary"
            pending={pending}
            icon={<RotateCw className="size-5" aria-hidden="true" />}
            onClick={onRetry}
          >
            {retryLabel}
          </Button>
        }
      />
    </div>
  );
}
