import type { FastifyBaseLogger } from 'fastify';
import { CompiledQuery } from 'kysely';
import { type JobInsert, type JobWithMetadata, PgBoss } from 'pg-boss';
import { applicationNames, type Db } from './database/database.ts';
import type { Metrics } from './metrics.ts';
import type { SecretBox } from './secrets/secret-box.ts';

/** A kind of background work: every running server may pick a job up, exactly one does. */
export type JobQueue<Data extends object> = {
  name: string;
  /** Seconds before the first retry; doubled, with jitter, up to an hour. */
  retryDelaySeconds: number;
  retryLimit: number;
  /** How many jobs of this queue one server runs at the same time; 10 by default. */
  atOnce?: number;
  /** They are not picked up in batches, so that a slow one holds up no other. */
  isIndependent?: boolean;
  /** `isLast`: a failure is not retried. */
  work: (data: Data, attempt: { isLast: boolean }) => Promise<void>;
};

export type Jobs = {
  /** Written in the caller's transaction: the job exists only if the transaction commits. */
  send<Data extends object>(db: Db, queue: Pick<JobQueue<Data>, 'name'>, data: Data): Promise<void>;
  /**
   * Sends the job to run after this delay, unless one with the same key was sent in the same interval; returns false
   * then. The caller may handle the first event at once and leave further ones to the job.
   */
  sendLater<Data extends object>(
    db: Db,
    queue: Pick<JobQueue<Data>, 'name'>,
    data: Data,
    later: { key: string; seconds: number },
  ): Promise<boolean>;
  start<Data extends object>(queue: JobQueue<Data>): Promise<void>;
  /** Runs it repeatedly by a cron expression in UTC, each time on one of the servers. */
  repeat(queue: JobQueue<object>, cron: string): Promise<void>;
  stop(): Promise<void>;
};

// Finished jobs are not kept.
const deleteAfterSeconds = 1;

// The jobs of a killed server are taken over after this silence, plus at most a minute until the next check.
const heartbeatSeconds = 30;

/** Lets pg-boss use the caller's connection or transaction. */
const asBossDatabase = (db: Db) => ({
  async executeSql(text: string, values: unknown[] = []) {
    const { rows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values));
    return { rows: [...rows] };
  },
});

/**
 * Returns all waiting and active jobs as texts for `restoreJobs`; `read` runs an SQL query with the one column `row`.
 * The texts do not depend on the tables of this version of pg-boss.
 */
export const waitingJobsQuery = `
  select jsonb_build_object('name', name, 'data', data, 'startAfter', start_after, 'priority', priority,
    'retryLimit', retry_limit, 'retryDelay', retry_delay, 'retryBackoff', retry_backoff,
    'retryDelayMax', retry_delay_max, 'expireInSeconds', expire_seconds, 'deleteAfterSeconds', deletion_seconds,
    'heartbeatSeconds', heartbeat_seconds)::text as row
  from pgboss.job where state < 'completed'`;

/** Creates the tables of the queues if they are missing. */
export async function prepareJobs(connectionString: string): Promise<PgBoss> {
  return new PgBoss({
    connectionString,
    max: 1,
    application_name: applicationNames.tool,
    supervise: false,
    schedule: false,
  }).start();
}

/** Restores jobs that were read with `waitingJobsQuery`, in the caller's transaction. */
export async function restoreJobs(boss: PgBoss, db: Db, rows: string[]): Promise<void> {
  const jobs = rows.map((row): JobInsert & { name: string } => JSON.parse(row));
  for (const [name, group] of Map.groupBy(jobs, (job) => job.name)) {
    // A queue's settings are written again when a server starts.
    await boss.createQueue(name);
    await boss.insert(name, group, { db: asBossDatabase(db) });
  }
}

/** A job's data in the database: encrypted, since mails contain passwords and links that give access to accounts. */
type SealedData = { sealed: string };

const ownerOfData = (queue: string) => `job ${queue}`;

async function sealData(box: SecretBox, queue: string, data: object): Promise<SealedData> {
  const sealed = await box.seal(JSON.stringify(data), ownerOfData(queue));
  return { sealed: sealed.toString('base64') };
}

/** Repeated jobs are not encrypted. Throws if another key encrypted the data. */
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

/** For the connections of the queue (pg's own option): an unresponsive one is closed. */
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
    // The database may end a connection that outlives the stop by a moment; that is not an error.
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
      // Otherwise a queue created by an earlier version would keep its settings.
      await boss.updateQueue(queue.name, options);
      const { atOnce = 10 } = queue;
      type Job = JobWithMetadata<Parameters<typeof queue.work>[0]>;
      const run = async ({ id, data, retryCount, retryLimit }: Job) => {
        try {
          const isLast = retryCount >= retryLimit;
          await queue.work(await openData(secretBox, queue.name, data), { isLast });
          return { id, status: 'completed' } as const;
        } catch (error) {
          // A mail server's error message contains the recipient: only its codes are kept. `originalCode` is the network's
          // or the certificate's reason why it was not reached.
          const { name, code, originalCode, responseCode } = error as {
            name?: string;
            code?: string;
            originalCode?: string;
            responseCode?: number;
          };
          const reason = { name, code, reason: originalCode, responseCode };
          const facts = { queue: queue.name, jobId: id, ...reason };
          metrics.jobFailed(queue.name);
          if (retryCount < retryLimit) log.warn(facts, 'job failed; it will be tried again');
          else log.error(facts, 'job failed for the last time');
          return { id, status: 'failed', output: reason } as const;
        }
      };
      await boss.work(
        queue.name,
        // The database notifies about new jobs; retries are found by polling.
        {
          notifyPollingIntervalSeconds: 2,
          ...(queue.isIndependent ? { localConcurrency: atOnce } : { batchSize: atOnce }),
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
