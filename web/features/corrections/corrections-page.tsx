import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig, History } from 'lucide-react';
import type { Attention, CorrectionRequest } from '#contract/corrections.ts';
import { attentionCount } from '#domain/corrections.ts';
import { query } from '#web/call/query.ts';
import { useAddressParam } from '#web/forms/search-params.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { joinQueries, Loaded } from '#web/loading/loaded.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { DismissedFlags, OpenFlags } from './flags.tsx';
import { MissingCheckOuts } from './missing-check-outs.tsx';
import { RefusedScans } from './refused-scans.tsx';
import { DecidedRequest, PendingRequest } from './request-card.tsx';

const MonthWarnings = lazyPart(
  withTexts(['hours', 'working-time'], async () => (await import('./month-warnings.tsx')).MonthWarnings),
  { fallback: <Skeleton className="h-64" /> },
);

const TABS = ['open', 'warnings', 'decided'] as const;

export function Component() {
  const { t } = useTranslation('corrections');
  const [param, setParam] = useAddressParam('tab');
  const tab = TABS.find((known) => known === param) ?? 'open';
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6">
      <PageHeader title={t('title')} subtitle={t('text')} />
      <Tabs
        label={t('tabs.label')}
        value={tab}
        onValueChange={(value) => setParam(value === 'open' ? null : value)}
        tabs={TABS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      >
        {tab === 'open' && <OpenQuestions />}
        {tab === 'warnings' && <MonthWarnings />}
        {tab === 'decided' && <DecidedRequests />}
      </Tabs>
    </div>
  );
}

function OpenQuestions() {
  const { t } = useTranslation('corrections');
  const attention = useQuery(query('listAttention'));
  return (
    <Loaded query={attention} skeleton={<Skeleton className="h-64" />}>
      {(data) =>
        attentionCount(data) === 0 ? (
          <Card>
            <EmptyState icon={<CircleCheckBig />} title={t('empty.title')} text={t('empty.text')} />
          </Card>
        ) : (
          <OpenLists {...data} />
        )
      }
    </Loaded>
  );
}

function OpenLists({ missingCheckOuts, requests, requestCount, refusedScans, flags }: Attention) {
  const { t } = useTranslation('corrections');
  return (
    <div className="flex flex-col gap-8">
      {missingCheckOuts.length > 0 && <MissingCheckOuts entries={missingCheckOuts} />}
      {refusedScans.length > 0 && <RefusedScans scans={refusedScans} />}
      {requests.length > 0 && (
        <section aria-labelledby="pending-requests">
          <h2 id="pending-requests" className="font-semibold text-xl">
            {t('requests.title')}
          </h2>
          {requestCount > requests.length && (
            <p className="figures mt-1 text-ink-muted">
              {t('requests.oldest', { shown: requests.length, total: requestCount })}
            </p>
          )}
          <ul className="mt-4 flex flex-col gap-4">
            {requests.map((request) => (
              <li key={request.id}>
                <PendingRequest request={request} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {flags.length > 0 && <OpenFlags flags={flags} />}
    </div>
  );
}

const isDecided = ({ decision }: CorrectionRequest) => decision !== null;

function DecidedRequests() {
  const { t } = useTranslation('corrections');
  const result = joinQueries(
    useQuery(query('listCorrectionRequests', { query: {} })),
    useQuery(query('listFlags', { query: {} })),
  );
  return (
    <Loaded query={result} skeleton={<Skeleton className="h-64" />}>
      {([requests, { dismissed }]) => {
        const decided = requests.filter(isDecided);
        return decided.length + dismissed.length === 0 ? (
          <Card>
            <EmptyState icon={<History />} title={t('noneDecided.title')} text={t('noneDecided.text')} />
          </Card>
        ) : (
          <div className="flex flex-col gap-8">
            {decided.length > 0 && (
              <section aria-labelledby="decided-requests">
                <h2 id="decided-requests" className="sr-only">
                  {t('tabs.decided')}
                </h2>
                <ul className="flex flex-col gap-4">
                  {decided.map((request) => (
                    <li key={request.id}>
                      <DecidedRequest request={request} />
                    </li>
                  ))}
                </ul>
              </section>
            )}
            {dismissed.length > 0 && <DismissedFlags flags={dismissed} />}
          </div>
        );
      }}
    </Loaded>
  );
}
