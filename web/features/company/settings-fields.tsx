/* The fields of the company's settings, by subject. */
import type { CompanySettings } from '#contract/company.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '#domain/languages.ts';
import {
  isShorter,
  keptFrom,
  MAX_RETENTION_YEARS,
  MIN_RETENTION_YEARS,
  RETENTION_STARTS,
  type Retention,
} from '#domain/retention.ts';
import {
  MAX_LATE_SCAN_HOURS,
  MAX_LONGEST_SHIFT_HOURS,
  MIN_LATE_SCAN_HOURS,
  MIN_LONGEST_SHIFT_HOURS,
} from '#domain/shifts.ts';
import { serverNow } from '#web/call/server-clock.ts';
import { useSurroundingForm } from '#web/forms/fields.tsx';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Field } from '#web/ui/field.tsx';
import type { SettingsValues } from './settings-draft.ts';
import { TimeZoneCombobox } from './time-zone-combobox.tsx';

export function DetailFields({ company }: { company: CompanySettings }) {
  const { t } = useTranslation('company');
  const form = useSurroundingForm<SettingsValues>();
  const { errors, isSubmitted } = form.formState;
  const timezone = form.watch('timezone');
  return (
    <>
      <form.TextField
        name="name"
        label={t('fields.name')}
        className="sm:col-span-2"
        autoComplete="organization"
        required
      />
      <form.TextField name="registrationNo" label={t('fields.registrationNo')} isOptional />
      <form.TextField name="phone" label={t('fields.phone')} isOptional type="tel" autoComplete="tel" />
      <form.TextField
        name="email"
        label={t('fields.email')}
        hint={t('fields.emailHint')}
        className="sm:col-span-2"
        type="email"
        autoComplete="email"
        required
      />
      <form.TextField
        name="address"
        label={t('fields.address')}
        isOptional
        className="sm:col-span-2"
        autoComplete="street-address"
      />
      <Field label={t('fields.timezone')} hint={t('fields.timezoneHint')} error={errors.timezone?.message}>
        <TimeZoneCombobox
          saved={company.timezone}
          value={timezone}
          onValueChange={(zone) =>
            form.setValue('timezone', zone, { shouldDirty: true, shouldValidate: isSubmitted })
          }
        />
      </Field>
      <form.SelectField
        name="language"
        label={t('fields.language')}
        hint={t('fields.languageHint')}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
      />
      {timezone !== '' && timezone !== company.timezone && (
        <Alert tone="attention" role="status" title={t('zoneWarning.title')} className="sm:col-span-2">
          {t('zoneWarning.text', { before: company.timezone, after: timezone })}
        </Alert>
      )}
    </>
  );
}

const WHOLE_NUMBER = {
  type: 'number',
  inputMode: 'numeric',
  step: 1,
  required: true,
  autoComplete: undefined,
  inputClassName: 'figures',
  rules: { valueAsNumber: true },
} as const;
const BOARD_NAMES = ['names', 'initials'] as const;

export function RecordFields({ company }: { company: CompanySettings }) {
  const { t } = useTranslation('company');
  const pathTo = usePathTo();
  const form = useSurroundingForm<SettingsValues>();
  const [retentionYears = company.retentionYears, retentionFrom = company.retentionFrom] = form.watch([
    'retentionYears',
    'retentionFrom',
  ]);
  return (
    <>
      <form.TextField
        name="longestShiftHours"
        label={t('fields.longestShift')}
        hint={t('fields.longestShiftHint')}
        min={MIN_LONGEST_SHIFT_HOURS}
        max={MAX_LONGEST_SHIFT_HOURS}
        {...WHOLE_NUMBER}
      />
      <form.TextField
        name="lateScanHours"
        label={t('fields.lateScan')}
        hint={t('fields.lateScanHint')}
        min={MIN_LATE_SCAN_HOURS}
        max={MAX_LATE_SCAN_HOURS}
        {...WHOLE_NUMBER}
      />
      <form.TextField
        name="retentionYears"
        label={t('fields.retentionYears')}
        hint={t('fields.retentionYearsHint')}
        className="sm:col-start-1"
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
      <form.SelectField
        name="boardNames"
        label={t('fields.boardNames')}
        hint={t('fields.boardNamesHint', { address: location.host + pathTo('board') })}
        options={BOARD_NAMES.map((value) => ({ value, label: t(`boardNames.${value}`) }))}
      />
      <RetentionNote company={company} wanted={{ retentionYears, retentionFrom }} />
    </>
  );
}

export function DigestFields() {
  const { t } = useTranslation('company');
  const form = useSurroundingForm<SettingsValues>();
  return (
    <>
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
          inputMode="email"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
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
