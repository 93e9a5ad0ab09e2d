import { durationText } from '#domain/apportion.ts';
import { periodText } from '#domain/date-text.ts';
import { dateIn, timeIn } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { fullName } from '#domain/names.ts';
import { onCallText } from '#domain/on-call.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { composeMail, hasEmail } from '#server/platform/mail/compose-mail.ts';
import { nameInMail, withoutLinks } from '#server/platform/mail/mail-text.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { dateTimeText, withRepetition } from '#server/platform/texts/time-text.ts';
import { mailboxOf } from '#server/platform/throttle.ts';
import { type EmployeeContact, findEmployee } from './time-entry-changes.queries.ts';

export type Times = { location: { name: string }; checkIn: string; checkOut: string | null };
/** `part`: milliseconds of one day; `codeName` writes the code in the reader's language. */
export type AbsenceInMail = {
  code: string;
  codeName: (code: string, language: Language) => string;
  startDate: string;
  endDate: string;
  part: number | null;
  begins?: number | null;
  place?: string | null;
};
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

function breaksText(breaks: NonNullable<EntryMail['breaks']>, language: Language, timeZone: string): string {
  const time = (instant: string | null) =>
    instant === null ? '…' : withRepetition(timeIn(instant, timeZone), instant, language, timeZone);
  return breaks.map(({ startedAt, endedAt }) => `${time(startedAt)}–${time(endedAt)}`).join(', ') || '–';
}

function absenceText(
  { code, codeName, startDate, endDate, part, begins, place }: AbsenceInMail,
  language: Language,
  timeZone: string,
): string {
  const isOnCall = part !== null && begins !== null && begins !== undefined;
  return [
    nameInMail(codeName(code, language)),
    periodText({ start: startDate, end: endDate }, language),
    ...(isOnCall ? [onCallText({ startDate, begins, part }, timeZone)] : []),
    ...(part === null ? [] : [durationText(part)]),
    ...(place ? [nameInMail(place)] : []),
  ].join(', ');
}

const timesLabels = ['entryBefore', 'entryAfter', 'requested', 'recorded'] as const;

type EntryMail = {
  subject:
    | 'correctionRequested'
    | 'correctionApproved'
    | 'correctionRejected'
    | 'entryChanged'
    | 'absenceRequested'
    | 'absenceApproved'
    | 'absenceRejected'
    | 'absenceChanged'
    | 'absenceChangeRequested'
    | 'absenceChangeApproved'
    | 'absenceChangeRejected';
  person: { firstName: string; lastName: string };
  /** By label: the times or absence before and after a change, or those requested and those recorded. */
  times: Partial<Record<(typeof timesLabels)[number], Times | AbsenceInMail | null>>;
  /** The entry's breaks, where the mail is about them. */
  breaks?: readonly { startedAt: string; endedAt: string | null }[] | null;
  reason: string | null;
  page: keyof typeof FOOTERS;
};

/** Why somebody is mailed: administrators, managers and the person are led to different pages. */
const FOOTERS = { reports: 'adminFooter', corrections: 'managerFooter', employee: 'employeeFooter' } as const;

/**
 * Queues a mail about somebody's time entry or absence in the reader's language, with times in the company's time zone; at most 30
 * a day to one address, so that nobody's mailbox is filled by changing one again and again. Readers without an address see it
 * in the app.
 */
export async function sendEntryMail(
  context: Context,
  transaction: Db,
  reader: Reader,
  { subject, person, times, breaks, reason, page }: EntryMail,
): Promise<void> {
  const { config, viewer, throttle } = context;
  if (!hasEmail(reader)) return;
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
            value: !value
              ? t(subject.startsWith('absenceChange') ? 'mail:noAbsence' : 'mail:noEntry')
              : 'code' in value
                ? absenceText(value, language, viewer.timeZone)
                : timesText(value, language, viewer.timeZone),
          };
        }),
      ...(breaks ? [{ label: t('mail:breaks'), value: breaksText(breaks, language, viewer.timeZone) }] : []),
      ...(reason ? [{ label: t('mail:reason'), value: withoutLinks(reason) }] : []),
    ],
    button: { label: t('mail:openProduct'), page },
    footer: t(`mail:${FOOTERS[page]}`),
  }));
  await sendMail(context, transaction, viewer.companyId, mail);
}

/** Tells an employee that an administrator added, changed or deleted one of their entries or absences. */
export async function notifyOfChange(
  context: Context,
  transaction: Db,
  userId: string,
  {
    subject = 'entryChanged',
    before,
    after,
    reason,
  }: {
    subject?: 'entryChanged' | 'absenceChanged';
    before: Times | AbsenceInMail | null;
    after: Times | AbsenceInMail | null;
    reason: string | null;
  },
): Promise<void> {
  const reader = await findReader(context, transaction, userId);
  if (!reader) return;
  await sendEntryMail(context, transaction, reader, {
    subject,
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
