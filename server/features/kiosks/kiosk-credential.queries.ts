import type { PairedKiosk } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';
import { readCompanySecret } from '#server/platform/secrets/company-secret.ts';
import { companyViewerOf } from '../company/company-viewer.ts';

/** The kiosk with this credential, and its company; undefined if its pairing has ended or its location was deleted. */
export async function findKiosk(db: Db, credential: string): Promise<PairedKiosk | undefined> {
  const secret = readCompanySecret(credential);
  if (!secret) return undefined;
  const found = await db
    .selectFrom('kiosk as k')
    .innerJoin('location as l', inCompany('l.id', 'k.locationId'))
    .innerJoin('company as c', 'c.id', 'k.companyId')
    .where('k.companyId', '=', secret.companyId)
    .where('k.credentialHash', '=', secret.hash)
    .where('k.revokedAt', 'is', null)
    .where('l.deletedAt', 'is', null)
    .select(['k.id', 'k.name as kioskName', 'l.id as locationId', 'l.name as locationName', 'k.companyId'])
    .select(['c.name', 'c.language', 'c.timezone', 'c.longestShiftHours'])
    .select(['c.subscriptionPlan', 'c.subscriptionStatus', 'c.trialEndsAt'])
    .select(['c.currentPeriodEnd', 'c.cancelAtPeriodEnd', 'c.deletionDueAt'])
    .executeTakeFirst();
  if (!found) return undefined;
  const { id, kioskName, locationId, locationName, companyId, deletionDueAt, ...company } = found;
  return {
    kiosk: { id, name: kioskName, location: { id: locationId, name: locationName } },
    viewer: companyViewerOf(companyId, company),
    deletionDueAt,
  };
}
