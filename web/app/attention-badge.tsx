import { useQuery } from '@tanstack/react-query';
import { attentionCount } from '#domain/corrections.ts';
import { query } from '#web/call/query.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CountBadge } from '../ui/badge.tsx';

/** How many items wait for an administrator. Rendered only for administrators. */
export function AttentionBadge({ className }: { className: string }) {
  const { t } = useTranslation('nav');
  const { data } = useQuery(query('listAttention'));
  const count = data ? attentionCount(data) : 0;
  return <CountBadge count={count} label={t('needAttention', { count })} className={className} />;
}
