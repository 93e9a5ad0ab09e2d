import type { CorrectionRequest } from '#contract/corrections.ts';
import { breaksAfter } from '#domain/corrections.ts';
import type { Language } from '#domain/languages.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { composeMail, type MailCompany } from '#server/platform/mail/compose-mail.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { codeNamer } from '../absences/absences.service.ts';
import { FOOTERS, findReader, sendEntryMail, type Times } from '../time-entries/time-entries.emails.ts';

/** The entry as requested; null for a deletion. */
function requestedTimes({ kind, current, wanted }: CorrectionRequest): Times | null {
  if (kind === 'delete') return null;
  const location = wanted.location ?? current?.location;
  const checkIn = wanted.checkIn ?? current?.checkIn;
  return location && checkIn
    ? { location, checkIn, checkOut: wanted.checkOut ?? current?.checkOut ?? null }
    : null;
}

/** The breaks after the request where it concerns them, or as they are once it is approved. */
function breaksInMail({ current, wanted, status }: CorrectionRequest) {
  const recorded = current?.breaks ?? [];
  return wanted.breaks && (status === 'approved' ? recorded : breaksAfter(recorded, wanted.breaks));
}

/** The subject's first part and what the mail shows of the request: a new absence, a change of one, or an entry's times. */
async function aboutAbsence(context: Context, db: Db, { absence }: CorrectionRequest) {
  if (!absence) return;
  const named = { ...absence, codeName: await codeNamer(context, db) };
  if (!absence.change) return { about: 'absence' as const, times: { requested: named } };
  const { kept } = absence.change;
  return {
    about: 'absenceChange' as const,
    times: { entryBefore: named, requested: kept && { ...named, ...kept } },
  };
}

/** Who is mailed about requests: administrators, and managers about what they may decide on. */
export type RequestReader = { email: string; firstName: string; language: Language; isManager: boolean };

const roleOf = ({ isManager }: RequestReader) => (isManager ? 'manager' : 'administrator');

/** Tells everybody who may decide on the request, but for the requester. */
export async function notifyOfRequest(
  context: Context,
  transaction: Db,
  request: CorrectionRequest,
  readers: RequestReader[],
): Promise<void> {
  const { user, current, reason } = request;
  const absence = await aboutAbsence(context, transaction, request);
  for (const reader of readers) {
    if (reader.email === context.viewer.email) continue;
    await sendEntryMail(context, transaction, reader, {
      ...(absence
        ? { subject: `${absence.about}Requested`, times: absence.times }
        : {
            subject: 'correctionRequested',
            times: { entryBefore: current, entryAfter: requestedTimes(request) },
          }),
      person: user,
      breaks: breaksInMail(request),
      reason,
      to: roleOf(reader),
    });
  }
}

/** Tells the requester, unless they decided it themselves. `before` is the entry before the decision. */
export async function notifyOfDecision(
  context: Context,
  transaction: Db,
  request: CorrectionRequest,
  before: Times | null,
): Promise<void> {
  const reader = await findReader(context, transaction, request.user.id);
  if (!reader) return;
  const absence = await aboutAbsence(context, transaction, request);
  const outcome = request.status === 'approved' ? 'Approved' : 'Rejected';
  await sendEntryMail(context, transaction, reader, {
    ...(absence
      ? { subject: `${absence.about}${outcome}`, times: absence.times }
      : {
          subject: `correction${outcome}`,
          times: {
            ...(request.kind === 'delete' && { entryBefore: before }),
            requested: requestedTimes(request),
            recorded: request.current,
          },
        }),
    person: request.user,
    breaks: breaksInMail(request),
    reason: request.decision?.reason ?? null,
    to: 'person',
  });
}

/** Tells an administrator or a manager how many requests await their decision. */
export function digestMail(
  config: Context['config'],
  company: MailCompany,
  to: RequestReader,
  count: number,
): Mail {
  return composeMail(config, { ...company, language: to.language }, to, (t) => ({
    subject: t('mail:correctionDigestSubject', { number: String(count) }),
    paragraphs: [t('mail:correctionDigestBody')],
    button: { label: t('mail:openCorrections'), page: 'corrections' },
    footer: t(`mail:${FOOTERS[roleOf(to)]}`),
  }));
}
