import type { ReactNode } from 'react';
import { PageHeader } from '#web/ui/page-header.tsx';

type CentredCardProps = { title: string; text: string; children: ReactNode };

/** A page with one small task. On a phone the card fills the page. */
export function CentredCard({ title, text, children }: CentredCardProps) {
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-6 sm:mt-8 sm:rounded-lg sm:border sm:border-hairline sm:bg-surface sm:p-8">
      <PageHeader title={title} subtitle={text} />
      {children}
    </div>
  );
}
