import { addDays, type DatePeriod, dateIn, monthOf, previousMonthOf, weekOf } from '#domain/dates.ts';
import type { PublicContext, Services } from '#server/context.ts';
import type { ReportFrequency } from '#server/generated/types.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { companySecretOf, readCompanySecret } from '#server/platform/secrets/company-secret.ts';
import * as queries from './subscriptions.queries.ts';

/** The last week or month that has ended before the date. */
export function lastPeriod(frequency: ReportFrequency, today: string): DatePeriod {
  return frequency === 'weekly' ? weekOf(addDays(today, -7)) : previousMonthOf(monthOf(today).start);
}

/**
 * The secret in the links that end a person's subscription: always the same, so that the link in an old mail works, and
 * derived from the installation's key, so that the database does not tell it.
 */
export async function stopSecretOf(
  { secretBox }: Pick<Services, 'secretBox'>,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<string> {
  const hash = await secretBox.hash(`stop reports ${companyId} ${userId}`);
  return companySecretOf(companyId, Buffer.from(hash, 'base64url'));
}

export const getReportSubscription: Handler<'getReportSubscription'> = async ({ db, viewer }) => ({
  frequency: (await queries.findFrequency(db, viewer)) ?? 'none',
});

/** Chooses how often the viewer gets reports by e-mail: the first one about the week or month that is running. */
export const updateReportSubscription: Handler<'updateReportSubscription'> = async (
  context,
  { body: { frequency } },
) => {
  const { db, viewer, clock } = context;
  const { companyId, userId, timeZone } = viewer;
  if (frequency === 'none') {
    await queries.deleteSubscription(db, viewer);
    return { frequency };
  }
  const secret = readCompanySecret(await stopSecretOf(context, viewer));
  if (!secret) throw new Error('the secret of the link that ends reports cannot be read');
  const sentFor = lastPeriod(frequency, dateIn(clock.now(), timeZone)).start;
  await queries.saveSubscription(db, { companyId, userId }, { frequency, stopHash: secret.hash, sentFor });
  return { frequency };
};

export const stopReportSubscription: Handler<'stopReportSubscription'> = async (context, { body }) =>
  stopReports(context, body.token);

/** Ends the subscription of the link; one that has ended stays so. */
export async function stopReports({ db }: Pick<PublicContext, 'db'>, token: string): Promise<void> {
  const secret = readCompanySecret(token);
  if (!secret) throw new AppError('email_link_invalid');
  await queries.deleteSubscriptionByHash(db, secret.companyId, secret.hash);
}
