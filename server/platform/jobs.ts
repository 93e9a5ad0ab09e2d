import type { FastifyBaseLogger } from 'fastify';
import { CompiledQuery } from 'kysely';
import { type JobInsert, type JobWithMetadata, PgBoss } from 'pg-boss';
import { applicationNames, type Db } from './database/database.ts';
import type { Metrics } from './metrics.ts';
import type { SecretBox } from './secret-box.ts';

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
  /**
   * Sends the job to run after so many seconds, unless one with the same key was sent in the same stretch of that length;
   * false then. The caller may do at once what comes first, and leave the rest to the job.
   */
  sendLater<Data extends object>(
    db: Db,
    queue: Pick<JobQueue<Data>, 'name'>,
    data: Data,
    later: { key: string; seconds: number },
  ): Promise<boolean>;
  start<Data extends object>(queue: JobQueue<Data>): Promise<void>;
  /** Runs it again and again at the minutes of a cron expression in UTC, each time on one of the servers. */
  repeat(queue: JobQueue<object>, cron: string): Promise<void>;
  stop(): Promise<void>;
};

// Finished jobs are not kept.
const deleteAfterSeconds = 1;

// The jobs of a server that was killed go to another one after this silence, and a minute at most for the round that
// finds them.
const heartbeatSeconds = 30;

/** pg-boss speaks to the caller's connection or transaction. */
const asBossDatabase = (db: Db) => ({
  async executeSql(text: string, values: unknown[] = []) {
    const { rows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values));
    return { rows: [...rows] };
  },
});

/**
 * Reads all jobs that wait or are being done as the texts that `restoreJobs` takes, through `read`, which is given an SQL
 * query with the one column `row`. They say nothing of the tables of this version of pg-boss.
 */
export const waitingJobsQuery = `
  select jsonb_build_object('name', name, 'data', data, 'startAfter', start_after, 'priority', priority,
    'retryLimit', retry_limit, 'retryDelay', retry_delay, 'retryBackoff', retry_backoff,
    'retryDelayMax', retry_delay_max, 'expireInSeconds', expire_seconds, 'deleteAfterSeconds', deletion_seconds,
    'heartbeatSeconds', heartbeat_seconds)::text as row
  from pgboss.job where state < 'completed'`;

/** Makes the tables of the queues where they are missing. */
export async function prepareJobs(connectionString: string): Promise<PgBoss> {
  return new PgBoss({
    connectionString,
    max: 1,
    application_name: applicationNames.tool,
    supervise: false,
    schedule: false,
  }).start();
}

/** Puts jobs that were read with `waitingJobsQuery` back, in the caller's transaction. */
export async function restoreJobs(boss: PgBoss, db: Db, rows: string[]): Promise<void> {
  const jobs = rows.map((row): JobInsert & { name: string } => JSON.parse(row));
  for (const [name, group] of Map.groupBy(jobs, (job) => job.name)) {
    // Its settings are written anew when a server starts.
    await boss.createQueue(name);
    await boss.insert(name, group, { db: asBossDatabase(db) });
  }
}

/** A job's data in the database: encrypted, since mails hold passwords and links that open accounts. */
type SealedData = { sealed: string };

const ownerOfData = (queue: string) => `job ${queue}`;

async function sealData(box: SecretBox, queue: string, data: object): Promise<SealedData> {
  const sealed = await box.seal(JSON.stringify(data), ownerOfData(queue));
  return { sealed: sealed.toString('base64') };
}

/** Jobs of an earlier version, and those that repeat, are not encrypted. Throws if another key encrypted the data. */
async function openData<Data extends object>(
  box: SecretBox,
  queue: string,
  data: Data | SealedData,
): Promise<Data> {
  if (!(data && 'sealed' in data)) return data;
  const text = await box.open(Buffer.from(data.sealed, 'base64'), ownerOfData(queue));
  if (text !== null) return JSON.parse(text);
  throw Object.assign(new Error('the job was encrypted with another SECRET_KEY'), {
    code: 'OTHER_SECRET_KEY',
  });
}

/** For the connections of the queue (pg's own option): one that does not answer any more is given up. */
const silence = { query_timeout: 60_000 };

export async function startJobs(
  connectionString: string,
  log: FastifyBaseLogger,
  metrics: Metrics,
  secretBox: SecretBox,
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString,
    ...silence,
    max: 3,
    application_name: applicationNames.jobs,
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
      const sealed = await sealData(secretBox, queue.name, data);
      await boss.send(queue.name, sealed, { db: asBossDatabase(db) });
    },
    async sendLater(db, queue, data, { key, seconds }) {
      const options = { singletonKey: key, singletonSeconds: seconds, startAfter: seconds };
      return (await boss.send(queue.name, data, { ...options, db: asBossDatabase(db) })) !== null;
    },
    async start(queue) {
      const options = {
        retryLimit: queue.retryLimit,
        retryDelay: queue.retryDelaySeconds,
        retryBackoff: true,
        retryDelayMax: 3600,
        heartbeatSeconds,
        deleteAfterSeconds,
        notify: true,
      };
      await boss.createQueue(queue.name, options);
      // A queue that an earlier version made keeps its settings otherwise.
      await boss.updateQueue(queue.name, options);
      type Job = JobWithMetadata<Parameters<typeof queue.work>[0]>;
      const run = async ({ id, data, retryCount, retryLimit }: Job) => {
        try {
          await queue.work(await openData(secretBox, queue.name, data));
          return { id, status: 'completed' } as const;
        } catch (error) {
          // The words of a mail server's refusal name the recipient: only its codes are kept.
          const { name, code, responseCode } = error as {
            name?: string;
            code?: string;
            responseCode?: number;
          };
          const reason = { name, code, responseCode };
          const facts = { queue: queue.name, jobId: id, ...reason };
          metrics.jobFailed(queue.name);
          if (retryCount < retryLimit) log.warn(facts, 'job failed; it will be tried again');
          else log.error(facts, 'job failed for the last time');
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
          includeMetadata: true,
        },
        async (jobs: Job[]) => Promise.all(jobs.map(run)),
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
