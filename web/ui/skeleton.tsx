import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** The place of something that is loading; give it the size of what will come. */
export function Skeleton({ className = 'h-5' }: { className?: string }) {
  return (
    <span aria-hidden="true" className={clsx('block animate-pulse rounded-sm bg-hairline', className)} />
  );
}

type LoadingProps = {
  /** Said by screen readers. */
  label: string;
  className?: string;
  /** Skeletons in the layout of what will come. */
  children: ReactNode;
};

export function Loading({ label, className, children }: LoadingProps) {
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
