import { periodText, weekdayDateText } from '#domain/date-text.ts';
import { dayChangeText, type NamedShift } from '#domain/schedule-changes.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { composeMail, hasEmail } from '#server/platform/mail/compose-mail.ts';
import { nameInMail, withoutLinks } from '#server/platform/mail/mail-text.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { mayMail } from '../time-entries/time-entries.emails.ts';
import type { PlannablePerson } from './plan.service.ts';
import type { Announced } from './schedules.queries.ts';

/** Days that are listed in a mail; the app has all of them. */
const MAX_DAYS = 31;

type Change = { date: string; before: NamedShift[]; after: NamedShift[] };

const plain = (shift: NamedShift): NamedShift => ({
  ...shift,
  name: shift.name && nameInMail(shift.name),
  locationName: shift.locationName && nameInMail(shift.locationName),
  note: shift.note && withoutLinks(shift.note),
});

/**
 * Mails a person what was announced to them, in their language. It never hinders the publication: whoever has no address, and
 * whoever's mail may not wait because too many do until the owner's address is confirmed, sees it in the app. Returns whether a
 * mail leaves now.
 */
export async function sendScheduleMail(
  context: Context,
  transaction: Db,
  person: PlannablePerson,
  { startDate, endDate, reason }: Pick<Announced, 'startDate' | 'endDate' | 'reason'>,
  changes: readonly Change[],
): Promise<boolean> {
  const { config, viewer } = context;
  if (person.id === viewer.userId || !hasEmail(person) || !(await mayMail(context, person.email)))
    return false;
  const { language } = person;
  const mail = composeMail(config, { language, name: viewer.companyName }, person, (t) => {
    const words = {
      dayOff: t('mail:scheduleDayOff'),
      breakOf: (minutes: number) => t('mail:scheduleBreak', { minutes }),
    };
    const count = changes.length - MAX_DAYS;
    return {
      subject: t('mail:scheduleSubject'),
      paragraphs: [
        t('mail:scheduleBody', {
          period: { text: periodText({ start: startDate, end: endDate }, language) },
        }),
      ],
      facts: [
        ...changes.slice(0, MAX_DAYS).map(({ date, before, after }) => ({
          label: weekdayDateText(date, language, 'short'),
          value: dayChangeText({ before: before.map(plain), after: after.map(plain) }, words),
        })),
        ...(count > 0 ? [{ label: '…', value: t('mail:scheduleMore', { count }) }] : []),
        ...(reason ? [{ label: t('mail:reason'), value: withoutLinks(reason) }] : []),
      ],
      button: { label: t('mail:openSchedule'), page: 'mySchedule' },
      footer: t('mail:employeeFooter'),
    };
  });
  try {
    return await sendMail(context, transaction, viewer.companyId, mail);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'email_unconfirmed')) throw error;
    return false;
  }
}
