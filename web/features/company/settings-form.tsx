import { useEffect, useState } from 'react';
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
import { useUser } from '#web/api/auth.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { useCall } from '#web/api/use-call.ts';
import { useFormRefusal, useSchemaForm } from '#web/forms/form.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert, FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardFooter, CardHeader } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { readDraft, type SettingsValues, writeDraft } from './settings-draft.ts';
import { TimeZoneCombobox } from './time-zone-combobox.tsx';

const valuesOf = ({
  erasureNotBefore: _,
  digestRecipients,
  ...company
}: CompanySettings): SettingsValues => ({
  ...company,
  digestRecipients: digestRecipients.join('\n'),
  registrationNo: company.registrationNo ?? '',
  address: company.address ?? '',
  phone: company.phone ?? '',
});

/** Input stays until it is saved or discarded. */
export function SettingsForm({ company }: { company: CompanySettings }) {
  const { t } = useTranslation(['company', 'common']);
  const pathTo = usePathTo();
  const { toast } = useToast();
  const { id: companyId } = useUser().company;
  const [draft] = useState(() => readDraft(companyId));
  const form = useSchemaForm(
    'updateCompany',
    { defaultValues: valuesOf(company) },
    ({ digestRecipients, ...values }: SettingsValues) => ({
      ...values,
      digestRecipients: digestRecipients.split(/[\s,;]+/).filter(Boolean),
    }),
  );
  const { register, formState, reset, setValue, subscribe } = form;
  const { errors, isSubmitting, isDirty, isSubmitted } = formState;
  const { refusal, onError, clearRefusal } = useFormRefusal(form);
  const { mutateAsync: save } = useCall('updateCompany', { handlesErrors: true });
  const timezone = form.watch('timezone');
  const [retentionYears = company.retentionYears, retentionFrom = company.retentionFrom] = form.watch([
    'retentionYears',
    'retentionFrom',
  ]);
  const wanted = { retentionYears, retentionFrom };

  useEffect(() => {
    if (draft) reset({ ...valuesOf(company), ...draft }, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => writeDraft(companyId, isDirty ? values : undefined),
    });
  }, [draft, reset, subscribe, companyId, company]);

  const submit = form.handleSubmit((body) => {
    clearRefusal();
    return save({ body }).then((saved) => {
      writeDraft(companyId, undefined);
      reset(valuesOf(saved));
      toast({ title: t('saved'), tone: 'success' });
    }, onError);
  });
  const giveUp = () => {
    writeDraft(companyId, undefined);
    clearRefusal();
    reset(valuesOf(company));
  };

  return (
    <Card>
      <form noValidate onSubmit={submit} className="contents">
        <CardHeader title={t('details')} />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <Field label={t('fields.name')} error={errors.name?.message} className="sm:col-span-2">
            <Input autoComplete="organization" required {...register('name')} />
          </Field>
          <Field
            label={t('fields.registrationNo')}
            aside={t('common:optional')}
            error={errors.registrationNo?.message}
          >
            <Input autoComplete="off" {...register('registrationNo')} />
          </Field>
          <Field label={t('fields.phone')} aside={t('common:optional')} error={errors.phone?.message}>
            <Input type="tel" autoComplete="tel" {...register('phone')} />
          </Field>
          <Field
            label={t('fields.email')}
            hint={t('fields.emailHint')}
            error={errors.email?.message}
            className="sm:col-span-2"
          >
            <Input type="email" autoComplete="email" required {...register('email')} />
          </Field>
          <Field
            label={t('fields.address')}
            aside={t('common:optional')}
            error={errors.address?.message}
            className="sm:col-span-2"
          >
            <Input autoComplete="street-address" {...register('address')} />
          </Field>
          <Field
            label={t('fields.timezone')}
            hint={t('fields.timezoneHint')}
            error={errors.timezone?.message}
          >
            <TimeZoneCombobox
              saved={company.timezone}
              value={timezone}
              onValueChange={(zone) =>
                setValue('timezone', zone, { shouldDirty: true, shouldValidate: isSubmitted })
              }
            />
          </Field>
          <Field
            label={t('fields.language')}
            hint={t('fields.languageHint')}
            error={errors.language?.message}
          >
            <Select {...register('language')}>
              {LANGUAGES.map((language) => (
                <option key={language} value={language} lang={language}>
                  {LANGUAGE_NAMES[language]}
                </option>
              ))}
            </Select>
          </Field>
          {timezone !== '' && timezone !== company.timezone && (
            <Alert tone="attention" role="status" title={t('zoneWarning.title')} className="sm:col-span-2">
              {t('zoneWarning.text', { before: company.timezone, after: timezone })}
            </Alert>
          )}
          <Field
            label={t('fields.longestShift')}
            hint={t('fields.longestShiftHint')}
            error={errors.longestShiftHours?.message}
          >
            <Input
              type="number"
              inputMode="numeric"
              min={MIN_LONGEST_SHIFT_HOURS}
              max={MAX_LONGEST_SHIFT_HOURS}
              step={1}
              required
              className="figures"
              {...register('longestShiftHours', { valueAsNumber: true })}
            />
          </Field>
          <Field
            label={t('fields.lateScan')}
            hint={t('fields.lateScanHint')}
            error={errors.lateScanHours?.message}
          >
            <Input
              type="number"
              inputMode="numeric"
              min={MIN_LATE_SCAN_HOURS}
              max={MAX_LATE_SCAN_HOURS}
              step={1}
              required
              className="figures"
              {...register('lateScanHours', { valueAsNumber: true })}
            />
          </Field>
          <Field
            label={t('fields.retentionYears')}
            hint={t('fields.retentionYearsHint')}
            error={errors.retentionYears?.message}
            className="sm:col-start-1"
          >
            <Input
              type="number"
              inputMode="numeric"
              min={MIN_RETENTION_YEARS}
              max={MAX_RETENTION_YEARS}
              step={1}
              required
              className="figures"
              {...register('retentionYears', { valueAsNumber: true })}
            />
          </Field>
          <Field
            label={t('fields.retentionFrom')}
            hint={t('fields.retentionFromHint')}
            error={errors.retentionFrom?.message}
          >
            <Select {...register('retentionFrom')}>
              {RETENTION_STARTS.map((start) => (
                <option key={start} value={start}>
                  {t(`fields.retentionStarts.${start}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            label={t('fields.boardNames')}
            hint={t('fields.boardNamesHint', { address: location.host + pathTo('board') })}
            error={errors.boardNames?.message}
          >
            <Select {...register('boardNames')}>
              {(['names', 'initials'] as const).map((names) => (
                <option key={names} value={names}>
                  {t(`boardNames.${names}`)}
                </option>
              ))}
            </Select>
          </Field>
          <RetentionNote company={company} wanted={wanted} className="sm:col-span-2" />
          <Switch
            label={t('fields.sendsDigest')}
            hint={t('fields.sendsDigestHint')}
            error={errors.sendsDigest?.message}
            className="sm:col-span-2"
            {...register('sendsDigest')}
          />
          {form.watch('sendsDigest') && (
            <Field
              label={t('fields.digestRecipients')}
              aside={t('common:optional')}
              hint={t('fields.digestRecipientsHint')}
              error={errors.digestRecipients?.message}
              className="sm:col-span-2"
            >
              <Textarea
                inputMode="email"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                {...register('digestRecipients')}
              />
            </Field>
          )}
          <FormError className="sm:col-span-2">{refusal}</FormError>
        </CardBody>
        <CardFooter className="justify-end">
          {isDirty && (
            <>
              <span role="status" className="mr-auto text-ink-muted text-sm">
                {t('unsaved')}
              </span>
              <Button variant="secondary" disabled={isSubmitting} onClick={giveUp}>
                {t('giveUp')}
              </Button>
            </>
          )}
          <Button type="submit" pending={isSubmitting} disabled={!isDirty && !isSubmitting}>
            {t('common:save')}
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}

type RetentionNoteProps = { company: CompanySettings; wanted: Retention; className: string };

/** What a shorter retention will do, before it is saved; afterwards, since when it applies. */
function RetentionNote({ company, wanted, className }: RetentionNoteProps) {
  const { t } = useTranslation('company');
  const { formatDate, today } = useCompanyTime();
  const { erasureNotBefore } = company;
  if (isShorter(wanted, company) && wanted.retentionYears >= MIN_RETENTION_YEARS) {
    const date = formatDate(keptFrom(today(), wanted.retentionYears));
    return (
      <Alert tone="attention" role="status" title={t('retentionWarning.title')} className={className}>
        {t(`retentionWarning.${wanted.retentionFrom}`, { date })}
      </Alert>
    );
  }
  if (!erasureNotBefore || Date.parse(erasureNotBefore) <= serverNow()) return null;
  return <Alert className={className}>{t('retentionWaits', { date: formatDate(erasureNotBefore) })}</Alert>;
}
