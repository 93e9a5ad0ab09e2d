import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

type DisclosureProps = {
  title: ReactNode;
  isOpen?: boolean;
  /** A field inside has an error: it opens, and that field gets the focus. */
  hasError?: boolean;
  /** Renders the details when they are first opened, for those that ask the server. */
  isLazy?: boolean;
  children: ReactNode;
};

/** Details for a few readers, folded until they are opened; the browser's own search opens them too. */
export function Disclosure({
  title,
  isOpen = false,
  hasError = false,
  isLazy = false,
  children,
}: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpenAtFirst] = useState(isOpen);
  const [hasOpened, setHasOpened] = useState(isOpen);
  useEffect(() => {
    const { current } = details;
    if (!hasError || !current || current.open) return;
    current.open = true;
    current.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [hasError]);
  return (
    <details
      ref={details}
      open={isOpenAtFirst}
      onToggle={() => setHasOpened(true)}
      className="group border-hairline border-t pt-2"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-sm font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-5 shrink-0 text-ink-muted transition-transform duration-150 group-open:rotate-90"
          aria-hidden="true"
        />
        {title}
      </summary>
      <div className="flex flex-col items-start gap-3 pt-2">{(!isLazy || hasOpened) && children}</div>
    </details>
  );
}
