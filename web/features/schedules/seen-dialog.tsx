import { useQuery } from '@tanstack/react-query';
import type { EndpointResponse } from '#contract/index.ts';
import type { DatePeriod } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import { MAX_ANNOUNCEMENTS } from '#domain/schedules.ts';
import { query } from '#web/call/query.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type Announcements = EndpointResponse<'listAnnouncements'>;

/** Who was told of the period’s shifts, by what, and who has said "Seen"; whoever has not comes first. */
export function SeenDialog({ period, onClose }: { period: DatePeriod; onClose: () => void }) {
  const { t } = useTranslation(['schedules', 'common']);
  const { formatDate } = useCompanyTime();
  const announcements = useQuery(
    query('listAnnouncements', { query: { startDate: period.start, endDate: period.end } }),
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('seen.title')}
      description={`${formatDate(period.start)} – ${formatDate(period.end)}`}
      closeLabel={t('common:close')}
    >
      <Loaded query={announcements}>
        {(all) => (all.length === 0 ? <p>{t('seen.none')}</p> : <Told announcements={all} />)}
      </Loaded>
    </Dialog>
  );
}

function Told({ announcements }: { announcements: Announcements }) {
  const { t } = useTranslation('schedules');
  const { formatDateTime } = useCompanyTime();
  const [waiting = [], seen = []] = [false, true].map((isSeen) =>
    announcements.filter(({ seenAt }) => (seenAt !== null) === isSeen),
  );
  const count = new Set(waiting.map(({ user }) => user.id)).size;
  return (
    <>
      {announcements.length === MAX_ANNOUNCEMENTS && (
        <Alert tone="neutral" title={t('seen.newest', { count: MAX_ANNOUNCEMENTS })} />
      )}
      <p className="font-semibold">{count > 0 ? t('seen.waiting', { count }) : t('seen.everybody')}</p>
      <ul className="flex flex-col divide-y divide-hairline">
        {[...waiting, ...seen].map(({ id, user, announcedAt, channels, changedDays, reason, seenAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 flex-1 basis-56">
              <span className="wrap-anywhere block font-semibold">{fullName(user)}</span>
              <span className="figures block text-ink-muted text-sm">
                {t('seen.told', { at: formatDateTime(announcedAt) })} ·{' '}
                <span className="whitespace-nowrap">
                  {channels.map((channel) => t(`seen.channels.${channel}`)).join(', ')}
                </span>
                {changedDays > 0 && (
                  <span className="whitespace-nowrap"> · {t('seen.days', { count: changedDays })}</span>
                )}
              </span>
              {reason && <span className="wrap-anywhere block text-sm">{reason}</span>}
            </span>
            {seenAt === null ? (
              <Badge tone="attention">{t('seen.notYet')}</Badge>
            ) : (
              <span className="figures text-sm">{t('seen.at', { at: formatDateTime(seenAt) })}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
