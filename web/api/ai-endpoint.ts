import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { query } from './query.ts';
import { request } from './request.ts';

/** The company's own language model, without its key; only for administrators. */
export const aiEndpointQuery = query('getAiEndpoint');

type Body = EndpointInput<'updateAiEndpoint'>['body'];

/** Also refetches the `ask` options: custom questions need a model. */
export function useSaveAiEndpoint() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => request('updateAiEndpoint', { body }),
    onSuccess: (endpoint) => {
      queryClient.setQueryData(aiEndpointQuery.queryKey, endpoint);
      // Not awaited: the form takes over the saved values at once, before anything else is typed.
      void queryClient.invalidateQueries({ queryKey: ['ask'] });
    },
    meta: { handlesErrors: true },
  });
}

/** Tests the settings in the form without saving them. */
export function useTestAiEndpoint() {
  return useMutation({
    mutationFn: (body: Body) => request('testAiEndpoint', { body }),
    meta: { handlesErrors: true },
  });
}
