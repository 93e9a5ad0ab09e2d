import { AppError } from './errors.ts';

/** How many may wait for their turn on one server. */
const MAX_WAITING = 20;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Makes one file at a time: each needs the processor and memory for itself. Throws too_many_requests. */
export async function inTurn<Result>(make: () => Promise<Result>): Promise<Result> {
  if (waiting >= MAX_WAITING)
    throw new AppError('too_many_requests', { retryAfterSeconds: 10, params: { count: 1 } });
  waiting += 1;
  const turn = last.then(make, make);
  last = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    waiting -= 1;
  }
}
