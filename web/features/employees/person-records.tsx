import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { addDays } from '#domain/dates.ts';
import { query } from '#web/call/query.ts';
import { useReach } from '#web/call/user.ts';
import { AbsenceBadges } from '#web/entries/absence-badges.tsx';
import { AbsenceLine } from '#web/entries/absence-line.tsx';
import { ApprovalBadge } from '#web/entries/entry-badges.tsx';
import { FlagText } from '#web/entries/flag-text.tsx';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';

const SHOWN = 10;
/** Absences are listed from this many days before today to as many after it. */
const DAYS = 180;

/** The person's requests and flags, for those who settle them, and absences. */
export function PersonRecords({ userId }: { userId: string }) {
  const settles = useReach('listAttention') !== undefined;
  return (
    <>
      {settles && <Requests userId={userId} />}
      <Absences userId={userId} />
      {settles && <Flags userId={userId} />}
    </>
  );
}

function Requests({ userId }: { userId: string }) {
  const { t } = useTranslation(['person', 'time-entries']);
  const pathTo = usePathTo();
  const { formatDateTime } = useCompanyTime();
  const result = useQuery(query('listCorrectionRequests', { query: { userId } }));
  const isPending = result.data?.some(({ status }) => status === 'pending');
  return (
    <Card>
      <CardHeader
        title={t('requests.title')}
        aside={
          isPending && (
            <Button asChild variant="secondary" size="small">
              <Link to={pathTo('corrections')}>
                {t('requests.decide')}
                <ArrowRight className="size-4" aria-hidden="true" />
              </Link>
            </Button>
          )
        }
      />
      <CardBody>
        <Loaded query={result}>
          {(requests) => (
            <>
              {requests.length === 0 && <p className="text-ink-muted">{t('requests.none')}</p>}
              <ul className="flex flex-col gap-3">
                {requests.slice(0, SHOWN).map(({ id, kind, createdAt, status, reason }) => (
                  <li key={id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
                    <div className="min-w-0 flex-1 basis-48">
                      <p className="font-medium">{t(`time-entries:history.requested.${kind}`)}</p>
                      <p className="figures text-ink-muted text-sm">{formatDateTime(createdAt)}</p>
                      {reason && <p className="wrap-anywhere text-sm">{reason}</p>}
                    </div>
                    <ApprovalBadge approval={status} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </Loaded>
      </CardBody>
    </Card>
  );
}

function Absences({ userId }: { userId: string }) {
  const { t } = useTranslation('person');
  const { today } = useCompanyTime();
  const period = { startDate: addDays(today(), -DAYS), endDate: addDays(today(), DAYS) };
  const result = useQuery(query('listAbsences', { query: { ...period, userId } }));
  return (
    <Card>
      <CardHeader title={t('absences.title')} text={t('absences.text')} />
      <CardBody>
        <Loaded query={result}>
          {(absences) => (
            <>
              {absences.length === 0 && <p className="text-ink-muted">{t('absences.none')}</p>}
              <ul className="flex flex-col gap-3">
                {absences
                  .toSorted((a, b) => b.startDate.localeCompare(a.startDate))
                  .map((absence) => (
                    <li
                      key={absence.id}
                      className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1"
                    >
                      <AbsenceLine absence={absence} />
                      <AbsenceBadges absence={absence} />
                    </li>
                  ))}
              </ul>
            </>
          )}
        </Loaded>
      </CardBody>
    </Card>
  );
}

function Flags({ userId }: { userId: string }) {
  const { t } = useTranslation('person');
  const { data } = useQuery(query('listFlags', { query: { userId } }));
  const flags = data ? [...data.open, ...data.dismissed].slice(0, SHOWN) : [];
  if (flags.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('flags')} />
      <CardBody className="flex flex-col gap-4">
        {flags.map((flag) => (
          <FlagText key={flag.id} flag={flag} />
        ))}
      </CardBody>
    </Card>
  );
}
