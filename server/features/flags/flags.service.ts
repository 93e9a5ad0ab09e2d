import type { Flag } from '#contract/flags.ts';
import { flagsIn } from '#domain/flags.ts';
import type { Context, Services } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { listDistances } from '../locations/locations.queries.ts';
import * as queries from './flags.queries.ts';

const shownOpen = 200;
const shownDismissed = 100;
const shownOwn = 50;

/** Looks at the scans that have arrived since the last time in the company, or in every company. */
export async function checkNewScans(
  services: Pick<Services, 'db' | 'clock' | 'changes'>,
  companyId?: string,
): Promise<void> {
  for (const id of await queries.listCompaniesToCheck(services.db, companyId)) await checkScans(services, id);
}

/**
 * Makes the flags for scans that have arrived since the last time; for each occurrence once, however often it runs. After
 * the scan, which never waits for it: flags are made before they are read, and every five minutes.
 */
async function checkScans(
  { db, clock, changes }: Pick<Services, 'db' | 'clock' | 'changes'>,
  companyId: string,
): Promise<void> {
  const now = clock.now();
  const found = await db.transaction().execute(async (transaction) => {
    const until = await queries.lockCheck(transaction, companyId, now);
    if (until === undefined) return 0;
    const scans = await queries.listSeenScans(transaction, companyId, { until, now });
    if (scans.length === 0) return 0;
    const distances = new Map(
      (await listDistances(transaction, companyId)).flatMap(({ from, to, minutes }) => [
        [`${from} ${to}`, minutes],
        [`${to} ${from}`, minutes],
      ]),
    );
    const printed = scans.filter(({ code }) => code === 'poster' || code === 'typed');
    const locationIds = [...new Set(printed.map(({ locationId }) => locationId))];
    const codes = await queries.countCodes(transaction, companyId, locationIds, now);
    const flags = flagsIn(scans, {
      minutesBetween: (from, to) => distances.get(`${from} ${to}`),
      codesAt: (locationId) => codes.get(locationId),
    });
    for (const flag of flags) await queries.keepFlag(transaction, companyId, flag, now);
    await queries.setChecked(transaction, companyId, now);
    return flags.length;
  });
  if (found > 0) changes.publish({ companyId, tags: ['corrections'] });
}

/** The open flags in the scope, newest first: the first 200. */
export async function listOpenFlags(context: Context, userId?: string): Promise<Flag[]> {
  const { db, viewer, scope } = context;
  await checkNewScans(context, viewer.companyId);
  return queries.listFlags(db, viewer.companyId, scope, { state: 'open', userId }, shownOpen);
}

/** Open flags and those dismissed last; of one person if given. */
export const listFlags: Handler<'listFlags'> = async (context, { query: { userId } }) => {
  const { db, viewer, scope } = context;
  const open = await listOpenFlags(context, userId);
  return {
    open,
    dismissed: await queries.listFlags(
      db,
      viewer.companyId,
      scope,
      { state: 'dismissed', userId },
      shownDismissed,
    ),
  };
};

/** The viewer's own flags, newest first: the first 50. */
export const listOwnFlags: Handler<'listOwnFlags'> = async (context) => {
  const { db, viewer } = context;
  await checkNewScans(context, viewer.companyId);
  return queries.listFlagsOf(db, viewer.companyId, viewer.userId, shownOwn);
};

/** Takes a flag off the list, with a note that the person concerned reads too. */
export const dismissFlag: Handler<'dismissFlag'> = async (
  { db, viewer, scope, clock },
  { params: { id }, body: { note } },
) => {
  const dismissal = { dismissedBy: viewer.userId, dismissedAt: clock.now().toISOString(), note };
  if (!(await queries.dismissFlag(db, viewer.companyId, scope, id, dismissal)))
    throw new AppError('not_found');
};
