/*
 * A real HTTP server that speaks the OpenAI chat protocol and says what a test tells it to, including invalid answers.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

export type ModelReply =
  /** Streams the text word by word, `pauseMs` apart. */
  | { text: string; pauseMs?: number }
  /** Streams an answer of these statements in the required JSON form. */
  | { says: string[]; pauseMs?: number }
  /** Calls tools. */
  | { calls: { name: string; input: unknown }[] }
  | { status: number; headers?: Record<string, string>; message?: string }
  /** Streams this body unchanged. */
  | { body: string }
  /** Streams the text and drops the connection, ends without a finish reason, or says nothing more. */
  | { cut: string; how: 'torn' | 'ended' | 'silent' }
  /** Accepts and never answers. */
  | { silent: true };

type ModelRequest = {
  authorization: string | undefined;
  url: string | undefined;
  body: {
    model: string;
    messages: { role: string; content: unknown }[];
    tools?: unknown[];
    response_format?: unknown;
  };
};

export type FakeModel = {
  env: Record<string, string>;
  requests: ModelRequest[];
  /** How many of the requests the caller has cancelled before the end of the answer. */
  cancelled(): number;
  /** The next replies, one per request; the last one is repeated. */
  reply(...replies: ModelReply[]): void;
  close(): Promise<void>;
};

export const providerWords = 'secret words of the provider';

export async function startFakeModel(): Promise<FakeModel> {
  const requests: ModelRequest[] = [];
  let replies: ModelReply[] = [];
  let cancelled = 0;
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await readText(request)) as ModelRequest['body'];
    requests.push({ authorization: request.headers.authorization, url: request.url, body });
    response.once('close', () => {
      if (!response.writableEnded) cancelled += 1;
    });
    const [reply, ...later] = replies;
    if (later.length > 0) replies = later;
    if (reply) await answer(response, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: { AI_BASE_URL: `http://127.0.0.1:${port}/v1`, AI_API_KEY: 'key', AI_MODEL: 'test-model' },
    requests,
    cancelled: () => cancelled,
    reply(...next) {
      replies = next;
      requests.length = 0;
      cancelled = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const chunk = (delta: object, finishReason: string | null = null) =>
  `data: ${JSON.stringify({
    id: 'chat-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'test-model',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  })}\n\n`;

async function answer(response: ServerResponse, reply: ModelReply): Promise<void> {
  if ('silent' in reply) return;
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(
      JSON.stringify({ error: { message: `${reply.message ?? ''} ${providerWords}`, type: 'x' } }),
    );
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if ('body' in reply) {
    response.end(reply.body);
  } else if ('calls' in reply) {
    const toolCalls = reply.calls.map(({ name, input }, index) => ({
      index,
      id: `call-${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    }));
    response.write(chunk({ role: 'assistant', tool_calls: toolCalls }));
    response.end(`${chunk({}, 'tool_calls')}data: [DONE]\n\n`);
  } else if ('cut' in reply) {
    response.write(chunk({ role: 'assistant', content: reply.cut }));
    if (reply.how === 'ended') response.end();
    else if (reply.how === 'torn') setTimeout(() => response.destroy(), 50);
  } else {
    const text = 'says' in reply ? JSON.stringify({ elements: reply.says }) : reply.text;
    for (const content of text.split(/(?<=\s)/)) {
      response.write(chunk({ role: 'assistant', content }));
      if (reply.pauseMs) await wait(reply.pauseMs);
    }
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
  }
}
