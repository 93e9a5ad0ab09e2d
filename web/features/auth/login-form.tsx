import { useState } from 'react';
import { Link, type To } from 'react-router';
import { useLogin, usePasskeySignIn } from '#web/api/auth.ts';
import { ApiError } from '#web/api/request.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { PasswordField } from './password-field.tsx';
import { type TypedProps, useTypedValues } from './typed-values.ts';

const CodeForm = lazyPart(async () => (await import('./code-form.tsx')).CodeForm);

export function LoginForm({ typed, setTyped, forgotAddress }: TypedProps & { forgotAddress: To }) {
  const { t } = useTranslation('auth');
  const { toast } = useToast();
  const [accepted, setAccepted] = useState<{ email: string; password: string }>();
  const { mutateAsync: login } = useLogin();
  const { mutate: startPasskey, isPending } = usePasskeySignIn();
  const form = useSchemaForm('login', {
    defaultValues: { email: typed.email ?? '', password: typed.password ?? '' },
  });
  const showError = useFormError(form, t('login.failed'));
  useTypedValues(form, setTyped);
  const { register, setError } = form;
  const { errors, isSubmitting } = form.formState;

  // The guard of this page leads on as soon as somebody is signed in.
  const submit = form.handleSubmit((values) =>
    login(values).catch((error) => {
      const code = error instanceof ApiError && error.code;
      if (code === 'second_factor_required') return setAccepted(values);
      if (code === 'invalid_credentials') {
        setError('password', { message: error.message }, { shouldFocus: true });
      }
      showError(error);
    }),
  );

  const signInWithPasskey = () =>
    startPasskey(undefined, {
      onError: (error) => {
        const description = error instanceof ApiError ? error.message : t('login.passkeyStopped');
        toast({ title: t('login.failed'), description, tone: 'destructive' });
      },
    });

  if (accepted) return <CodeForm credentials={accepted} onBack={() => setAccepted(undefined)} />;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t('email')} error={errors.email?.message}>
        <Input type="email" autoComplete="username" {...register('email')} />
      </Field>
      <PasswordField
        label={t('password')}
        error={errors.password?.message}
        autoComplete="current-password"
        {...register('password')}
      />
      <div className="mt-2 flex flex-col gap-1">
        <Button type="submit" size="large" pending={isSubmitting}>
          {t(isSubmitting ? 'login.pending' : 'login.submit')}
        </Button>
        {window.PublicKeyCredential && (
          <Button variant="secondary" className="mt-2" pending={isPending} onClick={signInWithPasskey}>
            {t('login.withPasskey')}
          </Button>
        )}
        <TextLink asChild className="inline-flex min-h-11 items-center self-center px-2">
          <Link to={forgotAddress}>{t('login.forgot')}</Link>
        </TextLink>
      </div>
    </form>
  );
}
