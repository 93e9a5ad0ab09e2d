import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A placeholder for something that is loading; give it the size of the content. */
export function Skeleton({ className = 'h-5' }: { className?: string }) {
  return (
    <span aria-hidden="true" className={clsx('block animate-pulse rounded-sm bg-hairline', className)} />
  );
}

type LoadingProps = {
  /** Read by screen readers. */
  label: string;
  className?: string;
  /** Groups skeletons in the layout of the content. */
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
