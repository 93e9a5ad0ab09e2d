import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { startSheetJobs } from '#server/features/sheets/approved-month-mail.jobs.ts';
import { keepOrigins } from '#server/platform/http/own-origin.queries.ts';
import { ownOrigins } from '#server/platform/http/own-origin.ts';
import { readManagers } from '#server/platform/operator/managers.ts';
import { createSecretBox } from '#server/platform/secrets/secret-box.ts';
import type { Config } from './config.ts';
import type { Services } from './context.ts';
import { startDemoJobs } from './demo/shared-demo.ts';
import { findKeyholder, findMaker, noteKeyUse } from './features/api-keys/keyholders.service.ts';
import { startAuthJobs } from './features/auth/auth.jobs.ts';
import { startCompanyDeletionJobs } from './features/company-deletion/company-deletion.jobs.ts';
import { startCorrectionJobs } from './features/corrections/corrections.jobs.ts';
import { startFlagJobs } from './features/flags/flags.jobs.ts';
import { settleHours } from './features/hours/entry-hours.service.ts';
import { startHoursJobs } from './features/hours/hours.jobs.ts';
import { refuseSealedMonthChanges } from './features/hours/sealed-months.service.ts';
import { noteDelivery, stateOf } from './features/identity/invitations.queries.ts';
import { FIND_VIEWER, findViewer } from './features/identity/sessions.queries.ts';
import { findKiosk } from './features/kiosks/kiosk-credential.queries.ts';
import { startLedgerJobs } from './features/ledger/ledger.jobs.ts';
import { startPushJobs } from './features/push/push.jobs.ts';
import { startReportJobs } from './features/reports/reports.jobs.ts';
import { startRetentionJobs } from './features/retention/retention.jobs.ts';
import { startScheduleJobs } from './features/schedules/schedules.jobs.ts';
import { startSubscriptionJobs } from './features/subscription/subscription.jobs.ts';
import { startTimeTrackingJobs } from './features/time-tracking/time-tracking.jobs.ts';
import { PROCESS_SCAN } from './features/time-tracking/time-tracking.queries.ts';
import { startWebhookJobs } from './features/webhooks/webhooks.jobs.ts';
import { createTextModel } from './platform/ai/text-model.ts';
import { createBilling } from './platform/billing/billing.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { applicationNames, createPool, type Db, openDatabase } from './platform/database/database.ts';
import { migrate } from './platform/database/migrate.ts';
import { type Read, readFromReplica } from './platform/database/replica.ts';
import { turnOffJit } from './platform/database/speed.ts';
import { startJobs } from './platform/jobs.ts';
import { openChanges } from './platform/live/changes.ts';
import { mailQueue } from './platform/mail/mail.ts';
import { createMetrics } from './platform/metrics.ts';
import { openWebPush } from './platform/push/web-push.ts';
import { createThrottle } from './platform/throttle.ts';

/** Starts the background work of every feature. */
export async function startFeatureJobs(services: Services): Promise<void> {
  await startAuthJobs(services);
  await startSubscriptionJobs(services);
  await startCompanyDeletionJobs(services);
  await startTimeTrackingJobs(services);
  await startCorrectionJobs(services);
  await startFlagJobs(services);
  await startHoursJobs(services);
  await startLedgerJobs(services);
  await startRetentionJobs(services);
  await startDemoJobs(services);
  await startSheetJobs(services);
  await startReportJobs(services);
  await startScheduleJobs(services);
  await startPushJobs(services);
  await startWebhookJobs(services);
}

/** Limits are counted on connections of their own: a transaction that counts must not wait for one of the pool it holds. */
const limitConnections = 2;

/** A replica cannot write what sums of hours need; it has what the primary had before the read. */
function settledReads(db: Db, read: Read): Services['read'] {
  const settle = settleHours(db);
  return async (companyId, work) => {
    await settle(companyId);
    return read(work);
  };
}

export type OpenServices = { services: Services; close(): Promise<void> };

/** Connects to the database, brings it up to date and starts the background work. */
export async function openServices(
  config: Config,
  connectionString: string,
  log: FastifyBaseLogger,
  clock: Clock = systemClock,
): Promise<OpenServices> {
  const { databaseDirectUrl: directUrl = connectionString } = config;
  const isPooled = directUrl !== connectionString;
  const pool = createPool(connectionString, config.databasePool, applicationNames.server, { isPooled });
  const limitPool = createPool(directUrl, limitConnections);
  const db = openDatabase(
    pool,
    isPooled ? {} : { [FIND_VIEWER]: 'find_viewer', [PROCESS_SCAN]: 'process_scan' },
  );
  // Past a pooler too: the lock of the migrations belongs to a session.
  const direct = openDatabase(limitPool);
  await migrate(direct, log);
  await turnOffJit(direct, log);
  await keepOrigins(db, ownOrigins(config));
  const metrics = createMetrics(pool);
  const { databaseReplicaUrl } = config;
  const replica = databaseReplicaUrl && openDatabase(createPool(databaseReplicaUrl, config.databasePool));
  const secretBox = createSecretBox(config);
  const jobs = await startJobs(directUrl, log, metrics, secretBox);
  const changes = openChanges(directUrl, log);
  const services: Services = {
    config,
    db,
    read: replica ? settledReads(db, readFromReplica(db, replica, metrics, log)) : (_, work) => work(db),
    clock,
    jobs,
    changes,
    push: await openWebPush(config, db, secretBox),
    metrics,
    throttle: createThrottle(limitPool, config.rateLimitFactor, secretBox),
    secretBox,
    ai: config.ai ? createTextModel(config.ai, log) : null,
    billing: await createBilling(config, db, clock, log),
    log,
    refuseSealedMonthChanges,
    settleHours: settleHours(db),
    callers: { findViewer, findKiosk, findKeyholder, findMaker, noteKeyUse },
    managers: await readManagers(config.managersFile),
    mailboxKey: randomBytes(24).toString('base64url'),
  };
  await jobs.start(mailQueue(services, { stateOf, noteDelivery }));
  await startFeatureJobs(services);
  return {
    services,
    async close() {
      await jobs.stop();
      await changes.stop();
      await limitPool.end();
      await db.destroy();
      if (replica) await replica.destroy();
    },
  };
}
