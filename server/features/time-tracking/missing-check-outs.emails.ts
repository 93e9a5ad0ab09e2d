import type { Context } from '#server/context.ts';
import { composeMail } from '#server/platform/mail/compose-mail.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { dateTimeText } from '#server/platform/texts/time-text.ts';
import type { Forgotten } from './missing-check-outs.queries.ts';

/** Asks a person who forgot to check out when they left. */
export function missingCheckOutMail(config: Context['config'], to: Forgotten): Mail {
  const { language, company: name, timezone } = to;
  return composeMail(config, { language, name }, to, (t) => ({
    subject: t('mail:missingCheckOutSubject'),
    paragraphs: [
      t('mail:missingCheckOutBody', {
        location: to.location,
        time: dateTimeText(to.checkIn, language, timezone),
      }),
    ],
    button: { label: t('mail:sayWhenLeft'), page: 'employee' },
    footer: t('mail:employeeFooter'),
  }));
}
