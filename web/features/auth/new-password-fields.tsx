import { useSurroundingForm } from '#web/forms/fields.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

type NewPasswordFieldsProps = { name: 'password' | 'newPassword'; label: string };

export function NewPasswordFields({ name, label }: NewPasswordFieldsProps) {
  const { t } = useTranslation('auth');
  const form = useSurroundingForm<Record<typeof name | 'confirmPassword', string>>();
  return (
    <>
      <form.PasswordField
        name={name}
        label={label}
        hint={t('passwordHint')}
        autoComplete="new-password"
        rules={{ deps: 'confirmPassword' }}
      />
      <form.PasswordField name="confirmPassword" label={t('confirmPassword')} autoComplete="new-password" />
    </>
  );
}
