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
import { translator } from '#server/platform/texts/i18n.ts';
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
    ...(part === null ? [] : [translator(language)('common:hours', { hours: durationText(part) })]),
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
  to: keyof typeof FOOTERS;
};

/** Why somebody is mailed. */
export const FOOTERS = {
  administrator: 'adminFooter',
  manager: 'managerFooter',
  person: 'employeeFooter',
} as const;

type EntryTimes = EntryMail['times'];

/** What the mail to its person is about: an entry as it is or was, else as it was asked for; an absence as it was. */
const entryOf = ({ recorded, entryBefore, requested, entryAfter }: EntryTimes) =>
  recorded ?? entryBefore ?? requested ?? entryAfter ?? null;

/** The person's page that shows it: the day in their month, or all their absences. */
function ownPage(entry: ReturnType<typeof entryOf>, timeZone: string) {
  if (!entry || 'code' in entry) return { page: 'myHours' as const };
  const date = dateIn(entry.checkIn, timeZone);
  return { page: 'myMonth' as const, params: { month: date.slice(0, 7) }, query: { date } };
}

/**
 * Counts a mail about somebody's time or schedule; at most 30 a day to one address, so that nobody's mailbox is filled by
 * changing one and the same again and again. False beyond that: the app shows what was changed.
 */
export async function mayMail({ throttle }: Pick<Context, 'throttle'>, email: string): Promise<boolean> {
  try {
    await throttle.take('entryNotice', mailboxOf(email));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false;
    throw error;
  }
}

/**
 * Queues a mail about somebody's time entry or absence in the reader's language, with times in the company's time zone (see
 * `mayMail`). Readers without an address see it in the app.
 */
export async function sendEntryMail(
  context: Context,
  transaction: Db,
  reader: Reader,
  { subject, person, times, breaks, reason, to }: EntryMail,
): Promise<void> {
  const { config, viewer } = context;
  if (!hasEmail(reader) || !(await mayMail(context, reader.email))) return;
  const { language } = reader;
  const { timeZone, companyName: name } = viewer;
  const mail = composeMail(config, { language, name }, reader, (t) => {
    const isToPerson = to === 'person';
    const textOf = (value: Times | AbsenceInMail | null) =>
      !value
        ? t(subject.startsWith('absence') ? 'mail:noAbsence' : 'mail:noEntry')
        : 'code' in value
          ? absenceText(value, language, timeZone)
          : timesText(value, language, timeZone);
    const named = isToPerson ? entryOf(times) : null;
    const rows = timesLabels.flatMap((label) => {
      const value = times[label];
      return value === undefined ? [] : [{ label: t(`mail:${label}`), value: textOf(value) }];
    });
    // What was recorded as requested is said once, and what the first sentence names alone is not repeated.
    const told = rows.filter(
      ({ value }, index) => rows.findLastIndex((row) => row.value === value) === index,
    );
    const isNamed = isToPerson && told.length === 1 && told[0]?.value === textOf(named);
    return {
      subject: t(`mail:${subject}Subject`),
      paragraphs: [t(`mail:${subject}Body`, { entry: { text: textOf(named) } })],
      facts: [
        ...(isToPerson ? [] : [{ label: t('mail:employee'), value: nameInMail(fullName(person)) }]),
        ...(isNamed ? [] : told),
        ...(breaks ? [{ label: t('mail:breaks'), value: breaksText(breaks, language, timeZone) }] : []),
        ...(reason ? [{ label: t('mail:reason'), value: withoutLinks(reason) }] : []),
      ],
      button: isToPerson
        ? { label: t('mail:openMyHours'), ...ownPage(named, timeZone) }
        : { label: t('mail:openCorrections'), page: 'corrections' },
      footer: t(`mail:${FOOTERS[to]}`),
    };
  });
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
    to: 'person',
  });
}

/** The employee, unless they are the viewer, deactivated or deleted. */
export async function findReader({ viewer }: Context, transaction: Db, userId: string) {
  if (userId === viewer.userId) return undefined;
  const employee = await findEmployee(transaction, viewer.companyId, userId);
  return employee?.isActive ? employee : undefined;
}
