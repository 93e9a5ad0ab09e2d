import type { TextEvent } from '#contract/ai-reports.ts';
import type { contract, EndpointInput, EndpointName, EndpointResponse } from '#contract/index.ts';
import { ApiError, answerOf, inTime, networkError, type Options, send } from './request.ts';

const LINES = 'application/x-ndjson';

type DraftingEndpoint = {
  [K in EndpointName]: (typeof contract)[K] extends { drafts: true } ? K : never;
}[EndpointName];

/** `request` for streamed text: reports it as it grows, returns the whole. If cut off, throws 'network'. */
export function requestDrafts<K extends DraftingEndpoint>(
  name: K,
  input: EndpointInput<K>,
  onDraft: (text: string) => void,
  options?: Options,
): Promise<EndpointResponse<K>> {
  return inTime(options, async (signal) => {
    const response = await send(name, input, LINES, signal);
    if (!response.body || !response.headers.get('content-type')?.startsWith(LINES)) {
      return answerOf<K>(response, await response.text());
    }
    for await (const line of linesOf(response.body)) {
      const event: TextEvent<EndpointResponse<K>> = JSON.parse(line);
      if ('done' in event) return event.done;
      if ('error' in event) {
        throw new ApiError(response.status, event.error.code, event.error.message, event.error);
      }
      onDraft(event.draft);
    }
    throw networkError();
  });
}

/** Drops an incomplete last line: it was cut off. */
async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let begun = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (begun + read.value).split('\n');
    begun = lines.pop() ?? '';
    yield* lines;
  }
}
