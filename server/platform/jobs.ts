import type { FastifyBaseLogger } from 'fastify';
import { CompiledQuery } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Db } from './database/database.ts';

/** A kind of background work: each server that runs may pick it up, exactly one does. */
export type JobQueue<Data extends object> = {
  name: string;
  /** Seconds before the first retry; doubled, with jitter, up to an hour. */
  retryDelaySeconds: number;
  retryLimit: number;
  /** How many of them one server does at the same time; 10 unless said. */
  atOnce?: number;
  work: (data: Data) => Promise<void>;
};

export type Jobs = {
  /** Written in the caller's transaction: the job exists exactly when the rest of it does. */
  send<Data extends object>(db: Db, queue: Pick<JobQueue<Data>, 'name'>, data: Data): Promise<void>;
  start<Data extends object>(queue: JobQueue<Data>): Promise<void>;
  /** Runs it again and again at the minutes of a cron expression in UTC, each time on one of the servers. */
  repeat(queue: JobQueue<object>, cron: string): Promise<void>;
  stop(): Promise<void>;
};

// What a finished mail said (it may hold a temporary password) is not kept.
const deleteAfterSeconds = 1;

export async function startJobs(connectionString: string, log: FastifyBaseLogger): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString,
    max: 3,
    application_name: 'maina jobs',
    maintenanceIntervalSeconds: 60,
    useListenNotify: true,
  });
  let isStopping = false;
  boss.on('error', (error) => {
    // A connection that outlives the stop by a moment is ended by the database; that is no news.
    if (!isStopping) log.error({ err: error }, 'job queue');
  });
  await boss.start();
  const jobs: Jobs = {
    async send(db, queue, data) {
      const caller = {
        async executeSql(text: string, values: unknown[] = []) {
          const { rows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values));
          return { rows: [...rows] };
        },
      };
      await boss.send(queue.name, data, { db: caller });
    },
    async start(queue) {
      await boss.createQueue(queue.name, {
        retryLimit: queue.retryLimit,
        retryDelay: queue.retryDelaySeconds,
        retryBackoff: true,
        retryDelayMax: 3600,
        deleteAfterSeconds,
        notify: true,
      });
      const run = async ({ id, data }: { id: string; data: Parameters<typeof queue.work>[0] }) => {
        try {
          await queue.work(data);
          return { id, status: 'completed' } as const;
        } catch (error) {
          // The words of a mail server's refusal name the recipient: only its codes are kept.
          const { name, code, responseCode } = error as {
            name?: string;
            code?: string;
            responseCode?: number;
          };
          const reason = { name, code, responseCode };
          log.warn({ queue: queue.name, jobId: id, ...reason }, 'job failed; it will be tried again');
          return { id, status: 'failed', output: reason } as const;
        }
      };
      await boss.work(
        queue.name,
        // The database tells of new jobs; retries are found by asking.
        {
          notifyPollingIntervalSeconds: 2,
          batchSize: queue.atOnce ?? 10,
          burstWhenBatchFull: true,
          perJobResults: true,
        },
        async (jobs: Parameters<typeof run>[0][]) => Promise.all(jobs.map(run)),
      );
    },
    async repeat(queue, cron) {
      await jobs.start(queue);
      await boss.schedule(queue.name, cron);
    },
    async stop() {
      isStopping = true;
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
  return jobs;
}
