import { useTranslation } from 'react-i18next';
import { useChangePassword, useUser } from '#web/api/auth.ts';
import { ApiError } from '#web/api/request.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { useToast } from '#web/ui/toast.tsx';

export function PasswordForm() {
  const { t } = useTranslation(['account', 'common']);
  const { toast } = useToast();
  const { email } = useUser();
  const { mutateAsync: changePassword } = useChangePassword();
  const form = useSchemaForm('changePassword', {
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const showError = useFormError(form, t('password.failed'));
  const { register, setError } = form;
  const { errors, isSubmitting } = form.formState;
  const labels = { showLabel: t('common:showPassword'), hideLabel: t('common:hidePassword') };

  const submit = form.handleSubmit((values) =>
    changePassword(values).then(
      () => {
        form.reset();
        toast({ title: t('password.success'), description: t('password.successText'), tone: 'success' });
      },
      (error) => {
        if (!(error instanceof ApiError && error.code === 'wrong_password')) return showError(error);
        setError('currentPassword', { message: error.message }, { shouldFocus: true });
      },
    ),
  );

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {/* For password managers: whose password this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Field label={t('password.current')} error={errors.currentPassword?.message}>
        <PasswordInput {...labels} autoComplete="current-password" {...register('currentPassword')} />
      </Field>
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
        {t(isSubmitting ? 'password.pending' : 'password.submit')}
      </Button>
    </form>
  );
}
