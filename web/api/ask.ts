import { queryOptions, useMutation } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import type { Language } from '#domain/languages.ts';
import { request } from './request.ts';

/** Longer than the server gives a language model. */
const TIMEOUT_MS = 90_000;

/** The ready-made questions in this language, and whether others can be asked. */
export const askPresetsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['ask', 'presets', language],
    queryFn: ({ signal }) => request('listAskPresets', undefined, { signal }),
  });

export type Question = EndpointInput<'ask'>['body'] | EndpointInput<'askPreset'>['body'];

/** Asks a question in somebody's own words, or a ready-made one. The caller shows the errors. */
export function useAsk() {
  return useMutation({
    mutationFn: (body: Question) =>
      'question' in body
        ? request('ask', { body }, { timeoutMs: TIMEOUT_MS })
        : request('askPreset', { body }),
    meta: { handlesErrors: true },
  });
}
