import { AppError } from './errors.ts';

/**
 * Makes a queue that runs one job at a time on this server: each needs the processor and memory for itself. The queue
 * throws too_many_requests if more than `maxWaiting` wait.
 */
export function createQueue(maxWaiting: number): <Result>(job: () => Promise<Result>) => Promise<Result> {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (job) => {
    if (waiting >= maxWaiting)
      throw new AppError('too_many_requests', { retryAfterSeconds: 10, params: { count: 1 } });
    waiting += 1;
    const turn = last.then(job, job);
    last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      waiting -= 1;
    }
  };
}

/** Makes one sheet or report at a time, with so many waiting. */
export const inTurn = createQueue(20);
