import { APICallError } from 'ai';
import type { AiTestResult } from '#contract/ai-endpoint.ts';
import { EndpointError } from '../outbound/guarded-fetch.ts';
import { generate, type ModelEndpoint } from './text-model.ts';

/** Nobody waits longer than this for a button. */
const longestMs = 15_000;

/** Asks the endpoint for one word, in the same way as for texts. Its answer is discarded. */
export async function probe(endpoint: ModelEndpoint, timeoutMs: number): Promise<AiTestResult> {
  const tooLate = AbortSignal.timeout(Math.min(timeoutMs, longestMs));
  try {
    const prompt = { system: 'Answer with one word.' };
    const { text } = await generate(endpoint, prompt, [{ role: 'user', content: 'Say OK.' }], {
      signal: tooLate,
    });
    return text.trim() === '' ? 'not_speaking' : 'ok';
  } catch (error) {
    if (tooLate.aborted) return 'timeout';
    if (error instanceof EndpointError) return error.reason;
    return APICallError.isInstance(error) ? resultOf(error) : 'not_speaking';
  }
}

function resultOf({ statusCode = 0, responseBody = '' }: APICallError): AiTestResult {
  if (statusCode === 401 || statusCode === 403) return 'wrong_key';
  // A wrong path is also a 404, but then the message does not mention models.
  if ([400, 404, 422].includes(statusCode) && /model/i.test(responseBody)) return 'unknown_model';
  if (statusCode === 404 || statusCode === 405 || statusCode < 400) return 'not_speaking';
  return statusCode === 429 || statusCode === 503 ? 'busy' : 'failing';
}
