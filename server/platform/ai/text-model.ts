/* The one place that talks to a language model: any endpoint that speaks the OpenAI protocol, through the AI SDK. */
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
import { EndpointError } from './guarded-fetch.ts';
import { faults, type Reading } from './stand-ins.ts';

/** A question that the model may ask back; `run` gets arguments that the schema has approved. */
export type ModelTool<Input extends z.ZodType = z.ZodType> = {
  description: string;
  input: Input;
  run(input: z.output<Input>): Promise<unknown>;
};

export type Prompt = { system: string; user: string; tools?: Record<string, ModelTool> };
type Options = {
  /** Gets the statements that are finished, each time there is one more. */
  onStatements?: (statements: string[]) => void;
  signal?: AbortSignal;
};

export type TextModel = {
  /** Endpoint and model: what a stored text was made by. */
  id: string;
  /**
   * What `read` makes of the model's statements; none where the model only called tools. A model whose answer is
   * refused is told why and answers once more. Throws ai_unavailable, ai_timeout; what the provider said goes neither to
   * the caller nor to the log.
   */
  write(prompt: Prompt, read: (statements: string[]) => Reading, options?: Options): Promise<Reading>;
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

/** `timeoutMs` is for one text, with all that it asks by its tools and the second try. */
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

const answer = z.object({ elements: z.array(z.string()) });
const answerFormat = Output.array({ element: z.string() });
/** What an endpoint answers that does not know the schema of an answer, or any. */
const refusesFormat = [400, 415, 422, 501];

/** Some models put a fence of Markdown or a word around their JSON. */
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
 * The endpoint is given the schema of the answer, and asked again without where it refuses: the instructions say the
 * same. With tools it is never given: many servers that hold a model to a schema then cannot call tools.
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

/** The model's text, and the messages to go on from. Throws what went wrong as the SDK or `fetch` says it. */
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
    // Many a model that people run themselves thinks aloud, in tags before its text.
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
    // Errors come as parts of the stream; by default the SDK prints them as well.
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

/** The text of the last step. Throws where the stream breaks off, or the model was stopped before its end. */
async function readText(stream: Stream, onStatements: Options['onStatements']): Promise<string> {
  let text = '';
  let finished = 0;
  for await (const part of stream) {
    if (part.type === 'start-step') text = '';
    if (part.type === 'text-delta') {
      text += part.text;
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
