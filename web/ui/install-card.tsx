import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Mark } from './mark.tsx';

type InstallCardProps = Omit<ComponentProps<'aside'>, 'title'> & { title: string; actions: ReactNode };

/** Floats at the bottom of a phone, hidden while its keyboard is open, and in the corner of a larger screen. */
export function InstallCard({ title, actions, className, children, ...props }: InstallCardProps) {
  return (
    <aside
      aria-label={title}
      className={clsx(
        'fixed inset-x-3 bottom-3 z-20 rounded-lg border border-edge bg-surface p-4 text-left text-ink shadow-float print:hidden',
        'sm:right-6 sm:bottom-6 sm:left-auto sm:w-96 [@media(max-height:32rem)]:hidden',
        className,
      )}
      {...props}
    >
      <div className="flex gap-3">
        <Mark className="size-10" />
        <div className="min-w-0">
          <p className="font-semibold text-lg leading-snug">{title}</p>
          <div className="mt-1 text-ink-muted">{children}</div>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap justify-end gap-2">{actions}</div>
    </aside>
  );
}
