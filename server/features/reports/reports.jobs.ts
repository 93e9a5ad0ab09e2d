import { reachOf } from '#contract/policy.ts';
import { addDays, dateIn, daysBetween, timeIn } from '#domain/dates.ts';
import { subscriptionAccess } from '#domain/plans.ts';
import type { Services } from '#server/context.ts';
import type { ReportFrequency } from '#server/generated/types.ts';
import { inTurn } from '#server/platform/in-turn.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { scopeOf } from '#server/platform/scope.ts';
import { companyViewerOf } from '../company/company-viewer.ts';
import { readOverview } from './overview.service.ts';
import { overviewFile } from './report-files.service.ts';
import { reportMail } from './reports.emails.ts';
import * as queries from './subscriptions.queries.ts';
import { lastPeriod, stopSecretOf } from './subscriptions.service.ts';

type Subscriber = { companyId: string; userId: string };

const reportMailQueue = { name: 'report-mail' };
// In every time zone a quarter of an hour begins with the morning.
const quarterHourly = '*/15 * * * *';
const morning = '07:00';
/** After an outage reports are sent late, but not when the next ones are near. */
const MAX_DAYS_LATE = 2;
/** Bytes of the PDF: many mail servers take no more than 10 MB, and base64 adds a third. */
const MAX_BYTES = 7_000_000;

/** The week or month whose reports are to be sent now; undefined: none. */
function duePeriod(
  { frequency, sentFor, timezone }: { frequency: ReportFrequency; sentFor: string; timezone: string },
  now: Date,
) {
  const today = dateIn(now, timezone);
  const period = lastPeriod(frequency, today);
  const daysLate = daysBetween(addDays(period.end, 1), today);
  const isMorning = daysLate > 0 || timeIn(now, timezone) >= morning;
  return sentFor < period.start && isMorning && daysLate <= MAX_DAYS_LATE ? period : undefined;
}

/** Mails the reports of a week on Monday and of a month on the 1st, from 7:00 in the company's time zone. */
export async function startReportJobs(services: Services): Promise<void> {
  const { jobs } = services;
  await jobs.start({
    ...reportMailQueue,
    retryDelaySeconds: 60,
    retryLimit: 3,
    atOnce: 1,
    work: (subscriber: Subscriber) => mailReport(services, subscriber),
  });
  await jobs.repeat(
    {
      name: 'reports-due',
      // The next run finds what a failed one did not.
      retryDelaySeconds: 60,
      retryLimit: 0,
      work: () => queueReports(services),
    },
    quarterHourly,
  );
}

/** Queues a mail for everybody whose reports are to be sent now. */
export async function queueReports({ db, jobs, clock }: Services): Promise<void> {
  const now = clock.now();
  for (const { companyId, userId, ...each } of await queries.listPerhapsDue(db, dateIn(now, 'UTC'))) {
    if (duePeriod(each, now)) await jobs.send<Subscriber>(db, reportMailQueue, { companyId, userId });
  }
}

/**
 * Mails a person the overview of the last week or month, as far as their role reaches now; nothing if it was sent, if they or
 * their company are no longer active, or if the subscription of the company has lapsed. Whoever has no reports any more is
 * unsubscribed.
 */
export async function mailReport(services: Services, { companyId, userId }: Subscriber): Promise<void> {
  const { db, clock, config, settleHours } = services;
  const now = clock.now();
  const found = await queries.findSubscriber(db, { companyId, userId });
  if (!found) return;
  const { email, firstName, role, locationIds, frequency } = found;
  const reach = reachOf('reports', role);
  if (!reach) return queries.deleteSubscription(db, { companyId, userId });
  const period = duePeriod(found, now);
  const viewer = companyViewerOf(companyId, found);
  const hasNone = role === 'manager' && locationIds.length === 0;
  if (!period || hasNone || subscriptionAccess(viewer.subscription, now) === 'limited') return;

  const language = found.ownLanguage ?? viewer.companyLanguage;
  const scope = scopeOf({ companyId, userId, locationIds }, reach, now);
  const query = { startDate: period.start, endDate: period.end, sort: 'name' } as const;
  const { report, file } = await inTurn(() =>
    services.read(companyId, async (replica) => {
      const reader = { db: replica, clock, viewer, scope, language, settleHours };
      const read = await readOverview(reader, query);
      return { report: read, file: await overviewFile(reader, read) };
    }),
  );
  const to = { email, firstName, language, companyName: viewer.companyName };
  const secret = await stopSecretOf(services, { companyId, userId });
  const mail = reportMail(config, to, report, file.bytes.length > MAX_BYTES ? null : file, secret);
  await db.transaction().execute(async (transaction) => {
    const sent = { frequency, start: period.start };
    if (!(await queries.markSent(transaction, { companyId, userId }, sent))) return;
    await sendMail(services, transaction, companyId, mail, { late: 'drop' });
  });
}
