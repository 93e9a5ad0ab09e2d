import { useEffect, useState } from 'react';
import { Link, type To, useSearchParams } from 'react-router';
import type { EndpointInput } from '#contract/index.ts';
import { formatCompanyCode, readCompanyCode } from '#domain/company-code.ts';
import { SSO_REFUSALS } from '#domain/sign-in.ts';
import { useCall } from '#web/call/use-call.ts';
import { rememberedCompanyCode, rememberWayIn } from '#web/call/way-in.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { CentredCard } from './centred-card.tsx';

/**
 * Leads to the sign-in of the company whose code is in the address, or was last used on this device, or is typed: an e-mail
 * address would tell strangers who has an account where.
 */
export function CompanyCard({ loginAddress }: { loginAddress: To }) {
  const { t } = useTranslation(['auth-steps', 'auth']);
  const [query] = useSearchParams();
  const { mutateAsync: begin } = useCall('beginSingleSignOn', { handlesErrors: true });
  const next = query.get('next');
  const [known] = useState(() => query.get('company') ?? rememberedCompanyCode());
  const form = useSchemaForm('beginSingleSignOn', {
    defaultValues: { companyCode: known && formatCompanyCode(known) },
  });
  const showError = useFormError(form, t('auth:login.failed'));
  const { setFocus } = form;
  const { isSubmitting } = form.formState;
  const refusal = SSO_REFUSALS.find((code) => code === query.get('error'));
  // The link that led here was removed with its form.
  useEffect(() => setFocus('companyCode'), [setFocus]);

  const submit = (body: EndpointInput<'beginSingleSignOn'>['body']) =>
    begin({ body: { ...body, ...(next && { next }) } }).then(({ url }) => {
      rememberWayIn('company', readCompanyCode(body.companyCode) ?? '');
      location.assign(url);
    }, showError);

  return (
    <CentredCard title={t('company.title')} text={t('company.text')}>
      {refusal && <Refusal code={refusal} />}
      <PageForm form={form} onSubmit={submit} className="flex flex-col gap-4">
        <form.TextField
          name="companyCode"
          label={t('number.companyCode')}
          hint={t('number.companyCodeHint')}
          autoComplete="organization"
          autoCapitalize="characters"
          spellCheck={false}
          inputClassName="figures"
        />
        <div className="mt-2 flex flex-col gap-1">
          <Button type="submit" size="large" pending={isSubmitting}>
            {t(isSubmitting ? 'company.pending' : 'company.submit')}
          </Button>
          <TextLink asChild className="inline-flex min-h-11 items-center self-center px-2">
            <Link to={loginAddress}>{t('number.back')}</Link>
          </TextLink>
        </div>
      </PageForm>
    </CentredCard>
  );
}

function Refusal({ code }: { code: (typeof SSO_REFUSALS)[number] }) {
  const { t } = useTranslation('errors');
  return (
    <Alert tone="destructive" role="alert">
      {t(code)}
    </Alert>
  );
}
