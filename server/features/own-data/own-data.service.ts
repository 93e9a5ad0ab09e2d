import type { UserData } from '#contract/own-data.ts';
import type { Context } from '#server/context.ts';
import { listSessions } from '#server/platform/sessions.ts';
import { toCurrentUser } from '../auth/auth.service.ts';
import { openPersonalCode } from '../employees/employment.service.ts';
import { listFlagsOf } from '../flags/flags.queries.ts';
import { listEvents } from '../ledger/ledger.queries.ts';
import { listPasskeys } from '../passkeys/passkeys.queries.ts';
import * as queries from './own-data.queries.ts';

/** Everything that is stored about the viewer (GDPR Art. 15 and 20), as one snapshot. Throws too_many_requests. */
export async function getUserData({
  db,
  viewer,
  scope,
  clock,
  throttle,
  secretBox,
}: Context): Promise<UserData> {
  await throttle.take('ownData', viewer.userId);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const events = await listEvents(transaction, viewer.companyId, scope, {
        column: 'userId',
        id: viewer.userId,
      });
      const account = await queries.findAccount(transaction, viewer);
      const flags = await listFlagsOf(transaction, viewer.companyId, viewer.userId);
      const personalCode = await openPersonalCode(secretBox, viewer.userId, account.personalCode);
      return {
        exportedAt: clock.now().toISOString(),
        user: await toCurrentUser({ db: transaction, clock }, viewer),
        account: { ...account, personalCode },
        badges: await queries.listBadges(transaction, viewer),
        secondFactor: await queries.findSecondFactor(transaction, viewer),
        passkeys: await listPasskeys(transaction, viewer),
        apiKeys: await queries.listApiKeys(transaction, viewer),
        kiosks: await queries.listKiosks(transaction, viewer),
        reportSubscription: await queries.findReportSubscription(transaction, viewer),
        emailChanges: await queries.listEmailChanges(transaction, viewer),
        sessions: await listSessions(transaction, clock, viewer, undefined),
        timeEntries: await queries.listTimeEntries(transaction, viewer),
        scans: await queries.listScans(transaction, viewer),
        breaks: await queries.listBreaks(transaction, viewer),
        refusedScans: await queries.listRefusedScans(transaction, viewer),
        flags: flags.map(({ dismissed, ...flag }) => ({
          ...flag,
          dismissed: dismissed && {
            ...dismissed,
            by: dismissed.by.id === viewer.userId ? ('self' as const) : ('other' as const),
          },
        })),
        flagDismissals: await queries.listFlagDismissals(transaction, viewer),
        history: events.map(({ actor, ...event }) => ({
          ...event,
          by: actor === null ? 'product' : actor.id === viewer.userId ? 'self' : 'other',
        })),
        correctionRequests: await queries.listCorrectionRequests(transaction, viewer),
        absences: await queries.listAbsences(transaction, viewer),
        months: await queries.listMonths(transaction, viewer),
        monthAnswers: await queries.listMonthAnswers(transaction, viewer),
        workReports: await queries.listWorkReports(transaction, viewer),
        messages: await queries.listMessages(transaction, viewer),
        acts: await queries.listActs(transaction, viewer),
      };
    });
}
