import type { EndpointInput } from '#contract/index.ts';
import { useChangePassword } from '#web/call/user.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { ProofFields } from '#web/forms/proof.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast.tsx';

export function PasswordForm() {
  const { t } = useTranslation('account');
  const { toast } = useToast();
  const { mutateAsync: changePassword } = useChangePassword();
  const form = useSchemaForm('changePassword', {
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const showError = useFormError(form, t('password.failed'));
  const { isSubmitting } = form.formState;

  const submit = (body: EndpointInput<'changePassword'>['body']) =>
    changePassword({ body }).then(() => {
      form.reset();
      toast({
        title: t('password.success'),
        description: t('password.successText'),
        tone: 'success',
      });
    }, showError);

  return (
    <PageForm form={form} onSubmit={submit} className="flex flex-col gap-4">
      <ProofFields passwordName="currentPassword" passwordLabel={t('password.current')} />
      <form.PasswordField
        name="newPassword"
        label={t('password.new')}
        hint={t('password.hint')}
        autoComplete="new-password"
        rules={{ deps: 'confirmPassword' }}
      />
      <form.PasswordField name="confirmPassword" label={t('password.confirm')} autoComplete="new-password" />
      <Button type="submit" pending={isSubmitting} className="sm:self-start">
        {t(isSubmitting ? 'password.pending' : 'password.submit')}
      </Button>
    </PageForm>
  );
}
