import { AppError } from './errors.ts';

type Job = { key: string; start: () => void };

/**
 * Makes a queue of jobs that need the processor and memory for themselves: `atOnce` run together on this server, of one key
 * one. The queue throws too_many_requests if more than `maxWaiting` wait, or `maxOfKey` of one key wait and run.
 */
export function createQueue({ atOnce = 1, maxWaiting = 20, maxOfKey = Number.POSITIVE_INFINITY }) {
  const running: Job[] = [];
  const waiting: Job[] = [];
  const startNext = () => {
    const next = waiting.findIndex(({ key }) => running.every((job) => job.key !== key));
    if (next < 0 || running.length >= atOnce) return;
    const [job] = waiting.splice(next, 1) as [Job];
    running.push(job);
    job.start();
  };
  return async <Result>(job: () => Promise<Result>, key = ''): Promise<Result> => {
    const ofKey = [...running, ...waiting].filter((other) => other.key === key).length;
    if (waiting.length >= maxWaiting || ofKey >= maxOfKey)
      throw new AppError('too_many_requests', { retryAfterSeconds: 10, params: { count: 1 } });
    const own: Job = { key, start: () => undefined };
    await new Promise<void>((resolve) => {
      own.start = resolve;
      waiting.push(own);
      startNext();
    });
    try {
      return await job();
    } finally {
      running.splice(running.indexOf(own), 1);
      startNext();
    }
  };
}

/** Makes one sheet or report at a time, with so many waiting. */
export const inTurn = createQueue({ maxWaiting: 20 });
/** The sheets that people make of their own months: they keep nobody else's waiting, and one person has two at most. */
export const ownInTurn = createQueue({ maxWaiting: 20, maxOfKey: 2 });
