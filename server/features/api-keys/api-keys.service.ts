import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { notifyOwner } from '#server/platform/mail/security-mail.ts';
import { lockCompany } from '../company/company.queries.ts';
import { requireOwner } from '../identity/proof.ts';
import * as queries from './api-keys.queries.ts';
import { generateApiKey, prefixOfApiKey, requireApiKeys } from './keyholders.service.ts';

const maxApiKeys = 20;
const dayMs = 24 * 60 * 60 * 1000;

/** The company's keys, the latest first, expired ones included. */
export const listApiKeys: Handler<'listApiKeys'> = ({ db, viewer }) =>
  queries.listApiKeys(db, viewer.companyId);

/** Creates a key that reads the company's data, and notifies its creator by mail. Only this answer contains the key. */
export const createApiKey: Handler<'createApiKey'> = async (
  context,
  { body: { name, scopes = ['read'], expiresInDays, ...proof } },
) => {
  const { db, viewer, clock } = context;
  const { companyId, userId } = viewer;
  requireApiKeys(viewer, clock.now());
  await requireOwner(context, proof);
  const { key, keyHash } = generateApiKey(companyId);
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    if ((await queries.countApiKeys(transaction, companyId)).all >= maxApiKeys) {
      throw new AppError('too_many_api_keys', { params: { count: maxApiKeys } });
    }
    const now = clock.now();
    const stored = await queries.insertApiKey(transaction, companyId, {
      name,
      scopes: [...new Set(scopes)],
      prefix: prefixOfApiKey(key),
      keyHash,
      createdBy: userId,
      createdAt: now.toISOString(),
      expiresAt: expiresInDays && new Date(now.getTime() + expiresInDays * dayMs).toISOString(),
    });
    await notifyOwner(context, transaction, 'apiKeyCreated');
    return { ...stored, key };
  });
};

export const revokeApiKey: Handler<'revokeApiKey'> = async ({ db, viewer }, { params: { id } }) => {
  if (!(await queries.deleteApiKey(db, viewer.companyId, id))) throw new AppError('not_found');
};
