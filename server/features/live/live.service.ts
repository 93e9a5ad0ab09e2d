import type { Tag } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { type Role, reachOf } from '#contract/policy.ts';
import type { CompanyContext, Scope } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import type { Change } from '#server/platform/live/changes.ts';
import { EventStream } from '#server/platform/live/event-stream.ts';
import { isLocationIn, listPeopleIn } from './live.queries.ts';

/** Of every endpoint that the role may read. */
function tagsOf(role: Role): ReadonlySet<Tag> {
  const readable = Object.values(contract).filter(({ access }) => reachOf(access, role));
  return new Set(readable.flatMap((endpoint) => ('reads' in endpoint ? endpoint.reads : [])));
}

const tagsOfKiosk: ReadonlySet<Tag> = new Set(contract.getKioskBoard.reads);

/** Whether work at the location may have changed, as far as the change says where. */
const isAt = ({ about }: Change, locationId: string) =>
  !about || about.some(({ locationIds }) => !locationIds || locationIds.includes(locationId));

/** Changes in the scope: those about nobody in particular, and those about somebody in it. */
async function within(
  db: Db,
  scope: Scope,
  companyId: string,
  changes: readonly Change[],
): Promise<Change[]> {
  if (scope.kind === 'all') return [...changes];
  const isOwn = ({ about }: Change) => !about || about.some(({ userId }) => userId === scope.userId);
  if (scope.kind === 'own') return changes.filter(isOwn);
  const isNear = (change: Change) =>
    isOwn(change) ||
    change.about?.some(({ locationIds = [] }) => locationIds.some((id) => scope.locationIds.includes(id)));
  const unsure = changes.filter((change) => !isNear(change));
  if (unsure.length === 0) return [...changes];
  const userIds = unsure.flatMap(({ about = [] }) => about.map(({ userId }) => userId));
  const known = await listPeopleIn(db, companyId, scope, userIds);
  return changes.filter((change) => isNear(change) || change.about?.some(({ userId }) => known.has(userId)));
}

/** Tells the caller what has changed in their scope until one side ends it. */
export const watchChanges: Handler<'watchChanges'> = async (
  { db, viewer, scope }: CompanyContext,
  { query: { locationId } },
) => {
  const { companyId } = viewer;
  const asked = locationId?.toLowerCase();
  if (asked && !(await isLocationIn(db, companyId, scope, asked))) throw new AppError('not_found');
  return new EventStream({
    companyId,
    tags: tagsOf('role' in viewer ? (viewer.role as Role) : 'admin'),
    concerning: (changes) =>
      within(db, scope, companyId, asked ? changes.filter((change) => isAt(change, asked)) : changes),
  });
};

/** Tells a kiosk what has changed at its location. */
export const watchKioskChanges: Handler<'watchKioskChanges'> = async ({ viewer, kiosk }) =>
  new EventStream({
    companyId: viewer.companyId,
    tags: tagsOfKiosk,
    concerning: (changes) => changes.filter((change) => isAt(change, kiosk.location.id)),
  });
