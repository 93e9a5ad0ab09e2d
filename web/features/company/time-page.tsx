import { useQuery } from '@tanstack/react-query';
import type { CompanySettings } from '#contract/company.ts';
import type { Country } from '#domain/holidays.ts';
import { MAX_GRACE_MINUTES, MAX_NOTICE_DAYS, NOTICE_PRESETS } from '#domain/schedule-settings.ts';
import {
  MAX_LATE_SCAN_HOURS,
  MAX_LONGEST_SHIFT_HOURS,
  MIN_LATE_SCAN_HOURS,
  MIN_LONGEST_SHIFT_HOURS,
} from '#domain/shifts.ts';
import { validOn } from '#domain/work-rules.ts';
import { query } from '#web/call/query.ts';
import { type SchemaForm, WHOLE_NUMBER } from '#web/forms/fields.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { joinQueries, Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Field } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CompanyForm, type CompanyValues } from './company-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { TimeZoneCombobox } from './time-zone-combobox.tsx';
import { WorkRulesCard } from './work-rules-card.tsx';

/** The rules and the time zone by which working time is counted. */
export function Component() {
  const { t } = useTranslation('company');
  const loaded = joinQueries(useQuery(query('getCompany')), useQuery(query('getWorkRules')));
  return (
    <SettingsFrame page="settingsTime">
      <WorkRulesCard />
      <Loaded query={loaded} skeleton={<Skeleton className="h-72" />}>
        {([settings, { country }]) => (
          <CompanyForm company={settings} part="time" title={t('time')}>
            {(form) => <TimeFields form={form} company={settings} country={country} />}
          </CompanyForm>
        )}
      </Loaded>
    </SettingsFrame>
  );
}

type FieldsProps = { form: SchemaForm<CompanyValues>; company: CompanySettings; country: Country };

function TimeFields({ form, company, country }: FieldsProps) {
  const { t } = useTranslation('company');
  const { today } = useCompanyTime();
  const notice = validOn(NOTICE_PRESETS[country], today());
  const { errors, isSubmitted } = form.formState;
  const timezone = form.watch('timezone') ?? '';
  return (
    <>
      <Field
        label={t('fields.timezone')}
        hint={t('fields.timezoneHint')}
        error={errors.timezone?.message}
        className="sm:col-span-2"
      >
        <TimeZoneCombobox
          saved={company.timezone}
          value={timezone}
          onValueChange={(zone) =>
            form.setValue('timezone', zone, { shouldDirty: true, shouldValidate: isSubmitted })
          }
        />
      </Field>
      {timezone !== '' && timezone !== company.timezone && (
        <Alert tone="attention" role="status" title={t('zoneWarning.title')} className="sm:col-span-2">
          {t('zoneWarning.text', { before: company.timezone, after: timezone })}
        </Alert>
      )}
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
        name="noticeDays"
        label={t('fields.notice')}
        hint={t('fields.noticeHint', { days: notice.months > 0 ? '28–31' : notice.days })}
        min={0}
        max={MAX_NOTICE_DAYS}
        {...WHOLE_NUMBER}
        required={false}
        rules={{ setValueAs: (text) => (text === '' ? '' : Number(text)) }}
      />
      <form.TextField
        name="graceMinutes"
        label={t('fields.grace')}
        hint={t('fields.graceHint')}
        min={0}
        max={MAX_GRACE_MINUTES}
        {...WHOLE_NUMBER}
      />
    </>
  );
}
