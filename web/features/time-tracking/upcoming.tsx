import { useQuery } from '@tanstack/react-query';
import { dateIn } from '#domain/dates.ts';
import { useUser } from '#web/api/auth.ts';
import { personHoursQuery } from '#web/api/month-hours.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { UpcomingNotice } from '#web/working-time/upcoming-notice.tsx';

/** What the viewer should heed next; nothing without a connection. */
export function Upcoming() {
  const { id, company } = useUser();
  const month = dateIn(serverNow(), company.timezone).slice(0, 7);
  const { data } = useQuery(personHoursQuery(month, id));
  return data?.details?.upcoming && <UpcomingNotice upcoming={data.details.upcoming} />;
}
