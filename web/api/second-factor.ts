import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput, EndpointName } from '#contract/index.ts';
import { query } from './query.ts';
import { request } from './request.ts';

type Body<K extends EndpointName> = EndpointInput<K> extends { body: infer B } ? B : never;

/** Whether password sign-in asks for a code, and how many recovery codes are left. */
export const secondFactorQuery = query('getSecondFactor');

/** The secret for an authenticator app. Cached while the dialog is open, removed when it closes. */
export const proposalQuery = {
  ...query('proposeSecondFactor'),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
};

/** Returns a mutation that changes the second factor; the caller shows the errors. */
function useSecondFactorChange<Given, Answer>(mutationFn: (body: Given) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
    meta: { handlesErrors: true },
  });
}

export const useEnableSecondFactor = () =>
  useSecondFactorChange((body: Body<'enableSecondFactor'>) => request('enableSecondFactor', { body }));

export const useRenewRecoveryCodes = () =>
  useSecondFactorChange((body: Body<'renewRecoveryCodes'>) => request('renewRecoveryCodes', { body }));

export const useDisableSecondFactor = () =>
  useSecondFactorChange((body: Body<'disableSecondFactor'>) => request('disableSecondFactor', { body }));
