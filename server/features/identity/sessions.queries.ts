import { CompiledQuery } from 'kysely';
import type { PublicContext, Viewer } from '#server/context.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { SESSION_DAYS } from '#server/platform/http/session-cookie.ts';
import { newCompanySecret, readCompanySecret } from '#server/platform/secrets/company-secret.ts';
import { endLink } from './invitations.queries.ts';
import { lockAccount } from './proof.queries.ts';

const hourMs = 60 * 60 * 1000;
const lifeMs = SESSION_DAYS * 24 * hourMs;

/** The most sessions of a person: a new one ends the one unused for the longest time. */
const maxSessions = 20;

const expiry = (clock: Clock) => new Date(clock.now().getTime() + lifeMs);

/**
 * Creates a session on this device; the token is for the cookie only, the database stores its hash. `fromPin`: it came from
 * the PIN, and displaces only such sessions. `ssoId`: it came from the company's single sign-on, and is not extended, so that
 * the provider has to vouch for the person again.
 */
export async function startSession(
  { db, clock, device }: Pick<PublicContext, 'db' | 'clock' | 'device'>,
  user: { companyId: string; userId: string },
  {
    fromPin = false,
    ssoId,
    mostSessions = maxSessions,
  }: { fromPin?: boolean; ssoId?: string; mostSessions?: number } = {},
): Promise<string> {
  const { secret: token, hash } = newCompanySecret(user.companyId);
  await db
    .insertInto('session')
    .values({
      companyId: user.companyId,
      tokenHash: hash,
      userId: user.userId,
      device,
      fromPin,
      ssoId: ssoId ?? null,
      createdAt: clock.now().toISOString(),
      expiresAt: expiry(clock).toISOString(),
    })
    .execute();
  const others = db
    .selectFrom('session')
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.userId)
    .where('fromPin', '=', fromPin)
    .where('tokenHash', '!=', hash)
    .orderBy('expiresAt', 'desc')
    .orderBy('createdAt', 'desc')
    .offset(mostSessions - 1)
    .select('tokenHash');
  await db
    .deleteFrom('session')
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.userId)
    .where('tokenHash', 'in', others)
    .execute();
  return token;
}

export const FIND_VIEWER = 'select find_viewer($1, $2, $3) as found';

/**
 * Returns the person of the token, or null. Extends the session at most once an hour, if this is a use of it; `extended` says
 * that it did.
 */
export async function findViewer(
  db: Db,
  clock: Clock,
  token: string,
  use = { extends: true },
): Promise<{ viewer: Viewer; extended: boolean } | null> {
  const key = readCompanySecret(token);
  if (!key) return null;
  const { rows } = await db.executeQuery<{
    found: { viewer: Viewer; expiresAt: string; isFromSso: boolean } | null;
  }>(CompiledQuery.raw(FIND_VIEWER, [...[key.companyId, key.hash, clock.now().toISOString()]]));
  const found = rows[0]?.found;
  if (!found) return null;

  const extended =
    use.extends && !found.isFromSso && Date.parse(found.expiresAt) < expiry(clock).getTime() - hourMs;
  if (extended) {
    await db
      .updateTable('session')
      .set({ expiresAt: expiry(clock).toISOString() })
      .where('companyId', '=', key.companyId)
      .where('tokenHash', '=', key.hash)
      .execute();
  }
  return { viewer: found.viewer, extended };
}

/** Ends the session of the token and returns its person. */
export async function endSession(
  db: Db,
  token: string,
): Promise<{ companyId: string; userId: string } | undefined> {
  const key = readCompanySecret(token);
  if (!key) return undefined;
  return db
    .deleteFrom('session')
    .where('companyId', '=', key.companyId)
    .where('tokenHash', '=', key.hash)
    .returning(['companyId', 'userId'])
    .executeTakeFirst();
}

/** Rows per statement, so that no lock is held for long. */
const batchSize = 5_000;

/** Deletes expired sessions. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('session')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('companyId', 'tokenHash'),
          'in',
          selectFrom('session')
            .select(['companyId', 'tokenHash'])
            .where('expiresAt', '<=', now.toISOString())
            .limit(batchSize)
            .$asTuple('companyId', 'tokenHash'),
        ),
      )
      .executeTakeFirst();
    deleted += Number(numDeletedRows);
    if (numDeletedRows < batchSize) return deleted;
  }
}

/** Returns the person's active sessions, most recently used first; the time of use is accurate to the hour. */
export async function listSessions(
  db: Db,
  clock: Clock,
  user: { companyId: string; userId: string },
  ownToken: string | undefined,
) {
  const rows = await db
    .selectFrom('session')
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.userId)
    .where('expiresAt', '>', clock.now().toISOString())
    .orderBy('expiresAt', 'desc')
    .orderBy('id')
    .select(['id', 'tokenHash', 'device', 'createdAt', 'expiresAt'])
    .execute();
  const ownHash = ownToken ? readCompanySecret(ownToken)?.hash : undefined;
  return rows.map(({ tokenHash, expiresAt, ...session }) => ({
    ...session,
    lastUsedAt: new Date(Date.parse(expiresAt) - lifeMs).toISOString(),
    isCurrent: ownHash ? tokenHash.equals(ownHash) : false,
  }));
}

/** Ends one session of the person; returns false if they have no session with this id. */
export async function endSessionById(
  db: Db,
  user: { companyId: string; userId: string },
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Ends the person's sessions that came from the PIN, except that of `keptToken`. After the change of the PIN, so that no
 * sign-in with the old one comes in between.
 */
export async function endSessionsFromPin(
  db: Db,
  user: { companyId: string; userId: string },
  keptToken?: string,
): Promise<void> {
  const kept = keptToken === undefined ? null : readCompanySecret(keptToken);
  await db
    .deleteFrom('session')
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.userId)
    .where('fromPin', '=', true)
    .$if(kept !== null, (query) => query.where('tokenHash', '!=', kept?.hash ?? Buffer.alloc(0)))
    .execute();
}

/**
 * Locks the viewer's account until the transaction ends, and requires that their session has not ended, so that nothing is
 * chosen in a session that is being ended.
 */
export async function holdSession(
  db: Db,
  { companyId, userId }: { companyId: string; userId: string },
  token: string | undefined,
): Promise<void> {
  await lockAccount(db, { companyId, userId });
  const held = await db
    .selectFrom('session')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('tokenHash', '=', readCompanySecret(token ?? '')?.hash ?? null)
    .select('id')
    .executeTakeFirst();
  if (!held) throw new AppError('unauthenticated');
}

/** Puts the account's notice away in the session of the token. */
export async function markNoticeSeen(db: Db, token: string | undefined, now: Date): Promise<void> {
  const key = readCompanySecret(token ?? '');
  await db
    .updateTable('session')
    .set({ noticeSeenAt: now.toISOString() })
    .where('companyId', '=', key?.companyId ?? null)
    .where('tokenHash', '=', key?.hash ?? null)
    .execute();
}

/** Signs everybody of the company out. */
export async function endSessionsOfCompany(db: Db, companyId: string): Promise<void> {
  await db.deleteFrom('session').where('companyId', '=', companyId).execute();
}

/**
 * Ends every session of a person except that of `keptToken`, and voids temporary passwords and links given to them: after
 * a change of password, e-mail address or role, deactivation or deletion.
 */
export async function endSessionsOf(
  db: Db,
  companyId: string,
  userId: string,
  keptToken?: string,
): Promise<void> {
  const kept = keptToken === undefined ? null : readCompanySecret(keptToken);
  await db
    .deleteFrom('session')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .$if(kept !== null, (query) => query.where('tokenHash', '!=', kept?.hash ?? Buffer.alloc(0)))
    .execute();
  await db
    .updateTable('passwordResetToken')
    .set({ used: true })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .execute();
  await endLink(db, { companyId, userId });
}
