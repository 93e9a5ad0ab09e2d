/* Asks again for the password and, with a second factor, a code, before something important changes. */
import { useQuery } from '@tanstack/react-query';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useUser } from '#web/api/auth.ts';
import { secondFactorQuery } from '#web/api/second-factor.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';

/** A code from the app alone, or a recovery code as well. */
type CodeKind = 'app' | 'recovery';
type Proof = { password: string; code: string };

/** For a form with these fields among its default values. */
export const EMPTY_PROOF: Proof = { password: '', code: '' };

/** What the signed-in person has to prove: `code` is for `ProofFields`, `proofOf` makes the part of the body. */
export function useProof() {
  const { data } = useQuery(secondFactorQuery);
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
  /** Where the form calls the password's field something else. */
  passwordName?: Path<Values>;
  passwordLabel?: string;
};

/** The fields, with what is refused beside them; the page needs the area `account`. */
export function ProofFields<Values extends FieldValues, Body>({
  form,
  code,
  passwordName = 'password' as Path<Values>,
  passwordLabel,
}: ProofFieldsProps<Values, Body>) {
  const { t } = useTranslation(['account', 'common']);
  const { email } = useUser();
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
      {/* For password managers: whose password this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Field
        label={passwordLabel ?? t('secondFactor.password')}
        error={getFieldState(passwordName, formState).error?.message}
      >
        <PasswordInput
          showLabel={t('common:showPassword')}
          hideLabel={t('common:hidePassword')}
          autoComplete="current-password"
          {...register(passwordName)}
        />
      </Field>
    </>
  );
}
