/* The page of an invitation: what it greets with, and how it is accepted. */
import { useMutation } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { useSetUser } from './auth.ts';
import { query } from './query.ts';
import { request } from './request.ts';

/** Whom the link invites. */
export const invitationQuery = (token: string) => ({
  ...query('getInvitation', { params: { token } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Accepts with a password. */
export function useAcceptInvitation(token: string) {
  const setUser = useSetUser();
  return useMutation({
    mutationFn: (body: EndpointInput<'acceptInvitation'>['body']) =>
      request('acceptInvitation', { params: { token }, body }),
    onSuccess: setUser,
    meta: { handlesErrors: true },
  });
}

/** Accepts with a PIN. */
export function useAcceptWithPin(token: string) {
  const setUser = useSetUser();
  return useMutation({
    mutationFn: (body: EndpointInput<'acceptWithPin'>['body']) =>
      request('acceptWithPin', { params: { token }, body }),
    onSuccess: setUser,
    meta: { handlesErrors: true },
  });
}

/** Accepts with a passkey that is created on the device. The caller shows the errors: `ApiError`, or the browser's own. */
export function useAcceptWithPasskey(token: string) {
  const setUser = useSetUser();
  return useMutation({
    mutationFn: async (body: Omit<EndpointInput<'acceptWithPasskey'>['body'], 'credential'>) => {
      const { startRegistration } = await import('@simplewebauthn/browser');
      const optionsJSON = await request('beginInvitedPasskey', { params: { token } });
      const credential = await startRegistration({ optionsJSON });
      return request('acceptWithPasskey', { params: { token }, body: { ...body, credential } });
    },
    onSuccess: setUser,
    meta: { handlesErrors: true },
  });
}
