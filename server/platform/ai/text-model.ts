/* The only file that talks to a language model: any endpoint with the OpenAI protocol, through the AI SDK. */
import { setTimeout as wait } from 'node:timers/promises';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  extractReasoningMiddleware,
  isStepCount,
  type ModelMessage,
  Output,
  streamText,
  type ToolSet,
  tool,
  wrapLanguageModel,
} from 'ai';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod';
import { AppError } from '../errors.ts';
import { EndpointError } from '../outbound/guarded-fetch.ts';
import { faults, type Reading } from './stand-ins.ts';

/** A tool that the model may call; `run` gets arguments that match the schema. */
export type ModelTool<Input extends z.ZodType = z.ZodType> = {
  description: string;
  input: Input;
  run(input: z.output<Input>): Promise<unknown>;
};

export type Prompt = { system: string; user: string; tools?: Record<string, ModelTool> };
type Options = {
  /** Receives the complete statements, each time there is one more. */
  onStatements?: (statements: string[]) => void;
  signal?: AbortSignal;
};

export type TextModel = {
  /** Endpoint and model, recorded with a stored text. */
  id: string;
  /**
   * Returns what `read` makes of the model's statements; none if the model only called tools. If an answer is refused,
   * the model is told why and answers once more. Throws ai_unavailable, ai_timeout; the provider's message goes neither
   * to the caller nor to the log.
   */
  write(prompt: Prompt, read: (statements: string[]) => Reading, options?: Options): Promise<Reading>;
};

export type ModelEndpoint = {
  /** The URL before `/chat/completions`. */
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  /** The global `fetch` by default. */
  fetch?: typeof fetch;
};

const maxSteps = 5;
/** Characters of a text, which is parsed anew with each part of it; a report has some thousands. */
const maxLength = 100_000;
const longestBackOffMs = 2000;

/** Retries once, after a moment, if the provider is busy. */
const patiently =
  (ask: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await ask(input, init);
    if (response.status !== 429 && response.status !== 503) return response;
    await response.body?.cancel();
    const askedMs = Number(response.headers.get('retry-after') ?? 0.5) * 1000;
    const backOffMs = askedMs >= 0 ? Math.min(askedMs, longestBackOffMs) : longestBackOffMs;
    await wait(backOffMs, undefined, { signal: init?.signal ?? undefined });
    return ask(input, init);
  };

/** `timeoutMs` is for one text, including tool calls and the second attempt. */
export function createTextModel(
  { timeoutMs, ...endpoint }: ModelEndpoint & { timeoutMs: number },
  log: FastifyBaseLogger,
): TextModel {
  return {
    id: `${endpoint.baseUrl} ${endpoint.model}`,
    async write(prompt, read, { onStatements, signal } = {}) {
      const tooLate = AbortSignal.timeout(timeoutMs);
      const options = { onStatements, signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate };
      try {
        const messages: ModelMessage[] = [{ role: 'user', content: prompt.user }];
        const first = await generateJson(endpoint, prompt, messages, options);
        const reading = readAnswer(first.text, read);
        if ('text' in reading) return reading;
        const refusal = `Your answer was refused. ${faults[reading.fault]} Answer again, all of it.`;
        messages.push(...first.messages, { role: 'user', content: refusal });
        return readAnswer((await generateJson(endpoint, prompt, messages, options)).text, read);
      } catch (error) {
        if (tooLate.aborted) throw new AppError('ai_timeout');
        if (!signal?.aborted) {
          const status = APICallError.isInstance(error) ? error.statusCode : undefined;
          const reason = error instanceof EndpointError ? error.reason : undefined;
          // The message may repeat the prompt, which is personal data.
          log.warn(
            { status, reason, kind: error instanceof Error ? error.name : typeof error },
            'no text from the model',
          );
        }
        throw new AppError('ai_unavailable', { retryAfterSeconds: 5 });
      }
    },
  };
}

const answer = z.object({ elements: z.array(z.string()) });
const answerFormat = Output.array({ element: z.string() });
/** Statuses of endpoints that do not support the schema of the answer, or any. */
const refusesFormat = [400, 415, 422, 501];

/** Some models wrap their JSON in a Markdown fence or a sentence. */
function readAnswer(text: string, read: (statements: string[]) => Reading): Reading {
  if (text.trim() === '') return read([]);
  try {
    const json = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
    return read(answer.parse(json).elements);
  } catch {
    return { fault: 'form' };
  }
}

/**
 * Sends the schema of the answer to the endpoint, and retries without it if refused: the instructions say the same.
 * Never with tools: many servers that enforce a schema cannot call tools then.
 */
async function generateJson(
  endpoint: ModelEndpoint,
  prompt: Prompt,
  messages: ModelMessage[],
  options: Options,
): Promise<Generated> {
  if (prompt.tools) return generate(endpoint, prompt, messages, options);
  try {
    return await generate(endpoint, prompt, messages, { ...options, hasFormat: true });
  } catch (error) {
    if (!APICallError.isInstance(error) || !refusesFormat.includes(error.statusCode ?? 0)) throw error;
    return generate(endpoint, prompt, messages, options);
  }
}

type Generated = { text: string; messages: ModelMessage[] };

/** Returns the model's text and the messages so far. Throws the error of the SDK or `fetch`. */
export async function generate(
  { baseUrl, apiKey, model, fetch: ask = fetch }: ModelEndpoint,
  { system, tools }: Pick<Prompt, 'system' | 'tools'>,
  messages: ModelMessage[],
  { onStatements, signal, hasFormat }: Options & { hasFormat?: boolean },
): Promise<Generated> {
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl,
    apiKey,
    fetch: patiently(ask),
    supportsStructuredOutputs: true,
  });
  const result = streamText({
    // Many self-hosted models write their reasoning, in tags, before the text.
    model: wrapLanguageModel({
      model: provider.chatModel(model),
      middleware: extractReasoningMiddleware({ tagName: 'think' }),
    }),
    instructions: system,
    messages,
    output: hasFormat ? answerFormat : undefined,
    tools: tools && toToolSet(tools),
    stopWhen: isStepCount(maxSteps),
    maxRetries: 0,
    abortSignal: signal,
    // Errors are parts of the stream; by default the SDK also prints them.
    onError: () => undefined,
  });
  const text = await readText(result.stream, onStatements);
  return { text, messages: await result.responseMessages };
}

function toToolSet(tools: Record<string, ModelTool>): ToolSet {
  return Object.fromEntries(
    Object.entries(tools).map(([name, { description, input, run }]) => [
      name,
      tool({ description, inputSchema: input, execute: run }),
    ]),
  );
}

type Stream = ReturnType<typeof streamText>['stream'];

/** Returns the text of the last step. Throws if the stream breaks off, or the model was stopped before its end. */
async function readText(stream: Stream, onStatements: Options['onStatements']): Promise<string> {
  let text = '';
  let finished = 0;
  for await (const part of stream) {
    if (part.type === 'start-step') text = '';
    if (part.type === 'text-delta') {
      text += part.text;
      if (text.length > maxLength) throw new Error('too long');
      const json = text.slice(Math.max(0, text.indexOf('{')));
      const statements = onStatements && (await answerFormat.parsePartialOutput({ text: json }))?.partial;
      if (statements && statements.length > finished) onStatements(statements);
      finished = statements?.length ?? finished;
    }
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw new Error('aborted');
    if (part.type === 'finish' && !['stop', 'tool-calls'].includes(part.finishReason)) {
      throw new Error(`finished by ${part.finishReason}`);
    }
  }
  return text;
}
