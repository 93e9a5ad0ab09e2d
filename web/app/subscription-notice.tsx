import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Link, useLocation } from 'react-router';
import type { SubscriptionStatusView } from '#contract/subscription.ts';
import { matchPath } from '#domain/paths.ts';
import { query } from '#web/call/query.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { usePathTo } from '../i18n/language.ts';

const TRIAL_DAYS_NOTICED = 3;
const STALE_MS = 10 * 60_000;

/** For administrators: a notice when the trial is nearly over or payment has failed. */
export function SubscriptionNotice() {
  const { t } = useTranslation('upgrade');
  const pathTo = usePathTo();
  const page = matchPath(useLocation().pathname)?.page;
  const { data } = useQuery({ ...query('getSubscriptionStatus'), staleTime: STALE_MS });
  const what = data && noticeOf(data);
  // Those two pages show it themselves.
  if (!what || page === 'subscription' || page === 'payment') return null;
  return (
    <aside
      aria-label={t('notice.label')}
      className={clsx(
        'border-hairline border-b text-center text-sm print:hidden',
        data.limited ? 'bg-destructive-soft' : 'bg-attention-soft',
      )}
    >
      <Link
        to={pathTo('subscription')}
        className="group flex min-h-11 items-center justify-center px-4 py-1.5 -outline-offset-2!"
      >
        <span className="figures text-balance">
          {t(`notice.${what}`, { count: data.trialDaysRemaining })}{' '}
          <span className="whitespace-nowrap font-semibold underline decoration-edge underline-offset-4 group-hover:decoration-2 group-hover:decoration-ink">
            {t('seePlans')}
          </span>
        </span>
      </Link>
    </aside>
  );
}

function noticeOf({ status, limited, trialDaysRemaining }: SubscriptionStatusView) {
  if (status === 'past_due') return 'pastDue';
  if (limited) return status === 'active' || status === 'unknown' ? 'ended' : 'trialOver';
  return trialDaysRemaining > 0 && trialDaysRemaining <= TRIAL_DAYS_NOTICED ? 'days' : undefined;
}
