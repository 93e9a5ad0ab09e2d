import * as z from 'zod/mini';
import { requiredText } from './fields.ts';

const aiEndpointInput = z.object({
  /** Off: the settings stay, and the operator's model is asked, or none. */
  isOn: z.boolean('invalid'),
  /** Where `/chat/completions` of the OpenAI protocol begins, for example https://ai.example/v1. */
  baseUrl: requiredText('aiAddressRequired', 500),
  model: requiredText('aiModelRequired'),
  /** Empty: the one that is kept, which is bound to its address. Goes into a header, so plain characters only. */
  apiKey: z.string('invalid').check(z.trim(), z.maxLength(500, 'tooLong'), z.regex(/^[!-~]*$/, 'aiKey')),
  removesKey: z.boolean('invalid'),
});

const aiEndpoint = z.object({
  isOn: z.boolean(),
  /** Empty, as the model's name, before anything was saved. */
  baseUrl: z.string(),
  model: z.string(),
  hasKey: z.boolean(),
  /** Its last characters, to recognise it by; null for a short one. */
  keyEnd: z.nullable(z.string()),
  /** False: the plan does not have it, and the endpoint is not asked although it is on. */
  isInPlan: z.boolean(),
  /** Who writes otherwise: the operator's language model or nobody but our own code. */
  otherwise: z.enum(['operator', 'builtin']),
});
export type AiEndpoint = z.infer<typeof aiEndpoint>;

/** What trying an endpoint showed; nothing that it said is passed on. */
const aiTestResult = z.enum([
  'ok',
  'wrong_key',
  'unknown_model',
  'no_such_host',
  'refused_address',
  'unreachable',
  'bad_certificate',
  'redirected',
  'busy',
  'failing',
  'timeout',
  'not_speaking',
]);
export type AiTestResult = z.infer<typeof aiTestResult>;

export const aiEndpointEndpoints = {
  getAiEndpoint: { response: aiEndpoint },
  updateAiEndpoint: { audit: 'ai-endpoint.changed', body: aiEndpointInput, response: aiEndpoint },
  /** Asks it for one word with these settings, saved or not. */
  testAiEndpoint: {
    audit: 'ai-endpoint.tested',
    body: aiEndpointInput,
    response: z.object({ result: aiTestResult }),
  },
} as const;
