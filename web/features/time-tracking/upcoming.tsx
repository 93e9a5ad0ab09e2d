import { useQuery } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import { Link } from 'react-router';
import { reachOf } from '#contract/policy.ts';
import { dateIn } from '#domain/dates.ts';
import { serverNow } from '#web/call/server-clock.ts';
import { useUser } from '#web/call/user.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { personHoursQuery } from '#web/working-time/person-hours.ts';
import { UpcomingNotice } from '#web/working-time/upcoming-notice.tsx';

/** What the viewer should heed next, not without a connection; for managers the way to their crew. */
export function Upcoming() {
  const { t } = useTranslation('nav');
  const pathTo = usePathTo();
  const { id, company, role } = useUser();
  const month = dateIn(serverNow(), company.timezone).slice(0, 7);
  const { data } = useQuery(personHoursQuery(month, id));
  const reach = reachOf('team', role);
  return (
    <>
      {data?.details?.upcoming && <UpcomingNotice upcoming={data.details.upcoming} />}
      {reach && (
        <Button asChild variant="secondary">
          <Link to={pathTo('crew')}>
            <UserCheck className="size-5" aria-hidden="true" />
            {t('pages.crew')}
          </Link>
        </Button>
      )}
    </>
  );
}
