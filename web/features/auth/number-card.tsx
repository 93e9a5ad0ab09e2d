import { useEffect, useState } from 'react';
import { Link, type To } from 'react-router';
import { useLogin } from '#web/api/auth.ts';
import { ApiError } from '#web/api/request.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { CentredCard } from './centred-card.tsx';
import { CodeForm } from './code-form.tsx';
import { PasswordField } from './password-field.tsx';

/** On this device most people sign in to the same company again. */
const STORED_AS = 'maina_company_code';

function rememberedCode(): string {
  try {
    return localStorage.getItem(STORED_AS) ?? '';
  } catch {
    return '';
  }
}

function rememberCode(code: string): void {
  try {
    localStorage.setItem(STORED_AS, code);
  } catch {
    // Without storage the code is typed each time.
  }
}

type Credentials = { companyCode: string; personalNumber: string; password: string };

/** Signs in people without an e-mail address: company code, personal number, and a PIN or password. */
export function NumberCard({ loginAddress }: { loginAddress: To }) {
  const { t } = useTranslation(['auth-steps', 'auth']);
  const { mutateAsync: login } = useLogin();
  const [accepted, setAccepted] = useState<Credentials>();
  const [isKnown] = useState(() => rememberedCode() !== '');
  const form = useSchemaForm('login', {
    defaultValues: { companyCode: rememberedCode(), personalNumber: '', password: '' },
  });
  const showError = useFormError(form, t('auth:login.failed'));
  const { setFocus, setError, register, formState, getValues } = form;
  const { errors, isSubmitting } = formState;
  // The link that led here was removed with its form.
  useEffect(() => setFocus(isKnown ? 'personalNumber' : 'companyCode'), [setFocus, isKnown]);

  // The route guard redirects once the person is signed in.
  const submit = form.handleSubmit((values) =>
    login({ body: values }).then(
      () => rememberCode(values.companyCode ?? ''),
      (error) => {
        const code = error instanceof ApiError && error.code;
        if (code === 'second_factor_required') setAccepted(getValues() as Credentials);
        else if (code === 'invalid_credentials') {
          setError('password', { message: t('number.wrong') }, { shouldFocus: true });
        } else showError(error);
      },
    ),
  );

  if (accepted) return <CodeForm credentials={accepted} onBack={() => setAccepted(undefined)} />;
  return (
    <CentredCard title={t('number.title')} text={t('number.text')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t('number.companyCode')}
          hint={t('number.companyCodeHint')}
          error={errors.companyCode?.message}
        >
          <Input
            autoComplete="organization"
            autoCapitalize="characters"
            spellCheck={false}
            className="figures"
            {...register('companyCode')}
          />
        </Field>
        <Field label={t('number.personalNumber')} error={errors.personalNumber?.message}>
          <Input
            inputMode="numeric"
            autoComplete="username"
            className="figures"
            {...register('personalNumber')}
          />
        </Field>
        <PasswordField
          label={t('number.password')}
          error={errors.password?.message}
          autoComplete="current-password"
          {...register('password')}
        />
        <p className="text-ink-muted text-sm">{t('number.forgot')}</p>
        <div className="mt-2 flex flex-col gap-1">
          <Button type="submit" size="large" pending={isSubmitting}>
            {t(isSubmitting ? 'auth:login.pending' : 'auth:login.submit')}
          </Button>
          <TextLink asChild className="inline-flex min-h-11 items-center self-center px-2">
            <Link to={loginAddress}>{t('number.back')}</Link>
          </TextLink>
        </div>
      </form>
    </CentredCard>
  );
}
