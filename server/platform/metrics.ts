import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
  /** One completed request; `route` is the pattern of its path. */
  answered(method: string, route: string, status: number, seconds: number): void;
  scanned(action: string): void;
  /** One read that a replica may answer. */
  readFrom(source: 'replica' | 'primary'): void;
  /** One failed attempt of a job. */
  jobFailed(queue: string): void;
  /** Returns all metrics in Prometheus' text format; queries the database for the size of the queues. */
  text(): Promise<string>;
  contentType: string;
};

/** Metrics of this process and of the shared queues. Labels contain neither ids nor personal data. */
export function createMetrics(pool: pg.Pool): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'maina_http_request_duration_seconds',
    help: 'Requests answered, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const scans = new Counter({
    name: 'maina_scans_total',
    help: 'Scans answered with success, repeated ones included',
    labelNames: ['action'] as const,
    registers,
  });
  const jobFailures = new Counter({
    name: 'maina_job_failures_total',
    help: 'Tries of background jobs that failed',
    labelNames: ['queue'] as const,
    registers,
  });
  const replicaReads = new Counter({
    name: 'maina_replica_reads_total',
    help: 'Reads that a replica may answer, by who answered',
    labelNames: ['from'] as const,
    registers,
  });
  new Gauge({
    name: 'maina_database_pool_connections',
    help: 'Connections of the pool in use and idle, and requests that wait for one',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  const databaseUp = new Gauge({
    name: 'maina_database_up',
    help: 'Whether the database answered this very question',
    registers,
  });
  const jobsWaiting = new Gauge({
    name: 'maina_jobs_waiting',
    help: 'Background jobs not done yet, by queue; the queue "mail" is the outbox',
    labelNames: ['queue'] as const,
    registers,
  });
  const oldestJob = new Gauge({
    name: 'maina_jobs_oldest_seconds',
    help: 'Age of the oldest of them',
    labelNames: ['queue'] as const,
    registers,
  });

  const askDatabase = async () => {
    jobsWaiting.reset();
    oldestJob.reset();
    try {
      const { rows } = await pool.query<{ name: string; waiting: number; oldest: number }>(`
        select q.name, count(j.id) as waiting,
          coalesce(extract(epoch from now() - min(j.created_on)), 0)::float8 as oldest
        from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state < 'completed'
        where q.name not like '\\_\\_%' group by q.name`);
      for (const { name, waiting, oldest } of rows) {
        jobsWaiting.set({ queue: name }, waiting);
        oldestJob.set({ queue: name }, oldest);
      }
      databaseUp.set(1);
    } catch {
      databaseUp.set(0);
    }
  };

  return {
    answered: (method, route, status, seconds) =>
      requests.labels(method, route, String(status)).observe(seconds),
    scanned: (action) => scans.labels(action).inc(),
    readFrom: (from) => replicaReads.labels(from).inc(),
    jobFailed: (queue) => jobFailures.labels(queue).inc(),
    async text() {
      await askDatabase();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}
