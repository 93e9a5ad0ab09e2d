import { useEffect } from 'react';
import { Link, type To } from 'react-router';
import type { EndpointInput } from '#contract/index.ts';
import { useCall } from '#web/call/use-call.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { CentredCard } from './centred-card.tsx';
import { type TypedProps, useTypedValues } from './typed-values.ts';

type ForgotCardProps = TypedProps & { onSent: () => void; loginAddress: To };

export function ForgotCard({ typed, setTyped, onSent, loginAddress }: ForgotCardProps) {
  const { t } = useTranslation(['auth-steps', 'auth']);
  const { toast } = useToast();
  const { mutateAsync: askForPassword } = useCall('forgotPassword', { handlesErrors: true });
  const form = useSchemaForm('forgotPassword', { defaultValues: { email: typed.email ?? '' } });
  const showError = useFormError(form, t('forgot.failed'));
  useTypedValues(form, setTyped);
  const { isSubmitting } = form.formState;

  // The link that led here was removed with its form.
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
  }, []);

  const submit = (body: EndpointInput<'forgotPassword'>['body']) =>
    askForPassword({ body }).then(() => {
      toast({ title: t('forgot.success'), description: t('forgot.successText'), tone: 'success' });
      onSent();
    }, showError);

  return (
    <CentredCard title={t('forgot.title')} text={t('forgot.text')}>
      <PageForm form={form} onSubmit={submit} className="flex flex-col gap-4">
        <form.TextField name="email" label={t('auth:email')} type="email" autoComplete="username" />
        <div className="mt-2 flex flex-col gap-1">
          <Button type="submit" size="large" pending={isSubmitting}>
            {t(isSubmitting ? 'forgot.pending' : 'forgot.submit')}
          </Button>
          <TextLink asChild className="inline-flex min-h-11 items-center self-center px-2">
            <Link to={loginAddress}>{t('forgot.back')}</Link>
          </TextLink>
        </div>
      </PageForm>
    </CentredCard>
  );
}
