import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { companyQuery } from '#web/api/company.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { AiEndpointCard } from './ai-endpoint-card.tsx';
import { ApiKeysCard } from './api-keys-card.tsx';
import { LedgerCard } from './ledger-card.tsx';
import { PrivacyCard } from './privacy-card.tsx';
import { SettingsForm } from './settings-form.tsx';

export function Component() {
  const { t } = useTranslation(['company', 'common']);
  const company = useQuery(companyQuery);
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <PageHeader title={t('title')} subtitle={t('text')} />
      {company.data ? (
        <SettingsForm company={company.data} />
      ) : company.isError ? (
        <ErrorState
          title={t('common:loadFailed')}
          text={company.error.message}
          retryLabel={t('common:retry')}
          onRetry={() => company.refetch()}
          pending={company.isFetching}
        />
      ) : (
        <Loading label={t('common:loading')}>
          <Skeleton className="h-[40rem] w-full" />
        </Loading>
      )}
      <PrivacyCard />
      <LedgerCard />
      <AiEndpointCard />
      <ApiKeysCard />
    </div>
  );
}
