/* Passkeys, including the browser's part; loaded only when a person uses or changes one. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/auth.ts';
import type { EndpointInput } from '#contract/index.ts';
import { table } from '#contract/table.ts';
import { refetchChanged } from './changes.ts';
import { request } from './request.ts';

/**
 * Signs in with a passkey of the device. Throws `ApiError`, or the browser's own error if the person declines, waits
 * too long or has no passkey.
 */
export async function signInWithPasskey(): Promise<CurrentUser> {
  const optionsJSON = await request('beginPasskeySignIn');
  const credential = await startAuthentication({ optionsJSON });
  return request('signInWithPasskey', { body: { credential } });
}

/** Creates a passkey on the device. Throws `ApiError`, or the browser's own error. */
export function useAddPasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, proof }: { name: string; proof: EndpointInput<'beginPasskey'>['body'] }) => {
      const optionsJSON = await request('beginPasskey', { body: proof });
      const credential = await startRegistration({ optionsJSON });
      return request('addPasskey', { body: { name, credential } });
    },
    onSuccess: () => refetchChanged(queryClient, table.addPasskey.changes),
    meta: { handlesErrors: true },
  });
}
