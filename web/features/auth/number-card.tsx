import { useEffect, useState } from 'react';
import { Link, type To } from 'react-router';
import type { EndpointInput } from '#contract/index.ts';
import { formatCompanyCode } from '#domain/company-code.ts';
import { ApiError } from '#web/call/request.ts';
import { useLogin } from '#web/call/user.ts';
import { rememberedCompanyCode } from '#web/call/way-in.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { CentredCard } from './centred-card.tsx';
import { CodeForm } from './code-form.tsx';

type Credentials = { companyCode: string; personalNumber: string; password: string };

/** Signs in people without an e-mail address: company code, employee number, and a PIN or password. */
export function NumberCard({ loginAddress }: { loginAddress: To }) {
  const { t } = useTranslation(['auth-steps', 'auth']);
  const { mutateAsync: login } = useLogin();
  const [accepted, setAccepted] = useState<Credentials>();
  // On this device most people sign in to the same company again.
  const [known] = useState(rememberedCompanyCode);
  const form = useSchemaForm('login', {
    defaultValues: { companyCode: known && formatCompanyCode(known), personalNumber: '', password: '' },
  });
  const showError = useFormError(form, t('auth:login.failed'));
  const { setFocus, setError, getValues } = form;
  const { isSubmitting } = form.formState;
  // The link that led here was removed with its form.
  useEffect(() => setFocus(known ? 'personalNumber' : 'companyCode'), [setFocus, known]);

  // The route guard redirects once the person is signed in.
  const submit = (body: EndpointInput<'login'>['body']) =>
    login({ body }).catch((error) => {
      const code = error instanceof ApiError && error.code;
      if (code === 'second_factor_required') setAccepted(getValues() as Credentials);
      else if (code === 'invalid_credentials') {
        setError('password', { message: t('number.wrong') }, { shouldFocus: true });
      } else showError(error);
    });

  if (accepted) return <CodeForm credentials={accepted} onBack={() => setAccepted(undefined)} />;
  return (
    <CentredCard title={t('number.title')} text={t('number.text')}>
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
        <form.TextField
          name="personalNumber"
          label={t('number.personalNumber')}
          inputMode="numeric"
          autoComplete="username"
          inputClassName="figures"
        />
        <form.PasswordField name="password" label={t('number.password')} autoComplete="current-password" />
        <p className="text-ink-muted text-sm">{t('number.forgot')}</p>
        <div className="mt-2 flex flex-col gap-1">
          <Button type="submit" size="large" pending={isSubmitting}>
            {t(isSubmitting ? 'auth:login.pending' : 'auth:login.submit')}
          </Button>
          <TextLink asChild className="inline-flex min-h-11 items-center self-center px-2">
            <Link to={loginAddress}>{t('number.back')}</Link>
          </TextLink>
        </div>
      </PageForm>
    </CentredCard>
  );
}
