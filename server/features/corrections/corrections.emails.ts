import type { CorrectionRequest } from '#contract/corrections.ts';
import { type Language, LOCALES } from '#domain/languages.ts';
import { fullName } from '#domain/names.ts';
import { pathFor } from '#domain/paths.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { translator } from '#server/platform/i18n.ts';
import { layoutMail } from '#server/platform/mail/layout.ts';
import { mailQueueName } from '#server/platform/mail/mail.ts';
import { findPerson } from './corrections.queries.ts';

type Times = { location: { name: string }; checkIn: string; checkOut: string | null };
type Reader = { email: string; firstName: string; language: Language };

function timesText({ location, checkIn, checkOut }: Times, language: Language, timeZone: string): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  });
  const start = new Date(checkIn);
  const period =
    checkOut === null ? `${format.format(start)} –` : format.formatRange(start, new Date(checkOut));
  return `${location.name}, ${period}`;
}

type Letter = {
  subject: 'correctionRequested' | 'correctionApproved' | 'correctionRejected' | 'entryChanged';
  person: { firstName: string; lastName: string };
  /** What was or is wished, and what is recorded or would be. */
  times: Partial<Record<'entryBefore' | 'entryAfter' | 'requested' | 'recorded', Times | null>>;
  reason: string | null;
  page: 'reports' | 'employee';
};

async function send(
  { jobs, origin, viewer }: Context,
  transaction: Db,
  reader: Reader,
  { subject, person, times, reason, page }: Letter,
): Promise<void> {
  const { language } = reader;
  const t = translator(language);
  const title = t(`mail:${subject}Subject`);
  const facts = Object.entries(times).map(([label, some]) => ({
    label: t(`mail:${label}`),
    value: some ? timesText(some, language, viewer.timeZone) : t('mail:noEntry'),
  }));
  await jobs.send(transaction, mailQueueName, {
    to: reader.email,
    subject: title,
    ...layoutMail({
      language,
      title,
      paragraphs: [t('mail:greeting', { firstName: reader.firstName }), t(`mail:${subject}Body`)],
      facts: [
        { label: t('mail:employee'), value: fullName(person) },
        ...facts,
        ...(reason ? [{ label: t('mail:reason'), value: reason }] : []),
      ],
      button: { label: t('mail:openProduct'), url: `${origin}${pathFor(page, language)}` },
      footer: t(page === 'reports' ? 'mail:adminFooter' : 'mail:employeeFooter', {
        company: viewer.companyName,
      }),
    }),
  });
}

/** What the entry would be with the wishes; null for one that should go. */
function wishOf({ kind, current, wanted }: CorrectionRequest): Times | null {
  if (kind === 'delete') return null;
  const location = wanted.location ?? current?.location;
  const checkIn = wanted.checkIn ?? current?.checkIn;
  return location && checkIn
    ? { location, checkIn, checkOut: wanted.checkOut ?? current?.checkOut ?? null }
    : null;
}

/** To every administrator but the one who asks, in the company's language. */
export async function tellOfRequest(
  context: Context,
  transaction: Db,
  request: CorrectionRequest,
  admins: { email: string; firstName: string }[],
): Promise<void> {
  const { user, current, reason } = request;
  for (const admin of admins) {
    if (admin.email === context.viewer.email) continue;
    const reader = { ...admin, language: context.viewer.companyLanguage };
    const letter = {
      person: user,
      times: { entryBefore: current, entryAfter: wishOf(request) },
      reason,
      page: 'reports' as const,
    };
    await send(context, transaction, reader, { subject: 'correctionRequested', ...letter });
  }
}

/** To who asked, unless they decided it themselves. */
export async function tellOfDecision(
  context: Context,
  transaction: Db,
  request: CorrectionRequest,
): Promise<void> {
  const reader = await readerOf(context, transaction, request.user.id);
  if (!reader) return;
  await send(context, transaction, reader, {
    subject: request.status === 'approved' ? 'correctionApproved' : 'correctionRejected',
    person: request.user,
    times: { requested: wishOf(request), recorded: request.current },
    reason: request.decision?.reason ?? null,
    page: 'employee',
  });
}

/** To whose entry an administrator added, changed or deleted. */
export async function tellOfChange(
  context: Context,
  transaction: Db,
  userId: string,
  { before, after, reason }: { before: Times | null; after: Times | null; reason: string },
): Promise<void> {
  const reader = await readerOf(context, transaction, userId);
  if (!reader) return;
  await send(context, transaction, reader, {
    subject: 'entryChanged',
    person: reader,
    times: { entryBefore: before, entryAfter: after },
    reason,
    page: 'employee',
  });
}

async function readerOf({ viewer }: Context, transaction: Db, userId: string) {
  if (userId === viewer.userId) return undefined;
  const person = await findPerson(transaction, viewer.companyId, userId);
  return person?.isActive ? person : undefined;
}
