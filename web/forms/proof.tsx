/* Fields that ask again for the password and, with a second factor, a code before sign-in settings change. */
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#web/api/auth.ts';
import { ApiError } from '#web/api/request.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';

type FieldProps = { error: string | undefined; input: Partial<ComponentProps<'input'>> };

export function PasswordProof({ error, input }: FieldProps) {
  const { t } = useTranslation(['account', 'common']);
  const { email } = useUser();
  return (
    <>
      {/* For password managers: whose password this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Field label={t('secondFactor.password')} error={error}>
        <PasswordInput
          showLabel={t('common:showPassword')}
          hideLabel={t('common:hidePassword')}
          autoComplete="current-password"
          {...input}
        />
      </Field>
    </>
  );
}

export function CodeProof({ label, error, input }: FieldProps & { label: string }) {
  return (
    <Field label={label} error={error}>
      <Input autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} {...input} />
    </Field>
  );
}

const FIELDS: Partial<Record<string, 'password' | 'code'>> = {
  wrong_password: 'password',
  wrong_code: 'code',
};

/** Shows a refused password or code beside its field, anything else by `showError`. */
export function proofError(
  error: Error,
  setError: (name: 'password' | 'code', error: { message: string }, options: { shouldFocus: true }) => void,
  showError: (error: Error) => void,
): void {
  const field = error instanceof ApiError && FIELDS[error.code ?? ''];
  if (field) setError(field, { message: error.message }, { shouldFocus: true });
  else showError(error);
}
