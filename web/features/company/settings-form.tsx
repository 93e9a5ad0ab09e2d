import { useEffect, useState } from 'react';
import type { CompanySettings } from '#contract/company.ts';
import type { EndpointInput } from '#contract/index.ts';
import { useCall } from '#web/call/use-call.ts';
import { useUser } from '#web/call/user.ts';
import { useFormRefusal, useSchemaForm } from '#web/forms/form.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardFooter, CardHeader } from '#web/ui/card.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { readDraft, type SettingsValues, writeDraft } from './settings-draft.ts';
import { DetailFields, DigestFields, RecordFields } from './settings-fields.tsx';

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
  const { reset, subscribe } = form;
  const { isSubmitting, isDirty } = form.formState;
  const { refusal, onError, clearRefusal } = useFormRefusal(form);
  const { mutateAsync: save } = useCall('updateCompany', { handlesErrors: true });

  useEffect(() => {
    if (draft) reset({ ...valuesOf(company), ...draft }, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => writeDraft(companyId, isDirty ? values : undefined),
    });
  }, [draft, reset, subscribe, companyId, company]);

  const submit = (body: EndpointInput<'updateCompany'>['body']) => {
    clearRefusal();
    return save({ body }).then((saved) => {
      writeDraft(companyId, undefined);
      reset(valuesOf(saved));
      toast({ title: t('saved'), tone: 'success' });
    }, onError);
  };
  const giveUp = () => {
    writeDraft(companyId, undefined);
    clearRefusal();
    reset(valuesOf(company));
  };

  return (
    <Card>
      <PageForm form={form} onSubmit={submit} className="contents">
        <CardHeader title={t('details')} />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <DetailFields company={company} />
          <RecordFields company={company} />
          <DigestFields />
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
      </PageForm>
    </Card>
  );
}
