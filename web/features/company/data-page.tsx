import { useQuery } from '@tanstack/react-query';
import type { CompanySettings } from '#contract/company.ts';
import {
  isShorter,
  keptFrom,
  MAX_RETENTION_YEARS,
  MIN_RETENTION_YEARS,
  RETENTION_STARTS,
  type Retention,
} from '#domain/retention.ts';
import { query } from '#web/call/query.ts';
import { serverNow } from '#web/call/server-clock.ts';
import { ADDRESSES, type SchemaForm, WHOLE_NUMBER } from '#web/forms/fields.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AiEndpointCard } from './ai-endpoint-card.tsx';
import { CompanyForm, type CompanyValues } from './company-form.tsx';
import { LedgerCard } from './ledger-card.tsx';
import { PrivacyCard } from './privacy-card.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { SingleSignOnCard } from './single-sign-on-card.tsx';

/** How long records are kept, how they are proved, and who else gets data. */
export function Component() {
  const { t } = useTranslation('company');
  const company = useQuery(query('getCompany'));
  return (
    <SettingsFrame page="settingsData">
      <Loaded query={company} skeleton={<Skeleton className="h-72" />}>
        {(settings) => (
          <CompanyForm company={settings} part="records" title={t('records')}>
            {(form) => <RecordFields form={form} company={settings} />}
          </CompanyForm>
        )}
      </Loaded>
      <LedgerCard />
      <PrivacyCard />
      <AiEndpointCard />
      <SingleSignOnCard />
    </SettingsFrame>
  );
}

type FieldsProps = { form: SchemaForm<CompanyValues>; company: CompanySettings };

function RecordFields({ form, company }: FieldsProps) {
  const { t } = useTranslation('company');
  const { retentionYears = company.retentionYears, retentionFrom = company.retentionFrom } = form.watch();
  return (
    <>
      <form.TextField
        name="retentionYears"
        label={t('fields.retentionYears')}
        hint={t('fields.retentionYearsHint')}
        min={MIN_RETENTION_YEARS}
        max={MAX_RETENTION_YEARS}
        {...WHOLE_NUMBER}
      />
      <form.SelectField
        name="retentionFrom"
        label={t('fields.retentionFrom')}
        hint={t('fields.retentionFromHint')}
        options={RETENTION_STARTS.map((value) => ({ value, label: t(`fields.retentionStarts.${value}`) }))}
      />
      <RetentionNote company={company} wanted={{ retentionYears, retentionFrom }} />
      <form.SwitchField
        name="sendsDigest"
        label={t('fields.sendsDigest')}
        hint={t('fields.sendsDigestHint')}
        className="sm:col-span-2"
      />
      {form.watch('sendsDigest') && (
        <form.TextareaField
          name="digestRecipients"
          label={t('fields.digestRecipients')}
          isOptional
          hint={t('fields.digestRecipientsHint')}
          className="sm:col-span-2"
          {...ADDRESSES}
        />
      )}
    </>
  );
}

/** What a shorter retention will do, before it is saved; afterwards, since when it applies. */
function RetentionNote({ company, wanted }: { company: CompanySettings; wanted: Retention }) {
  const { t } = useTranslation('company');
  const { formatDate, today } = useCompanyTime();
  const { erasureNotBefore } = company;
  if (isShorter(wanted, company) && wanted.retentionYears >= MIN_RETENTION_YEARS) {
    const date = formatDate(keptFrom(today(), wanted.retentionYears));
    return (
      <Alert tone="attention" role="status" title={t('retentionWarning.title')} className="sm:col-span-2">
        {t(`retentionWarning.${wanted.retentionFrom}`, { date })}
      </Alert>
    );
  }
  if (!erasureNotBefore || Date.parse(erasureNotBefore) <= serverNow()) return null;
  return (
    <Alert className="sm:col-span-2">{t('retentionWaits', { date: formatDate(erasureNotBefore) })}</Alert>
  );
}
