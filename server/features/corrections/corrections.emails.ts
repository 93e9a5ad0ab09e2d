import type { CorrectionRequest } from '#contract/corrections.ts';
import type { Language } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { layoutMail } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { mailTranslator } from '#server/platform/mail/mail-text.ts';
import { findReader, sendEntryMail, type Times } from '../time-entries/time-entries.emails.ts';

/** The entry as requested; null for a deletion. */
function requestedTimes({ kind, current, wanted }: CorrectionRequest): Times | null {
  if (kind === 'delete') return null;
  const location = wanted.location ?? current?.location;
  const checkIn = wanted.checkIn ?? current?.checkIn;
  return location && checkIn
    ? { location, checkIn, checkOut: wanted.checkOut ?? current?.checkOut ?? null }
    : null;
}

/** Tells every administrator except the requester, in the company's language. */
export async function notifyOfRequest(
  context: Context,
  transaction: Db,
  request: CorrectionRequest,
  admins: { email: string; firstName: string }[],
): Promise<void> {
  const { user, current, reason } = request;
  for (const admin of admins) {
    if (admin.email === context.viewer.email) continue;
    const reader = { ...admin, language: context.viewer.companyLanguage };
    await sendEntryMail(context, transaction, reader, {
      subject: 'correctionRequested',
      person: user,
      times: { entryBefore: current, entryAfter: requestedTimes(request) },
      reason,
      page: 'reports',
    });
  }
}

/** Tells the requester, unless they decided it themselves. */
export async function notifyOfDecision(
  context: Context,
  transaction: Db,
  request: CorrectionRequest,
): Promise<void> {
  const reader = await findReader(context, transaction, request.user.id);
  if (!reader) return;
  await sendEntryMail(context, transaction, reader, {
    subject: request.status === 'approved' ? 'correctionApproved' : 'correctionRejected',
    person: request.user,
    times: { requested: requestedTimes(request), recorded: request.current },
    reason: request.decision?.reason ?? null,
    page: 'employee',
  });
}

/** Tells an administrator how many requests await a decision. */
export function digestMail(
  to: { email: string; firstName: string; language: Language; company: string; origin: string },
  count: number,
): Mail {
  const { language } = to;
  const t = mailTranslator(language);
  const subject = t('mail:correctionDigestSubject', { number: String(count) });
  return {
    to: to.email,
    subject,
    ...layoutMail({
      language,
      title: subject,
      paragraphs: [t('mail:greeting', { firstName: to.firstName }), t('mail:correctionDigestBody')],
      button: { label: t('mail:openProduct'), url: `${to.origin}${pathFor('reports', language)}` },
      footer: t('mail:adminFooter', { company: to.company }),
    }),
  };
}
