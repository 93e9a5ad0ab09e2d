import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { countActiveAdmins } from '../company/company.queries.ts';

/** Administrators do not decide about their own hours while another one can, and managers never. */
export async function requireAnotherAdmin(
  { viewer }: Context,
  transaction: Db,
  userId: string,
): Promise<void> {
  if (userId !== viewer.userId) return;
  if (viewer.role !== 'admin' || (await countActiveAdmins(transaction, viewer.companyId)) > 1) {
    throw new AppError('needs_another_admin');
  }
}
