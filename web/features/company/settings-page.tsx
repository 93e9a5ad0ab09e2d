import { useQuery } from '@tanstack/react-query';
import { query } from '#web/call/query.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AbsenceCodesCard } from './absence-codes-card.tsx';
import { AiEndpointCard } from './ai-endpoint-card.tsx';
import { ApiKeysCard } from './api-keys-card.tsx';
import { CompanyCodeCard } from './company-code-card.tsx';
import { HolidaysCard } from './holidays-card.tsx';
import { KiosksCard } from './kiosks-card.tsx';
import { LedgerCard } from './ledger-card.tsx';
import { PrivacyCard } from './privacy-card.tsx';
import { SettingsForm } from './settings-form.tsx';
import { SheetsCard } from './sheets-card.tsx';
import { WorkRulesCard } from './work-rules-card.tsx';

export function Component() {
  const { t } = useTranslation('company');
  const company = useQuery(query('getCompany'));
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6">
      <PageHeader title={t('title')} subtitle={t('text')} />
      <Loaded query={company} skeleton={<Skeleton className="h-[40rem]" />}>
        {(settings) => (
          <>
            <SettingsForm company={settings} />
            <CompanyCodeCard code={settings.code} />
          </>
        )}
      </Loaded>
      <KiosksCard />
      <WorkRulesCard />
      <HolidaysCard />
      <AbsenceCodesCard />
      <SheetsCard />
      <PrivacyCard />
      <LedgerCard />
      <AiEndpointCard />
      <ApiKeysCard />
    </div>
  );
}
