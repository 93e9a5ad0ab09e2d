/* Streamed answers: lines of JSON, see `TextEvent` in the contract. */
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TFunction } from 'i18next';
import type { TextEvent } from '#contract/ai-reports.ts';
import { errorBodyOf } from './error-handler.ts';

const lines = 'application/x-ndjson';

export type Drafts = {
  /** Sends the text so far, if the caller accepts streaming. */
  show(draft: string): void;
  /** Aborted if the caller disconnects before the answer. */
  gone: AbortSignal;
};

export const acceptsDrafts = (request: FastifyRequest) => request.headers.accept?.includes(lines) ?? false;

/** For a caller who only wants the whole answer. */
export const noDrafts: Drafts = { show: () => undefined, gone: new AbortController().signal };

/**
 * Streams the answer as lines. The first draft or the answer opens the stream, so an earlier error is an ordinary error
 * response.
 */
export async function answerWithDrafts(
  request: FastifyRequest,
  reply: FastifyReply,
  t: TFunction,
  handle: (drafts: Drafts) => Promise<unknown>,
): Promise<FastifyReply> {
  const stream = new PassThrough();
  const caller = new AbortController();
  reply.raw.on('close', () => {
    if (!stream.writableFinished) caller.abort();
  });
  let isOpen = false;
  const write = (event: TextEvent<unknown>) => {
    // Without this, proxies buffer a small response until it is complete.
    if (!isOpen) reply.type(lines).header('x-accel-buffering', 'no').send(stream);
    isOpen = true;
    stream.write(`${JSON.stringify(event)}\n`);
  };
  try {
    write({ done: await handle({ show: (draft) => write({ draft }), gone: caller.signal }) });
  } catch (error) {
    if (!isOpen) throw error;
    write({ error: errorBodyOf(error, request, t).body });
  }
  stream.end();
  return reply;
}
