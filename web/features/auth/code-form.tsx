import { useEffect } from 'react';
import { useLogin } from '#web/call/user.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';

type CodeFormProps = {
  credentials: { email?: string; companyCode?: string; personalNumber?: string; password: string };
  onBack: () => void;
};

/** The second step of signing in, for accounts with a second factor. */
export function CodeForm({ credentials, onBack }: CodeFormProps) {
  const { t } = useTranslation(['auth-steps', 'auth']);
  const { mutateAsync: login } = useLogin();
  const form = useSchemaForm('login', { defaultValues: { ...credentials, code: '' } });
  const showError = useFormError(form, t('auth:login.failed'));
  const { setFocus } = form;
  const { isSubmitting } = form.formState;
  // The button that led here was removed with its form.
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <PageForm
      form={form}
      onSubmit={(body) => login({ body }).catch(showError)}
      className="flex flex-col gap-4"
    >
      <div role="status">
        <h2 className="font-semibold text-lg">{t('code.title')}</h2>
        <p>{t('code.text')}</p>
      </div>
      <form.TextField
        name="code"
        label={t('code.label')}
        hint={t('code.hint')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
      <p className="text-ink-muted text-sm">{t('code.help')}</p>
      <div className="mt-2 flex flex-col gap-2">
        <Button type="submit" size="large" pending={isSubmitting}>
          {t(isSubmitting ? 'auth:login.pending' : 'auth:login.submit')}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          {t('code.back')}
        </Button>
      </div>
    </PageForm>
  );
}
