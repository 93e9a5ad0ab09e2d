import { startRegistration } from '@simplewebauthn/browser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { table } from '#contract/table.ts';
import { refetchChanged } from './changes.ts';
import { request } from './request.ts';

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
