/* The one place that talks to a language model: any endpoint that speaks the OpenAI protocol, through the AI SDK. */
import { setTimeout as wait } from 'node:timers/promises';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  extractReasoningMiddleware,
  isStepCount,
  streamText,
  type ToolSet,
  tool,
  wrapLanguageModel,
} from 'ai';
import type { FastifyBaseLogger } from 'fastify';
import type * as z from 'zod';
import { AppError } from '../errors.ts';
import { EndpointError } from './guarded-fetch.ts';

/** A question that the model may ask back; `run` gets arguments that the schema has approved. */
export type ModelTool<Input extends z.ZodType = z.ZodType> = {
  description: string;
  input: Input;
  run(input: z.output<Input>): Promise<unknown>;
};

export type Prompt = { system: string; user: string; tools?: Record<string, ModelTool> };
type Options = { onText?: (text: string) => void; signal?: AbortSignal };

export type TextModel = {
  /** Endpoint and model: what a stored text was made by. */
  id: string;
  /**
   * The model's text, empty when it only called tools. `onText` gets all of the text so far. Throws ai_unavailable,
   * ai_timeout; what the provider said goes neither to the caller nor to the log.
   */
  write(prompt: Prompt, options?: Options): Promise<string>;
};

export type ModelEndpoint = {
  /** Where `/chat/completions` begins. */
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  /** How to reach it; the global one unless said. */
  fetch?: typeof fetch;
};

const maxSteps = 5;
const longestBackOffMs = 2000;

/** Asks once more, after a moment, where the provider says that it is busy. */
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

/** `timeoutMs` is for one text, with all that it asks by its tools. */
export function createTextModel(
  { timeoutMs, ...endpoint }: ModelEndpoint & { timeoutMs: number },
  log: FastifyBaseLogger,
): TextModel {
  return {
    id: `${endpoint.baseUrl} ${endpoint.model}`,
    async write(prompt, { onText, signal } = {}) {
      const tooLate = AbortSignal.timeout(timeoutMs);
      try {
        return await generate(endpoint, prompt, {
          onText,
          signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate,
        });
      } catch (error) {
        if (tooLate.aborted) throw new AppError('ai_timeout');
        if (!signal?.aborted) {
          const status = APICallError.isInstance(error) ? error.statusCode : undefined;
          const reason = error instanceof EndpointError ? error.reason : undefined;
          // Its message may repeat what was sent, which is personal data.
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

/** The model's text as `write` answers it. Throws what went wrong as the SDK or the endpoint's `fetch` says it. */
export async function generate(
  { baseUrl, apiKey, model, fetch: ask = fetch }: ModelEndpoint,
  { system, user, tools }: Prompt,
  { onText, signal }: Options,
): Promise<string> {
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl,
    apiKey,
    fetch: patiently(ask),
  });
  const { stream } = streamText({
    // Many a model that people run themselves thinks aloud, in tags before its text.
    model: wrapLanguageModel({
      model: provider.chatModel(model),
      middleware: extractReasoningMiddleware({ tagName: 'think' }),
    }),
    instructions: system,
    prompt: user,
    tools: tools && toToolSet(tools),
    stopWhen: isStepCount(maxSteps),
    maxRetries: 0,
    abortSignal: signal,
    // Errors come as parts of the stream; by default the SDK prints them as well.
    onError: () => undefined,
  });
  return readText(stream, onText);
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

/** The text of the last step. Throws where the stream breaks off, or the model was stopped before its end. */
async function readText(stream: Stream, onText: ((text: string) => void) | undefined): Promise<string> {
  let text = '';
  for await (const part of stream) {
    if (part.type === 'start-step') text = '';
    if (part.type === 'text-delta') {
      text += part.text;
      onText?.(text);
    }
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw new Error('aborted');
    if (part.type === 'finish' && !['stop', 'tool-calls'].includes(part.finishReason)) {
      throw new Error(`finished by ${part.finishReason}`);
    }
  }
  return text;
}
