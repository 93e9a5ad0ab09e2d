import { lazy, Suspense } from 'react';
import { isOpen, useOutbox } from '#web/api/outbox.ts';

const OutboxList = lazy(async () => ({ default: (await import('./outbox-list.tsx')).OutboxList }));

/** What this phone has not got rid of yet; mostly nothing, so the list loads when there is some. */
export function Outbox() {
  const items = useOutbox().filter(isOpen);
  if (items.length === 0) return null;
  return (
    <Suspense>
      <OutboxList items={items} />
    </Suspense>
  );
}
