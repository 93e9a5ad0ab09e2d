import { useQuery } from '@tanstack/react-query';
import { LANGUAGE_NAMES, LANGUAGES } from '#domain/languages.ts';
import { query } from '#web/call/query.ts';
import { TimeField } from '#web/forms/date-fields.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CompanyForm } from './company-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** What the company is called, and how it is reached. */
export function Component() {
  const { t } = useTranslation('company');
  const company = useQuery(query('getCompany'));
  return (
    <SettingsFrame page="settings">
      <Loaded query={company} skeleton={<Skeleton className="h-[40rem]" />}>
        {(settings) => (
          <>
            <CompanyForm company={settings} part="company" title={t('details')}>
              {(form) => (
                <>
                  <form.TextField
                    name="name"
                    label={t('fields.name')}
                    className="sm:col-span-2"
                    autoComplete="organization"
                    required
                  />
                  <form.TextField name="registrationNo" label={t('fields.registrationNo')} isOptional />
                  <form.TextField
                    name="phone"
                    label={t('fields.phone')}
                    isOptional
                    type="tel"
                    autoComplete="tel"
                  />
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
                  <form.SelectField
                    name="language"
                    label={t('fields.language')}
                    hint={t('fields.languageHint')}
                    options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
                  />
                </>
              )}
            </CompanyForm>
            <CompanyForm company={settings} part="notices" title={t('notices')}>
              {(form) => (
                <>
                  <form.SwitchField
                    name="sendsNotHere"
                    label={t('fields.sendsNotHere')}
                    hint={t('fields.sendsNotHereHint')}
                    className="sm:col-span-2"
                  />
                  <form.SwitchField
                    name="sendsSchedules"
                    label={t('fields.sendsSchedules')}
                    hint={t('fields.sendsSchedulesHint')}
                    className="sm:col-span-2"
                  />
                  <TimeField
                    control={form.control}
                    name="quietFrom"
                    label={t('fields.quietFrom')}
                    hint={t('fields.quietHint')}
                  />
                  <TimeField control={form.control} name="quietTo" label={t('fields.quietTo')} />
                </>
              )}
            </CompanyForm>
          </>
        )}
      </Loaded>
    </SettingsFrame>
  );
}
