import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndpointInput } from '#contract/index.ts';
import type { SheetSettings } from '#contract/sheets.ts';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { useFormRefusal, useSchemaForm } from '#web/forms/form.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardFooter, CardHeader } from '#web/ui/card.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { type LayoutValues, layoutBody, layoutValues, SheetLayoutFields } from './sheet-layout-fields.tsx';

/** Who gets approved months by email, and what the sheets say about who signs. */
export function SheetsCard() {
  const { t } = useTranslation('month-export');
  const settings = useQuery(query('getSheetSettings'));
  return (
    <Card>
      <CardHeader title={t('settings.title')} text={t('settings.text')} />
      {settings.data ? (
        <SheetsForm settings={settings.data} />
      ) : (
        <CardBody>
          <Loaded query={settings}>{() => null}</Loaded>
        </CardBody>
      )}
    </Card>
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
  const { t } = useTranslation(['month-export', 'common']);
  const { toast } = useToast();
  const [defaultValues] = useState(() => valuesOf(settings));
  const form = useSchemaForm('updateSheetSettings', { defaultValues }, (values: Values) => ({
    ...values,
    ...layoutBody(values, settings.country),
    accountants: values.accountants.split(/[\s,;]+/).filter(Boolean),
  }));
  const { reset } = form;
  const { isDirty, isSubmitting } = form.formState;
  const { refusal, onError, clearRefusal } = useFormRefusal(form);
  const { mutateAsync: save } = useCall('updateSheetSettings', { handlesErrors: true });
  const submit = (body: Body) => {
    clearRefusal();
    return save({ body }).then((saved) => {
      reset(valuesOf(saved));
      toast({ title: t('settings.saved'), tone: 'success' });
    }, onError);
  };
  return (
    <PageForm form={form} onSubmit={submit} className="contents">
      <CardBody className="grid gap-4 sm:grid-cols-2">
        <form.TextareaField
          name="accountants"
          label={t('settings.accountants')}
          isOptional
          hint={t('settings.accountantsHint')}
          className="sm:col-span-2"
          inputMode="email"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        {(['unit', 'approver', 'preparer'] as const).map((field) => (
          <form.TextField key={field} name={field} label={t(`settings.${field}`)} isOptional />
        ))}
        <SheetLayoutFields country={settings.country} />
        <FormError className="sm:col-span-2">{refusal}</FormError>
      </CardBody>
      <CardFooter className="justify-end">
        <Button type="submit" pending={isSubmitting} disabled={!isDirty && !isSubmitting}>
          {t('common:save')}
        </Button>
      </CardFooter>
    </PageForm>
  );
}
