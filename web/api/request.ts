/* The only place of the web app that calls `fetch`. */
import type { ErrorBody, ErrorCode } from '#contract/error.ts';
import type { EndpointInput, EndpointResponse } from '#contract/index.ts';
import { type Endpoint, type EndpointName, table } from '#contract/table.ts';
import { CONTRACT_VERSION, CONTRACT_VERSION_HEADER } from '#contract/version.ts';
import { currentLanguage, t } from '#web/i18n/i18n.ts';
import { learnReachable } from './connection.ts';
import { learnServerTime } from './server-clock.ts';

const TIMEOUT_MS = 20_000;

type Details = Partial<Omit<ErrorBody, 'message' | 'code'>> & { retryAfterSeconds?: number };

/**
 * Any call that did not succeed. `message` is a sentence for the reader, in their language. `status` is 0 and `code`
 * 'network' when no answer came, or none that is ours (a sign-in page of a public Wi-Fi, for example); it is that of
 * success when a text failed while it was written.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'network' | undefined;
  /** What is wrong with which field; `path` is the field's name in the input. */
  readonly issues: NonNullable<Details['issues']>;
  readonly requiresUpgrade: boolean;
  readonly action: Details['action'];
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, code: ApiError['code'], message: string, details: Details = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.issues = details.issues ?? [];
    this.requiresUpgrade = details.requiresUpgrade ?? false;
    this.action = details.action;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** True for what shows itself, whoever called: the plan's dialog (402) and the notice of a new release. */
export const isShownElsewhere = ({ requiresUpgrade, code }: ApiError) =>
  requiresUpgrade || code === 'client_outdated';

/** Whether nobody knows what the server made of the call, or if it came there at all. */
export function isUnanswered(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

export type Options = {
  signal?: AbortSignal;
  /** For an answer that may take longer than most. */
  timeoutMs?: number;
};
type Arguments<K extends EndpointName> =
  unknown extends EndpointInput<K>
    ? [input?: undefined, options?: Options]
    : [input: EndpointInput<K>, options?: Options];

/** What an input looks like whatever its endpoint: the contract's types have checked it in the caller. */
type AnyInput = {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
};

/**
 * Calls an endpoint of the contract and answers with its typed value. Throws `ApiError`, or the signal's reason when
 * the caller aborts.
 */
export function request<K extends EndpointName>(
  name: K,
  ...[input, options]: Arguments<K>
): Promise<EndpointResponse<K>> {
  return inTime(options, async (signal) => {
    const response = await send(name, input, 'application/json', signal);
    return answerOf<K>(response, await response.text());
  });
}

/** Whatever goes wrong on the way to the answer is an `ApiError`, unless the caller has aborted. */
export async function inTime<Answer>(
  { signal, timeoutMs = TIMEOUT_MS }: Options = {},
  call: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await call(signal ? AbortSignal.any([signal, timeout]) : timeout);
    learnReachable(true);
    return answer;
  } catch (error) {
    signal?.throwIfAborted();
    const failure = error instanceof ApiError ? error : networkError();
    learnReachable(failure.code !== 'network');
    throw failure;
  }
}

export async function send(name: EndpointName, input: unknown, accept: string, signal: AbortSignal) {
  const endpoint: Endpoint = table[name];
  const { params, query, body } = (input ?? {}) as AnyInput;
  const startedAt = performance.now();
  const response = await fetch(addressOf(endpoint, params, query), {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: {
      accept,
      'accept-language': currentLanguage(),
      [CONTRACT_VERSION_HEADER]: String(CONTRACT_VERSION),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
  learnFrom(response, performance.now() - startedAt);
  return response;
}

export function answerOf<K extends EndpointName>(response: Response, text: string): EndpointResponse<K> {
  const answer = parseJson(text);
  if (!response.ok) throw errorFrom(response, text, answer);
  if (response.status === 204) return null as EndpointResponse<K>;
  if (answer === undefined) throw networkError();
  return answer as EndpointResponse<K>;
}

function addressOf(endpoint: Endpoint, params: AnyInput['params'] = {}, query: AnyInput['query'] = {}) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

function learnFrom(response: Response, roundTripMs: number) {
  const serverTimeMs = Date.parse(response.headers.get('x-server-time') ?? '');
  if (!Number.isNaN(serverTimeMs)) learnServerTime(serverTimeMs, roundTripMs);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As if no answer had come. */
export const networkError = () =>
  new ApiError(0, 'network', t(navigator.onLine ? 'common:networkError' : 'common:offlineError'));

/** The rule of product.md §8: the body's message, else "{status}: {text}", else "{status}: {statusText}". */
function errorFrom(response: Response, text: string, answer: unknown): ApiError {
  const { status, statusText, headers } = response;
  const retryAfterSeconds = Number(headers.get('retry-after')) || undefined;
  if (isErrorBody(answer)) {
    return new ApiError(status, answer.code, answer.message, { ...answer, retryAfterSeconds });
  }
  // A proxy's error page is no sentence for a person.
  const isSentence = answer === undefined && text !== '' && !headers.get('content-type')?.includes('html');
  return new ApiError(status, undefined, `${status}: ${isSentence ? text : statusText}`, {
    retryAfterSeconds,
  });
}

function isErrorBody(answer: unknown): answer is Omit<ErrorBody, 'code'> & { code?: ErrorCode } {
  return (
    typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
  );
}
