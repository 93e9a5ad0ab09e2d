import { useQuery } from '@tanstack/react-query';
import { attentionCount } from '#domain/corrections.ts';
import { query } from '#web/call/query.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';

const AttentionCard = lazyPart(async () => (await import('./attention-card.tsx')).AttentionCard, {
  isOptional: true,
});

/** Loads and shows the card if something needs an administrator's attention; the page needs the area `dashboard`. */
export function AttentionNotice() {
  const { data } = useQuery(query('listAttention'));
  return data && attentionCount(data) > 0 && <AttentionCard attention={data} />;
}
