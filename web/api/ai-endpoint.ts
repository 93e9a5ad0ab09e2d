import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { request } from './request.ts';

/** The company's own language model, without its key; only for administrators. */
export const aiEndpointQuery = queryOptions({
  queryKey: ['ai-endpoint'],
  queryFn: ({ signal }) => request('getAiEndpoint', undefined, { signal }),
});

type Body = EndpointInput<'updateAiEndpoint'>['body'];

/** Whether questions of one's own can be asked may change with it. The caller shows the errors. */
export function useSaveAiEndpoint() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => request('updateAiEndpoint', { body }),
    onSuccess: (endpoint) => {
      queryClient.setQueryData(aiEndpointQuery.queryKey, endpoint);
      // Not waited for: the form takes over what was saved at once, before anything else is typed.
      void queryClient.invalidateQueries({ queryKey: ['ask'] });
    },
    meta: { handlesErrors: true },
  });
}

/** Tries settings as they are typed. The caller shows the errors. */
export function useTestAiEndpoint() {
  return useMutation({
    mutationFn: (body: Body) => request('testAiEndpoint', { body }),
    meta: { handlesErrors: true },
  });
}
