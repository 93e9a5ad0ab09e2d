import { dateIn, daysBetween, timeIn } from '#domain/dates.ts';
import type { Services } from '#server/context.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { listActiveAdmins } from '../company/company.queries.ts';
import { insertTrialReminder, listTrialsEnding, type TrialCompany } from './subscription.queries.ts';
import { trialReminderMail } from './trial-reminders.emails.ts';

/** Calendar days before the day on which the trial ends. */
const reminderDays = [3, 1, 0];
const morning = '08:00';
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Mails every administrator of a company whose trial ends in 3 days, tomorrow or today, from 8:00 in the company's time
 * zone; each once. A mail that could not be sent on its day is skipped.
 */
export async function sendTrialReminders(services: Services): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const around = (days: number) => new Date(now.getTime() + days * dayMs).toISOString();
  for (const company of await listTrialsEnding(db, around(-1), around(Math.max(...reminderDays) + 1))) {
    const { timezone, trialEndsAt } = company;
    const daysBefore = daysBetween(dateIn(now, timezone), dateIn(trialEndsAt, timezone));
    if (!reminderDays.includes(daysBefore) || timeIn(now, timezone) < morning) continue;
    await remind(services, company, daysBefore);
  }
}

async function remind(services: Services, company: TrialCompany, daysBefore: number): Promise<void> {
  const { db, clock, config } = services;
  const now = clock.now();
  await db.transaction().execute(async (transaction) => {
    const reminder = { companyId: company.id, daysBefore, sentAt: now.toISOString() };
    if (!(await insertTrialReminder(transaction, reminder))) return;
    for (const admin of await listActiveAdmins(transaction, company.id)) {
      const mail = trialReminderMail(config, company, admin, {
        trialEndsAt: company.trialEndsAt,
        daysBefore,
        hasEnded: Date.parse(company.trialEndsAt) <= now.getTime(),
      });
      await sendMail(services, transaction, company.id, mail, { late: 'drop' });
    }
  });
}
