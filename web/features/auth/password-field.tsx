import type { ComponentProps } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof PasswordInput>, 'showLabel' | 'hideLabel'> & {
  label: string;
  hint?: string;
  error: string | undefined;
  autoComplete: 'current-password' | 'new-password';
};

export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <Field label={label} hint={hint} error={error}>
      <PasswordInput showLabel={t('showPassword')} hideLabel={t('hidePassword')} {...input} />
    </Field>
  );
}
