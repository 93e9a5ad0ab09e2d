import { queryOptions, useMutation } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import type { Language } from '#domain/languages.ts';
import { request } from './request.ts';

/** Longer than the server's timeout for a language model. */
const TIMEOUT_MS = 90_000;

/** The built-in questions in this language, and whether custom ones are possible. */
export const askPresetsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['ask', 'presets', language],
    queryFn: ({ signal }) => request('listAskPresets', undefined, { signal }),
  });

export type Question = EndpointInput<'ask'>['body'] | EndpointInput<'askPreset'>['body'];

/** Asks a custom or a built-in question. */
export function useAsk() {
  return useMutation({
    mutationFn: (body: Question) =>
      'question' in body
        ? request('ask', { body }, { timeoutMs: TIMEOUT_MS })
        : request('askPreset', { body }),
    meta: { handlesErrors: true },
  });
}
