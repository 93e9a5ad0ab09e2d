import type { UserData } from '#contract/own-data.ts';
import { dateIn } from '#domain/dates.ts';
import type { Context } from '#server/context.ts';
import type { FileAnswer } from '#server/platform/http/file-answer.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { csvAnswer } from '#server/platform/table-files/tables.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { toCurrentUser } from '../auth/auth.service.ts';
import { openPersonalCode } from '../employees/employment.service.ts';
import { listFlagsOf } from '../flags/flags.queries.ts';
import { listPasskeys } from '../identity/passkeys.queries.ts';
import { listSessions } from '../identity/sessions.queries.ts';
import { listEvents } from '../ledger/ledger.queries.ts';
import * as queries from './own-data.queries.ts';
import { ownTimeTable } from './own-data-file.ts';

/** Everything that is stored about the viewer (GDPR Art. 15 and 20); as CSV the working time and work reports. */
export const getUserData: Handler<'getUserData'> = (context, { query }) =>
  query.format === 'csv' ? ownTimeFile(context) : readUserData(context);

/** As one snapshot. */
async function readUserData({ db, viewer, scope, clock, throttle, secretBox }: Context): Promise<UserData> {
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
        ...(await queries.readLists(transaction, viewer)),
        secondFactor: await queries.findSecondFactor(transaction, viewer),
        passkeys: await listPasskeys(transaction, viewer),
        reportSubscription: await queries.findReportSubscription(transaction, viewer),
        sessions: await listSessions(transaction, clock, viewer, undefined),
        flags: flags.map(({ dismissed, ...flag }) => ({
          ...flag,
          dismissed: dismissed && {
            ...dismissed,
            by: dismissed.by.id === viewer.userId ? ('self' as const) : ('other' as const),
          },
        })),
        history: events.map(({ actor, ...event }) => ({
          ...event,
          by: actor === null ? 'product' : actor.id === viewer.userId ? 'self' : 'other',
        })),
        messages: await queries.listMessages(transaction, viewer),
        acts: await queries.listActs(transaction, viewer),
      };
    });
}

async function ownTimeFile(context: Context): Promise<FileAnswer> {
  const { language, viewer, clock } = context;
  const { timeZone } = viewer;
  const t = translator(language);
  const table = ownTimeTable(await readUserData(context), { t, language, timeZone });
  return csvAnswer(table, language, `${t('account:ownData.csvFileName')}-${dateIn(clock.now(), timeZone)}`);
}
