import type { ReactNode } from 'react';

export function AccountSection({
  title,
  text,
  children,
}: {
  title: string;
  text: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="grid items-start gap-x-12 gap-y-4 p-4 sm:p-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div>
        <h2 className="font-semibold text-lg leading-snug">{title}</h2>
        {text && <p className="mt-1 text-ink-muted text-sm">{text}</p>}
      </div>
      {children}
    </section>
  );
}
