import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { EndpointInput } from '#contract/index.ts';
import { ApiError } from '#web/call/request.ts';
import { passwordJustTyped, useChangePassword, useUser } from '#web/call/user.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { CentredCard } from './centred-card.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

/** Replaces every page until a person has chosen their own password; then the requested page appears. */
export function Component() {
  const { t } = useTranslation(['auth-steps', 'auth']);
  const { toast } = useToast();
  const { email } = useUser();
  const { mutateAsync: changePassword } = useChangePassword();
  const [isCurrentKnown, setIsCurrentKnown] = useState(() => passwordJustTyped() !== undefined);
  const form = useSchemaForm('changePassword', {
    defaultValues: { currentPassword: passwordJustTyped() ?? '', newPassword: '', confirmPassword: '' },
  });
  const showError = useFormError(form);
  const { isSubmitting } = form.formState;

  const submit = (body: EndpointInput<'changePassword'>['body']) =>
    changePassword({ body }).then(
      () => toast({ title: t('passwordSaved'), tone: 'success' }),
      (error) => {
        if (error instanceof ApiError && error.code === 'wrong_password')
          flushSync(() => setIsCurrentKnown(false));
        showError(error);
      },
    );

  return (
    <CentredCard title={t('choose.title')} text={t('choose.text')}>
      <PageForm form={form} onSubmit={submit} className="flex flex-col gap-4">
        {/* Tells password managers whose password this is. */}
        <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
        {!isCurrentKnown && (
          <form.PasswordField
            name="currentPassword"
            label={t('choose.currentPassword')}
            hint={t('choose.currentPasswordHint')}
            autoComplete="current-password"
          />
        )}
        <NewPasswordFields name="newPassword" label={t('newPassword')} />
        <Button type="submit" size="large" pending={isSubmitting} className="mt-2">
          {t(isSubmitting ? 'saving' : 'savePassword')}
        </Button>
      </PageForm>
    </CentredCard>
  );
}
