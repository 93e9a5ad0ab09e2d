import { randomBytes } from 'node:crypto';
import { toString as toQrText } from 'qrcode';
import { generateBadgeCode } from '#domain/badge-code.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { takePin } from '../employees/pins.service.ts';
import * as queries from './badges.queries.ts';

/** Of an image in which each module is one unit, for printing at any size. */
const quietZone = 4;

async function qrOf(code: string): Promise<string> {
  const svg = await toQrText(code, { type: 'svg', margin: quietZone, errorCorrectionLevel: 'M' });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/**
 * The badges of these people, in the order of the ids; makes the first one of whoever has none, and a new one where the
 * installation's key is no longer the one that the old one was encrypted with.
 */
export const listBadges: Handler<'listBadges'> = async (context, { body: { userIds: ids } }) => {
  const { db, viewer, scope, secretBox } = context;
  const { companyId } = viewer;
  const userIds = [...new Set(ids.map((id) => id.toLowerCase()))];
  const read = async (transaction: Db) => {
    const holders = await queries.listHolders(transaction, companyId, scope, userIds);
    const codes = new Map<string, string>();
    for (const { id, sealed } of holders) {
      const code = sealed && (await secretBox.open(sealed, id));
      if (code) codes.set(id, code);
    }
    return { holders, codes };
  };
  return db.transaction().execute(async (transaction) => {
    let { holders, codes } = await read(transaction);
    if (holders.length < userIds.length) throw new AppError('not_found');
    const without = userIds.filter((id) => !codes.has(id));
    if (without.length > 0) {
      await makeBadges(context, transaction, without);
      ({ holders, codes } = await read(transaction));
    }
    const holderOf = new Map(holders.map((holder) => [holder.id, holder]));
    return Promise.all(
      userIds.map(async (userId) => {
        const { firstName = '', lastName = '', personalNumber = null } = holderOf.get(userId) ?? {};
        const badge = codes.get(userId) ?? '';
        return { userId, firstName, lastName, personalNumber, badge, qrCode: await qrOf(badge) };
      }),
    );
  });
};

/** Makes new badges, and retires the former ones. */
async function makeBadges(
  { viewer, clock, secretBox }: Context,
  transaction: Db,
  userIds: string[],
): Promise<void> {
  const { companyId } = viewer;
  const createdAt = clock.now().toISOString();
  await queries.retireBadges(transaction, companyId, userIds, createdAt);
  const made = userIds.map(async (userId) => {
    const code = generateBadgeCode(randomBytes);
    const sealed = await secretBox.seal(code, userId);
    return { companyId, codeHash: queries.hashOfBadge(code), userId, sealed, createdAt };
  });
  await queries.insertBadges(transaction, await Promise.all(made));
}

export const getBadge: Handler<'getBadge'> = async (context, { params: { id } }) => {
  const [found] = await listBadges(context, { body: { userIds: [id] } });
  if (!found) throw new AppError('not_found');
  return { badge: found.badge, qrCode: found.qrCode };
};

/**
 * Gives an employee a new badge, and removes the PIN, which somebody with the old badge may have set, with what it opened.
 */
export const renewBadge: Handler<'renewBadge'> = async (context, { params: { id } }) => {
  const { db, viewer, scope, throttle } = context;
  await throttle.take('badgeRenewal', viewer.companyId);
  await db.transaction().execute(async (transaction) => {
    const [holder] = await queries.listHolders(transaction, viewer.companyId, scope, [id]);
    if (!holder) throw new AppError('not_found');
    await makeBadges(context, transaction, [holder.id]);
    await takePin(context, transaction, holder.id, 'badge-renewed');
  });
  return getBadge(context, { params: { id } });
};
