import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { attentionCount, attentionQuery } from '#web/api/attention.ts';

const AttentionCard = lazy(async () => ({ default: (await import('./attention-card.tsx')).AttentionCard }));

/** Loads and shows the card while something waits for an administrator; the page needs the area `dashboard`. */
export function AttentionNotice() {
  const { data } = useQuery(attentionQuery);
  return (
    data &&
    attentionCount(data) > 0 && (
      <Suspense>
        <AttentionCard attention={data} />
      </Suspense>
    )
  );
}
