/* What a phone and a kiosk share in sending what waits. */
import type { EndpointName } from '#contract/index.ts';
import { followRefusal } from '#web/call/refusals.ts';
import { ApiError, networkError, request } from '#web/call/request.ts';
import type { Failure, OutboxItem, Reply } from '#web/queue/outbox-items.ts';

type Recorded<Result> = { fate: 'done'; result: Result };
/** The outcome of a new item: recorded by the server, or stored on the device to be sent later. */
export type Submitted<Result> = Recorded<Result> | { fate: 'saved' };

/** Calls an endpoint with its input, as the caller's types guarantee; never rejects. */
export async function send<Result>(name: EndpointName, input: unknown): Promise<Reply<Result>> {
  try {
    return { result: (await request(name, input as never)) as Result };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    followRefusal(error);
    return { failure: error };
  }
}

/** Tells an answer, or the refusal, to the caller that waits for it and knows the item's kind. */
export function settle<Result>(
  { resolve, reject }: { resolve: (told: Recorded<Result>) => void; reject: (refusal: ApiError) => void },
  fate: OutboxItem['fate'],
  failure: Failure | undefined,
): void {
  if (fate.state === 'done') resolve({ fate: 'done', result: fate.result as Result });
  else if (failure instanceof ApiError) reject(failure);
  else reject(failure ? new ApiError(failure.status, failure.code, failure.message) : networkError());
}

/** Waits for `told`, which `goOn` resolves after this time, or when sending fails. */
export async function withPatience<Told>(
  told: Promise<Told>,
  { patienceMs, sent, goOn }: { patienceMs: number; sent: Promise<void>; goOn: () => void },
): Promise<Told> {
  const patience = setTimeout(goOn, patienceMs);
  sent.catch(goOn);
  try {
    return await told;
  } finally {
    clearTimeout(patience);
  }
}
