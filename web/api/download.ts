import type { EndpointName } from '#contract/index.ts';
import { answerOf, inTime, networkError, send } from './request.ts';

const TIMEOUT_MS = 60_000;

/** Fetches an endpoint's file; the browser keeps nothing of it. Throws `ApiError`. */
export const download = (name: EndpointName, input: object): Promise<{ name: string; content: Blob }> =>
  inTime({ timeoutMs: TIMEOUT_MS }, async (signal) => {
    const response = await send(name, input, '*/*', signal);
    const header = response.headers.get('content-disposition') ?? '';
    const fileName = /filename="([^"]+)"/.exec(header)?.[1];
    if (!response.ok || !fileName) {
      answerOf(response, await response.text());
      throw networkError();
    }
    return { name: fileName, content: await response.blob() };
  });
