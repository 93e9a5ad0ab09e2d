import { useChangePassword, useUser } from '#web/api/auth.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { ProofFields } from '#web/forms/proof.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { useToast } from '#web/ui/toast.tsx';

export function PasswordForm() {
  const { t } = useTranslation(['account', 'common']);
  const { hasPassword } = useUser();
  const { toast } = useToast();
  const { mutateAsync: changePassword } = useChangePassword();
  const form = useSchemaForm('changePassword', {
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const showError = useFormError(form, t('password.failed'));
  const { register } = form;
  const { errors, isSubmitting } = form.formState;
  const labels = { showLabel: t('common:showPassword'), hideLabel: t('common:hidePassword') };

  const submit = form.handleSubmit((values) =>
    changePassword({ body: values }).then(() => {
      form.reset();
      toast({
        title: t(hasPassword ? 'password.success' : 'password.successFirst'),
        description: t('password.successText'),
        tone: 'success',
      });
    }, showError),
  );

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <ProofFields
        form={form}
        passwordName="currentPassword"
        passwordLabel={hasPassword ? t('password.current') : undefined}
      />
      <Field label={t('password.new')} hint={t('password.hint')} error={errors.newPassword?.message}>
        <PasswordInput
          {...labels}
          autoComplete="new-password"
          {...register('newPassword', { deps: 'confirmPassword' })}
        />
      </Field>
      <Field label={t('password.confirm')} error={errors.confirmPassword?.message}>
        <PasswordInput {...labels} autoComplete="new-password" {...register('confirmPassword')} />
      </Field>
      <Button type="submit" pending={isSubmitting} className="sm:self-start">
        {t(isSubmitting ? 'password.pending' : hasPassword ? 'password.submit' : 'password.submitFirst')}
      </Button>
    </form>
  );
}
