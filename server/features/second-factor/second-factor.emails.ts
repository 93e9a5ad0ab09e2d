import { pathFor } from '#domain/paths.ts';
import type { Context } from '#server/context.ts';
import { translator } from '#server/platform/i18n.ts';
import { dateTimeText, layoutMail } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';

export type SecurityChange =
  | 'secondFactorOn'
  | 'secondFactorOff'
  | 'secondFactorReset'
  | 'passkeyAdded'
  | 'apiKeyCreated'
  | 'aiEndpointChanged';

/** What has changed about how somebody signs in, and what to do if it was not they. */
export function securityMail(
  { viewer, origin, clock }: Context,
  to: { firstName: string; email: string },
  change: SecurityChange,
): Mail {
  const { companyLanguage: language, companyName: company, timeZone } = viewer;
  const t = translator(language);
  const subject = t(`mail:${change}Subject`);
  return {
    to: to.email,
    subject,
    ...layoutMail({
      language,
      title: subject,
      paragraphs: [
        t('mail:greeting', { firstName: to.firstName }),
        t(`mail:${change}Body`),
        t('mail:securityWarning'),
      ],
      facts: [
        { label: t('mail:changedAt'), value: dateTimeText(clock.now().toISOString(), language, timeZone) },
        ...(change === 'secondFactorReset'
          ? [{ label: t('mail:changedBy'), value: `${viewer.firstName} ${viewer.lastName}` }]
          : []),
      ],
      button: { label: t('mail:openAccount'), url: `${origin}${pathFor('account', language)}` },
      footer: t('mail:employeeFooter', { company }),
    }),
  };
}
