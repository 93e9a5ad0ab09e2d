/* Passkeys, with the browser's part of it: loaded only when somebody wants to use or change one. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/auth.ts';
import type { EndpointInput } from '#contract/index.ts';
import type { Passkey } from '#contract/passkeys.ts';
import { request } from './request.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => request('listPasskeys', undefined, { signal }),
});

/**
 * Asks the device for a key and signs in with it. Throws `ApiError`, or the browser's own error when the person
 * declines, waits too long or has no key.
 */
export async function signInWithPasskey(): Promise<CurrentUser> {
  const optionsJSON = await request('beginPasskeySignIn');
  const credential = await startAuthentication({ optionsJSON });
  return request('signInWithPasskey', { body: { credential } });
}

/** The device makes a key. The caller shows the errors: `ApiError`, or the browser's own. */
export function useAddPasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, proof }: { name: string; proof: EndpointInput<'beginPasskey'>['body'] }) => {
      const optionsJSON = await request('beginPasskey', { body: proof });
      const credential = await startRegistration({ optionsJSON });
      return request('addPasskey', { body: { name, credential } });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
    meta: { handlesErrors: true },
  });
}

/** The caller shows the errors. */
export function useDeletePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Passkey) => request('deletePasskey', { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
    meta: { handlesErrors: true },
  });
}
