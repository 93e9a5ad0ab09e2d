import type { OverviewReport } from '#contract/reports.ts';
import { durationText, MINUTE_MS, minutesText, peopleColumn } from '#domain/apportion.ts';
import { dateText } from '#domain/date-text.ts';
import type { Language } from '#domain/languages.ts';
import type { Services } from '#server/context.ts';
import type { FileAnswer } from '#server/platform/http/file-answer.ts';
import { composeMail } from '#server/platform/mail/compose-mail.ts';
import { originForMails } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { nameInMail } from '#server/platform/mail/mail-text.ts';
import { translator } from '#server/platform/texts/i18n.ts';

/** Where mail programs send that a subscription ends (RFC 8058). */
export const ONE_CLICK_STOP = '/api/report-subscriptions/one-click';

/** Locations named in the mail; the PDF has all. */
const MAX_LOCATIONS = 10;

/** A period's overview for its reader; without `file` it is too large for a mail. */
export function reportMail(
  config: Services['config'],
  reader: { email: string; firstName: string; language: Language; companyName: string },
  { current, previous }: OverviewReport,
  file: FileAnswer | null,
  stopSecret: string,
): Mail {
  const { language, companyName: name } = reader;
  const withUnit = (hours: string) => translator(language)('common:hours', { hours });
  const hours = ({ people }: OverviewReport['current']) =>
    withUnit(minutesText(peopleColumn(people, ({ ms }) => ms, MINUTE_MS).total));
  const dates = ({ startDate, endDate }: { startDate: string; endDate: string }) =>
    `${dateText(startDate, language)} – ${dateText(endDate, language)}`;
  const query = { token: stopSecret };
  const mail = composeMail(config, { language, name }, reader, (t) => ({
    subject: t('mail:reportSubject', { period: dates(current) }),
    paragraphs: [t(file ? 'mail:reportBody' : 'mail:reportTooLarge')],
    facts: [
      { label: t('mail:reportHours'), value: hours(current) },
      { label: dates(previous), value: hours(previous) },
      { label: t('mail:reportPeople'), value: String(current.total.people) },
      ...current.locations.slice(0, MAX_LOCATIONS).map(({ name: location, ms }) => ({
        label: nameInMail(location),
        value: withUnit(durationText(ms)),
      })),
    ],
    button: { label: t('mail:reportOpen'), page: 'reports' },
    footer: t('mail:reportFooter'),
    stop: { label: t('mail:reportStop'), page: 'stopReports', query },
  }));
  return {
    ...mail,
    headers: {
      'List-Unsubscribe': `<${originForMails(config)}${ONE_CLICK_STOP}?${new URLSearchParams(query)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    ...(file && {
      attachments: [
        {
          filename: file.name,
          contentType: file.type,
          encoding: 'base64',
          content: file.bytes.toString('base64'),
        },
      ],
    }),
  };
}
