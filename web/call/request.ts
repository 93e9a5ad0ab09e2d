import type { ErrorBody, ErrorCode } from '#contract/error.ts';
import type { EndpointInput, EndpointName, EndpointResponse } from '#contract/index.ts';
import { type Route, table } from '#contract/table.ts';
import { currentLanguage, t } from '#web/i18n/i18n.ts';
import { learnReachable } from './connection.ts';
import { callServer } from './fetch.ts';
import { TIMEOUT_MS } from './retry.ts';
import { learnServerTime } from './server-clock.ts';

type Details = Partial<Omit<ErrorBody, 'message' | 'code'>> & {
  retryAfterSeconds?: number;
  isSentence?: boolean;
};

/**
 * A call that failed. `message` is a sentence for the reader, in their language. Without a response from our server (no
 * connection, or a public Wi-Fi's sign-in page) `status` is 0 and `code` is 'network'. For a text that failed while it
 * was streamed, `status` is that of success.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'network' | undefined;
  /** Field errors; `path` is the field's name in the input. */
  readonly issues: NonNullable<Details['issues']>;
  readonly requiresUpgrade: boolean;
  readonly action: Details['action'];
  readonly retryAfterSeconds: number | undefined;
  /** Whether the message is a sentence for people, and not "{status}: {text}". */
  readonly isSentence: boolean;

  constructor(status: number, code: ApiError['code'], message: string, details: Details = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.issues = details.issues ?? [];
    this.requiresUpgrade = details.requiresUpgrade ?? false;
    this.action = details.action;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.isSentence = details.isSentence ?? true;
  }
}

/** True for errors with their own interface everywhere: upgrade dialog (402) and new-release notice. */
export const isShownElsewhere = ({ requiresUpgrade, code }: ApiError) =>
  requiresUpgrade || code === 'client_outdated';

/** Whether it is unknown if the server received or processed the call. */
export function isUnanswered(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

export type Options = {
  signal?: AbortSignal;
  timeoutMs?: number;
};
export type Arguments<K extends EndpointName> =
  unknown extends EndpointInput<K>
    ? [input?: undefined, options?: Options]
    : [input: EndpointInput<K>, options?: Options];

/** Calls an endpoint. Throws `ApiError`, or the signal's reason if the caller aborts. */
export function request<K extends EndpointName>(
  name: K,
  ...[input, options]: Arguments<K>
): Promise<EndpointResponse<K>> {
  const { method }: Route = table[name];
  return inTime(options, (signal) =>
    inLatestSession(method !== 'GET', async () => {
      const response = await send(name, input, 'application/json', signal);
      return answerOf<K>(response, await response.text());
    }),
  );
}

/** Writes in flight. One of them may replace or end the session. */
const pendingWrites = new Set<Promise<unknown>>();
let answeredWrites = 0;

/**
 * Repeats a call once if its session was refused while a write was in flight. A change of password, for example, ends the old
 * session before its answer brings the new one; until then, a refusal does not mean that the person is signed out.
 */
async function inLatestSession<Answer>(isWrite: boolean, call: () => Promise<Answer>): Promise<Answer> {
  let answeredBefore = answeredWrites;
  const first = call();
  if (isWrite) {
    pendingWrites.add(first);
    await first.catch(() => undefined);
    pendingWrites.delete(first);
    answeredWrites += 1;
    answeredBefore += 1;
  }
  try {
    return await first;
  } catch (error) {
    const isSignedOut = error instanceof ApiError && error.code === 'unauthenticated';
    if (!isSignedOut || (pendingWrites.size === 0 && answeredWrites === answeredBefore)) throw error;
    await Promise.allSettled(pendingWrites);
    return call();
  }
}

/** Every failure is an `ApiError`, unless the caller has aborted. */
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
  const startedAt = performance.now();
  const response = await callServer(name, input, { accept, language: currentLanguage(), signal });
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

/** The error of a call without a response. */
export const networkError = () =>
  new ApiError(0, 'network', t(navigator.onLine ? 'common:networkError' : 'common:offlineError'));

/** The rule of product.md §8: the body's message, else "{status}: {text}", else "{status}: {statusText}". */
function errorFrom(response: Response, text: string, answer: unknown): ApiError {
  const { status, statusText, headers } = response;
  const retryAfterSeconds = Number(headers.get('retry-after')) || undefined;
  if (isErrorBody(answer)) {
    return new ApiError(status, answer.code, answer.message, { ...answer, retryAfterSeconds });
  }
  // A proxy's error page is not a message for a person.
  const isText = answer === undefined && text !== '' && !headers.get('content-type')?.includes('html');
  return new ApiError(status, undefined, `${status}: ${isText ? text : statusText}`, {
    retryAfterSeconds,
    isSentence: false,
  });
}

function isErrorBody(answer: unknown): answer is Omit<ErrorBody, 'code'> & { code?: ErrorCode } {
  return (
    typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
  );
}
