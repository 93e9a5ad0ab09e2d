import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { EndpointInput } from '#contract/index.ts';
import { readResetToken } from '#domain/passwords.ts';
import { ApiError } from '#web/call/request.ts';
import { useCall } from '#web/call/use-call.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { CentredCard } from './centred-card.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useTokenOfAddress } from './use-token-of-address.ts';

export function Component() {
  const token = useTokenOfAddress();
  const [isRefused, setIsRefused] = useState(false);
  useEffect(() => {
    // The form was removed, and with it the focused button.
    if (isRefused) document.querySelector<HTMLElement>('main h1')?.focus();
  }, [isRefused]);

  if (isRefused || readResetToken(token) === null) return <UnusableLink />;
  return <ResetForm token={token} onRefused={() => setIsRefused(true)} />;
}

function ResetForm({ token, onRefused }: { token: string; onRefused: () => void }) {
  const { t } = useTranslation(['auth-steps', 'auth']);
  const { toast } = useToast();
  const navigate = useNavigate();
  const pathTo = usePathTo();
  const { mutateAsync: resetPassword } = useCall('resetPassword', { handlesErrors: true });
  const form = useSchemaForm('resetPassword', {
    defaultValues: { token, password: '', confirmPassword: '' },
  });
  const showError = useFormError(form, t('reset.failed'));
  const { isSubmitting } = form.formState;

  const submit = (body: EndpointInput<'resetPassword'>['body']) =>
    resetPassword({ body }).then(
      () => {
        toast({ title: t('passwordSaved'), description: t('reset.successText'), tone: 'success' });
        void navigate(pathTo('auth'), { replace: true });
      },
      (error) => {
        if (error instanceof ApiError && error.code === 'reset_token_invalid') onRefused();
        else showError(error);
      },
    );

  return (
    <CentredCard title={t('reset.title')} text={t('reset.text')}>
      <PageForm form={form} onSubmit={submit} className="flex flex-col gap-4">
        <NewPasswordFields name="password" label={t('newPassword')} />
        <Button type="submit" size="large" pending={isSubmitting} className="mt-2">
          {t(isSubmitting ? 'saving' : 'savePassword')}
        </Button>
      </PageForm>
    </CentredCard>
  );
}

function UnusableLink() {
  const { t } = useTranslation(['auth-steps', 'auth']);
  const pathTo = usePathTo();
  return (
    <CentredCard title={t('reset.invalidTitle')} text={t('reset.invalidText')}>
      <div className="flex flex-col gap-1">
        <Button asChild size="large">
          <Link to={`${pathTo('auth')}?mode=forgot`}>{t('reset.askAgain')}</Link>
        </Button>
        <TextLink asChild className="inline-flex min-h-11 items-center self-center px-2">
          <Link to={pathTo('auth')}>{t('forgot.back')}</Link>
        </TextLink>
      </div>
    </CentredCard>
  );
}
