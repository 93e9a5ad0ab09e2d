/* Asks again for the password, or the PIN of who has none, and with a second factor a code, before an important change. */
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/call/query.ts';
import { provesByPin, useUser } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSurroundingForm } from './fields.tsx';

/** Accepts a code from the app only, or a recovery code as well. */
type CodeKind = 'app' | 'recovery';
type Proof = { password: string; code: string };
type CurrentProof = { currentPassword: string; code: string };

export const EMPTY_PROOF: Proof = { password: '', code: '' };
/** Beside a new password or PIN. */
export const EMPTY_CURRENT_PROOF: CurrentProof = { currentPassword: '', code: '' };

/** What the person has to prove: `code` is for `ProofFields`, `proofOf` makes the part of the body. */
export function useProof() {
  const { data } = useQuery(query('getSecondFactor'));
  const isOn = data?.isOn ?? false;
  return {
    code: isOn ? ('recovery' as const) : undefined,
    proofOf: ({ password, code }: Proof) => (isOn ? { password, code } : { password }),
    currentProofOf: ({ currentPassword, code }: CurrentProof) =>
      isOn ? { currentPassword, code } : { currentPassword },
  };
}

type ProofFieldsProps = {
  /** Asks for a code too, in the field `code`. */
  code?: CodeKind | undefined;
  /** The name of the password field in the form, if it differs. */
  passwordName?: 'currentPassword';
  passwordLabel?: string;
};

/** The fields with their errors; the page needs the area `account`. */
export function ProofFields({ code, passwordName, passwordLabel }: ProofFieldsProps) {
  const { t } = useTranslation('account');
  const user = useUser();
  const usesPin = provesByPin(user);
  const form = useSurroundingForm<Proof & CurrentProof>();
  return (
    <>
      {code && (
        <form.TextField
          name="code"
          label={t(code === 'app' ? 'secondFactor.code' : 'secondFactor.codeOrRecovery')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          {...(code === 'app' && { inputMode: 'numeric' })}
        />
      )}
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={user.email ?? ''} readOnly hidden />
      <form.PasswordField
        name={passwordName ?? 'password'}
        label={passwordLabel ?? t(usesPin ? 'pin.current' : 'secondFactor.password')}
        autoComplete="current-password"
        {...(usesPin && { inputMode: 'numeric' })}
      />
    </>
  );
}
