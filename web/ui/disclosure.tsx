import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

type DisclosureProps = { title: ReactNode; children: ReactNode };

/** Details for a few readers, folded until they are opened; the browser's own search opens them too. */
export function Disclosure({ title, children }: DisclosureProps) {
  return (
    <details className="group border-hairline border-t pt-2">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-sm font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-5 shrink-0 text-ink-muted transition-transform duration-150 group-open:rotate-90"
          aria-hidden="true"
        />
        {title}
      </summary>
      <div className="flex flex-col items-start gap-3 pt-2">{children}</div>
    </details>
  );
}
