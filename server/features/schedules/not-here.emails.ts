import { timeIn } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { fullName } from '#domain/names.ts';
import { shiftText } from '#domain/schedules.ts';
import type { Services } from '#server/context.ts';
import { composeMail } from '#server/platform/mail/compose-mail.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { nameInMail } from '#server/platform/mail/mail-text.ts';
import { withRepetition } from '#server/platform/texts/time-text.ts';
import type { ShiftOfPerson } from '../shifts/shifts.queries.ts';
import { FOOTERS } from '../time-entries/time-entries.emails.ts';
import type { PlannablePerson } from './plan.service.ts';

/** Somebody who has not come to a shift. */
export type NotHere = { person: PlannablePerson; shift: ShiftOfPerson };

/** People who are listed in a mail; the dashboard has all of them. */
const MAX_PEOPLE = 50;

/** Tells a manager or an administrator who has not come, with the planned times. `names` are those of locations, by id. */
export function notHereMail(
  config: Services['config'],
  company: { name: string; timeZone: string; names: ReadonlyMap<string, string> },
  reader: { email: string; firstName: string; language: Language; isManager: boolean },
  now: Date,
  people: readonly NotHere[],
): Mail {
  const { name, timeZone, names } = company;
  const { language, isManager } = reader;
  const count = people.length - MAX_PEOPLE;
  const time = withRepetition(timeIn(now, timeZone), now, language, timeZone);
  return composeMail(config, { language, name }, reader, (t) => ({
    subject: t('mail:notHereSubject', { number: String(people.length) }),
    paragraphs: [t('mail:notHereBody', { time: { text: time } })],
    facts: [
      ...people.slice(0, MAX_PEOPLE).map(({ person, shift }) => {
        const location = names.get(shift.locationId ?? '');
        const place = location === undefined ? '' : `, ${nameInMail(location)}`;
        return { label: nameInMail(fullName(person)), value: `${shiftText(shift)}${place}` };
      }),
      ...(count > 0 ? [{ label: '…', value: t('mail:notHereMore', { number: String(count) }) }] : []),
    ],
    button: { label: t('mail:openProduct'), page: 'dashboard' },
    footer: t(`mail:${FOOTERS[isManager ? 'manager' : 'administrator']}`),
  }));
}
