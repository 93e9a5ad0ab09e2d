/* The demo company that visitors of the landing page share: see docs/decisions/0070-live-demo.md. */
import { randomUUID } from 'node:crypto';
import type { EndpointRequest } from '#contract/index.ts';
import { SHARED_DEMO_COMPANY_ID } from '#domain/demo.ts';
import type { Services } from '#server/context.ts';
import { hashPassword } from '#server/features/identity/passwords.ts';
import { endSession, startSession } from '#server/features/identity/sessions.queries.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { demoEmail, makeDemoCompany } from './demo-company.ts';
import { LATVIAN_CAST } from './latvian-cast.ts';
import * as queries from './seed-demo.queries.ts';

type Role = EndpointRequest<'openDemo'>['body']['role'];

/** Sessions of each of the two accounts that visitors share; further ones end the oldest. */
const maxVisitors = 2_000;

const [owner, worker] = LATVIAN_CAST.people;
const people = { admin: owner, employee: worker } satisfies Record<Role, typeof owner | typeof worker>;

/** Signs a visitor in to the shared demo company. Refuses while it is being made. */
export const openDemo: Handler<'openDemo'> = async (context, { body: { role } }) => {
  const { config, db, throttle, address, identify, session } = context;
  if (!config.demo) throw new AppError('not_found');
  await throttle.take('demo', address);
  const companyId = SHARED_DEMO_COMPANY_ID;
  const userId = await queries.findDemoPerson(db, companyId, demoEmail(people[role], LATVIAN_CAST));
  if (!userId) throw new AppError('unavailable');
  identify({ companyId, userId });
  const token = await startSession(context, { companyId, userId }, { mostSessions: maxVisitors });
  if (session.token) await endSession(db, session.token);
  session.start(token);
};

/**
 * Makes the shared demo company anew, which ends all visits and removes what they recorded; or removes it where the
 * server offers none. Nobody knows a password to it. With `onlyIfMissing` an existing one stays.
 */
export async function renewSharedDemo(
  { config, db, clock }: Pick<Services, 'config' | 'db' | 'clock'>,
  { onlyIfMissing = false } = {},
): Promise<void> {
  const passwordHash = await hashPassword(randomUUID());
  await db.transaction().execute(async (transaction) => {
    // Two servers that start at once make one.
    await queries.lockDemo(transaction);
    const exists = (await queries.findDemoCreation(transaction, SHARED_DEMO_COMPANY_ID)) !== undefined;
    if (!config.demo) {
      if (exists) await queries.eraseDemo(transaction, SHARED_DEMO_COMPANY_ID);
      return;
    }
    if (exists && onlyIfMissing) return;
    const now = clock.now();
    const demo = makeDemoCompany(now, passwordHash, { companyId: SHARED_DEMO_COMPANY_ID });
    await queries.replaceDemo(transaction, demo, now);
  });
}

/** Renews the demo every night, and makes the first one at the start. */
export async function startDemoJobs(services: Services): Promise<void> {
  const queue = {
    name: 'demo-renewal',
    retryDelaySeconds: 60,
    retryLimit: 3,
    work: (data: { onlyIfMissing?: boolean } | null) => renewSharedDemo(services, data ?? {}),
  };
  await services.jobs.repeat(queue, '20 1 * * *');
  if (services.config.demo) await services.jobs.send(services.db, queue, { onlyIfMissing: true });
}
