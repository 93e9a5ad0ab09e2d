import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import type { Attention } from '#contract/corrections.ts';
import { attentionCount } from '#domain/corrections.ts';
import { PersonLink } from '#web/entries/person-link.tsx';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useBoardFormat } from '#web/time/board-format.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';

const SHOWN = 3;

/** What needs an administrator's attention: the count, and the newest items. */
export function AttentionCard({ attention }: { attention: Attention }) {
  const { t } = useTranslation('dashboard');
  const { formatMoment } = useBoardFormat();
  const pathTo = usePathTo();
  const count = attentionCount(attention);
  const newest = [
    ...attention.missingCheckOuts.map(({ id, userId, user, checkIn }) => ({
      id,
      user: { ...user, id: userId },
      at: checkIn,
      kind: 'missing' as const,
    })),
    ...attention.refusedScans.map(({ id, user, receivedAt }) => ({
      id,
      user,
      at: receivedAt,
      kind: 'refused' as const,
    })),
    ...attention.flags.map(({ id, user, at }) => ({ id, user, at, kind: 'flag' as const })),
    ...attention.requests.map(({ id, user, createdAt, kind }) => ({ id, user, at: createdAt, kind })),
  ]
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, SHOWN);
  return (
    <Alert
      tone="attention"
      // On a phone the count alone: who is at work comes first.
      className="max-sm:[&>div]:basis-40"
      title={t('admin.attention.title', { count })}
      action={
        <Button asChild variant="secondary" className="max-sm:min-h-11">
          <Link to={pathTo('corrections')}>
            {t('admin.attention.show')}
            <ArrowRight className="size-5" aria-hidden="true" />
          </Link>
        </Button>
      }
    >
      <ul className="mt-1 text-sm max-sm:hidden">
        {newest.map(({ id, user, at, kind }) => (
          <li key={id}>
            <span className="font-semibold">
              <PersonLink id={user.id} name={user} />
            </span>{' '}
            · {t(`admin.attention.kinds.${kind}`)} · <span className="figures">{formatMoment(at)}</span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
