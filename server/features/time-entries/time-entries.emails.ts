import { dateIn, timeIn } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { fullName } from '#domain/names.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { composeMail } from '#server/platform/mail/compose-mail.ts';
import { nameInMail, withoutLinks } from '#server/platform/mail/mail-text.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { mailboxOf } from '#server/platform/throttle.ts';
import { dateTimeText, withRepetition } from '#server/platform/time-text.ts';
import { type EmployeeContact, findEmployee } from './time-entry-changes.queries.ts';

export type Times = { location: { name: string }; checkIn: string; checkOut: string | null };
type Reader = Pick<EmployeeContact, 'email' | 'firstName' | 'language'>;

function timesText({ location, checkIn, checkOut }: Times, language: Language, timeZone: string): string {
  const moment = (instant: string) => dateTimeText(instant, language, timeZone);
  const end = () => {
    if (checkOut === null) return '';
    const isSameDay = dateIn(checkIn, timeZone) === dateIn(checkOut, timeZone);
    return isSameDay
      ? withRepetition(timeIn(checkOut, timeZone), checkOut, language, timeZone)
      : moment(checkOut);
  };
  return `${nameInMail(location.name)}, ${`${moment(checkIn)} – ${end()}`.trim()}`;
}

const timesLabels = ['entryBefore', 'entryAfter', 'requested', 'recorded'] as const;

type EntryMail = {
  subject: 'correctionRequested' | 'correctionApproved' | 'correctionRejected' | 'entryChanged';
  person: { firstName: string; lastName: string };
  /** By label: the times before and after a change, or those requested and those recorded. */
  times: Partial<Record<(typeof timesLabels)[number], Times | null>>;
  reason: string | null;
  page: 'reports' | 'employee';
};

/**
 * Queues a mail about somebody's time entry in the reader's language, with times in the company's time zone; at most 30
 * a day to one address, so that nobody's mailbox is filled by changing an entry again and again.
 */
export async function sendEntryMail(
  context: Context,
  transaction: Db,
  reader: Reader,
  { subject, person, times, reason, page }: EntryMail,
): Promise<void> {
  const { config, viewer, throttle } = context;
  const { language } = reader;
  try {
    await throttle.take('entryNotice', mailboxOf(reader.email));
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return;
    throw error;
  }
  const mail = composeMail(config, { language, name: viewer.companyName }, reader, (t) => ({
    subject: t(`mail:${subject}Subject`),
    paragraphs: [t(`mail:${subject}Body`)],
    facts: [
      { label: t('mail:employee'), value: nameInMail(fullName(person)) },
      ...timesLabels
        .filter((label) => label in times)
        .map((label) => {
          const value = times[label];
          return {
            label: t(`mail:${label}`),
            value: value ? timesText(value, language, viewer.timeZone) : t('mail:noEntry'),
          };
        }),
      ...(reason ? [{ label: t('mail:reason'), value: withoutLinks(reason) }] : []),
    ],
    button: { label: t('mail:openProduct'), page },
    footer: t(page === 'reports' ? 'mail:adminFooter' : 'mail:employeeFooter'),
  }));
  await sendMail(context, transaction, viewer.companyId, mail);
}

/** Tells an employee that an administrator added, changed or deleted one of their entries. */
export async function notifyOfChange(
  context: Context,
  transaction: Db,
  userId: string,
  { before, after, reason }: { before: Times | null; after: Times | null; reason: string },
): Promise<void> {
  const reader = await findReader(context, transaction, userId);
  if (!reader) return;
  await sendEntryMail(context, transaction, reader, {
    subject: 'entryChanged',
    person: reader,
    times: { entryBefore: before, entryAfter: after },
    reason,
    page: 'employee',
  });
}

/** The employee, unless they are the viewer, deactivated or deleted. */
export async function findReader({ viewer }: Context, transaction: Db, userId: string) {
  if (userId === viewer.userId) return undefined;
  const employee = await findEmployee(transaction, viewer.companyId, userId);
  return employee?.isActive ? employee : undefined;
}
