import type { EndpointInput } from '#contract/index.ts';
import type { EndpointName } from '#contract/table.ts';
import { answerOf, inTime, networkError, send } from './request.ts';

export const FILE_TIMEOUT_MS = 60_000;

/** Downloads the file that an endpoint answers with. Throws `ApiError`. */
export const requestFile = <K extends EndpointName>(name: K, input: EndpointInput<K>) =>
  inTime({ timeoutMs: FILE_TIMEOUT_MS }, async (signal) => {
    const response = await send(name, input, '*/*', signal);
    const header = response.headers.get('content-disposition') ?? '';
    const fileName = /filename="([^"]+)"/.exec(header)?.[1];
    if (!response.ok || !fileName) {
      answerOf(response, await response.text());
      throw networkError();
    }
    return { name: fileName, content: await response.blob() };
  });
