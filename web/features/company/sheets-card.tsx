import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndpointInput } from '#contract/index.ts';
import type { SheetSettings } from '#contract/sheets.ts';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { ADDRESSES } from '#web/forms/fields.tsx';
import { useSchemaForm } from '#web/forms/form.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SettingsForm } from './settings-form.tsx';
import { type LayoutValues, layoutBody, layoutValues, SheetLayoutFields } from './sheet-layout-fields.tsx';

/** Who gets approved months by email, and what the sheets say about who signs. */
export function SheetsCard() {
  const settings = useQuery(query('getSheetSettings'));
  return (
    <Loaded query={settings} skeleton={<Skeleton className="h-96" />}>
      {(loaded) => <SheetsForm settings={loaded} />}
    </Loaded>
  );
}

/** The addresses are one text, one on each line. */
type Body = EndpointInput<'updateSheetSettings'>['body'];
type Values = Omit<Body, 'accountants' | keyof LayoutValues> & LayoutValues & { accountants: string };

const valuesOf = (settings: SheetSettings): Values => ({
  ...layoutValues(settings),
  masks: settings.masks,
  unit: settings.unit ?? '',
  approver: settings.approver ?? '',
  preparer: settings.preparer ?? '',
  accountants: settings.accountants.join('\n'),
});

function SheetsForm({ settings }: { settings: SheetSettings }) {
  const { t } = useTranslation('month-export');
  const [defaultValues] = useState(() => valuesOf(settings));
  const form = useSchemaForm('updateSheetSettings', { defaultValues }, (values: Values) => ({
    ...values,
    ...layoutBody(values, settings.country),
    accountants: values.accountants.split(/[\s,;]+/).filter(Boolean),
  }));
  const { mutateAsync: save } = useCall('updateSheetSettings', { handlesErrors: true });
  return (
    <SettingsForm
      form={form}
      title={t('settings.title')}
      text={t('settings.text')}
      draft="sheets"
      save={(body) => save({ body }).then(valuesOf)}
    >
      <form.TextareaField
        name="accountants"
        label={t('settings.accountants')}
        isOptional
        hint={t('settings.accountantsHint')}
        className="sm:col-span-2"
        {...ADDRESSES}
      />
      {(['unit', 'approver', 'preparer'] as const).map((field) => (
        <form.TextField key={field} name={field} label={t(`settings.${field}`)} isOptional />
      ))}
      <SheetLayoutFields country={settings.country} />
    </SettingsForm>
  );
}
