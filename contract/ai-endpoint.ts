import * as z from 'zod/mini';
import { get, post, put } from './endpoint.ts';
import { requiredText } from './fields.ts';

const aiEndpointInput = z.object({
  /** Off: the settings stay, and the operator's model is used, or none. */
  isOn: z.boolean('invalid'),
  /** The URL before `/chat/completions` of the OpenAI protocol, for example https://ai.example/v1. */
  baseUrl: requiredText('aiAddressRequired', 500),
  model: requiredText('aiModelRequired'),
  /** Empty: keeps the stored key, which is bound to its URL. Sent in a header, so printable ASCII only. */
  apiKey: z.string('invalid').check(z.trim(), z.maxLength(500, 'tooLong'), z.regex(/^[!-~]*$/, 'aiKey')),
  removesKey: z.boolean('invalid'),
});

const aiEndpoint = z.object({
  isOn: z.boolean(),
  /** Empty, like the model's name, before anything was saved. */
  baseUrl: z.string(),
  model: z.string(),
  hasKey: z.boolean(),
  /** Its last characters, to recognise it by; null for a short one. */
  keyEnd: z.nullable(z.string()),
  /** False: the plan does not include it, and the endpoint is not used although it is on. */
  isInPlan: z.boolean(),
  /** What is used otherwise: the operator's language model or only our own code. */
  otherwise: z.enum(['operator', 'builtin']),
});
export type AiEndpoint = z.infer<typeof aiEndpoint>;

/** The result of testing an endpoint; nothing of its response is passed on. */
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
  getAiEndpoint: get('/api/company/ai-endpoint', 'admin', { reads: ['company'], response: aiEndpoint }),
  updateAiEndpoint: put('/api/company/ai-endpoint', 'admin', {
    changes: ['company'],
    audit: 'ai-endpoint.changed',
    body: aiEndpointInput,
    response: aiEndpoint,
    throws: ['plan_limit_reached', 'email_unconfirmed'],
  }),
  /** Asks the endpoint for one word with these settings, saved or not. */
  testAiEndpoint: post('/api/company/ai-endpoint/test', 'admin', {
    audit: 'ai-endpoint.tested',
    body: aiEndpointInput,
    response: z.object({ result: aiTestResult }),
    throws: ['plan_limit_reached'],
  }),
};
