/* Asks again for the password, or the PIN of who has none, and with a second factor a code, before an important change. */
import { useQuery } from '@tanstack/react-query';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { provesByPin, useUser } from '#web/api/auth.ts';
import { query } from '#web/api/query.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';

/** Accepts a code from the app only, or a recovery code as well. */
type CodeKind = 'app' | 'recovery';
type Proof = { password: string; code: string };

/** Default values of these fields, for the form. */
export const EMPTY_PROOF: Proof = { password: '', code: '' };

/**
 * What the signed-in person has to prove: `code` is for `ProofFields`, `proofOf` makes the corresponding part of the
 * body.
 */
export function useProof() {
  const { data } = useQuery(query('getSecondFactor'));
  const isOn = data?.isOn ?? false;
  return {
    code: isOn ? ('recovery' as const) : undefined,
    proofOf: ({ password, code }: Proof) => (isOn ? { password, code } : { password }),
  };
}

type ProofFieldsProps<Values extends FieldValues, Body> = {
  form: UseFormReturn<Values, unknown, Body>;
  /** Asks for a code too, in the field `code`. */
  code?: CodeKind | undefined;
  /** The name of the password field in the form, if it differs. */
  passwordName?: Path<Values>;
  passwordLabel?: string | undefined;
};

/** The fields with their errors; the page needs the area `account`. */
export function ProofFields<Values extends FieldValues, Body>({
  form,
  code,
  passwordName = 'password' as Path<Values>,
  passwordLabel,
}: ProofFieldsProps<Values, Body>) {
  const { t } = useTranslation(['account', 'common']);
  const user = useUser();
  const usesPin = provesByPin(user);
  const { register, formState, getFieldState } = form;
  const codeName = 'code' as Path<Values>;
  return (
    <>
      {code && (
        <Field
          label={t(code === 'app' ? 'secondFactor.code' : 'secondFactor.codeOrRecovery')}
          error={getFieldState(codeName, formState).error?.message}
        >
          <Input
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            {...(code === 'app' && { inputMode: 'numeric' })}
            {...register(codeName)}
          />
        </Field>
      )}
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={user.email ?? ''} readOnly hidden />
      <Field
        label={passwordLabel ?? t(usesPin ? 'pin.current' : 'secondFactor.password')}
        error={getFieldState(passwordName, formState).error?.message}
      >
        <PasswordInput
          showLabel={t('common:showPassword')}
          hideLabel={t('common:hidePassword')}
          autoComplete="current-password"
          {...(usesPin && { inputMode: 'numeric' })}
          {...register(passwordName)}
        />
      </Field>
    </>
  );
}
