import { durationText } from '#domain/apportion.ts';
import type { Language } from '#domain/languages.ts';
import { ApiError } from '#web/call/request.ts';
import { translatorOf } from '#web/i18n/i18n.ts';
import {
  type KioskScan,
  type NewPin,
  nameOf,
  type Somebody,
  type Told,
  type takeUntold,
} from '#web/recording/kiosk-runner.ts';
import type { Answer } from './answer-screen.tsx';
import { type PersonTexts, textsFor } from './kiosk-texts.ts';

type Untold = Awaited<ReturnType<typeof takeUntold>>;

/** A number that rests for longer has had too many wrong PINs for a day. */
const LONG_REST_MINUTES = 60;

export const refusedAnswer = (
  { language }: PersonTexts,
  name: string | undefined,
  title: string,
): Answer => ({
  kind: 'refused',
  language,
  name,
  title,
  later: [],
});

/** The refusal in the person's language, with a reason. */
export function refusal(who: Somebody, error: unknown, timeZone: string): Answer {
  const texts = textsFor(who.person?.language, timeZone);
  const { t, language } = texts;
  const {
    code = undefined,
    message = t('common:unexpectedError'),
    retryAfterSeconds = 0,
  } = error instanceof ApiError ? error : {};
  const isResting = code === 'too_many_requests' && 'pin' in who.identity;
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  return {
    ...refusedAnswer(texts, nameOf(who.person), t('refused')),
    note:
      code === 'network'
        ? t('needsConnection')
        : isResting
          ? minutes > LONG_REST_MINUTES
            ? t('pinRestsLong')
            : t('pinRests', { count: minutes })
          : reasonIn(language, code, message),
  };
}

/** The answer to what the server has recorded, or the kiosk has saved for it. */
export const toldAnswer = (
  kind: Answer['kind'],
  { fate }: Told,
  { t, language }: PersonTexts,
  answer: Pick<Answer, 'name' | 'title'> & Partial<Answer>,
): Answer => ({
  kind: fate === 'done' ? kind : 'saved',
  language,
  note: fate === 'saved' ? t('saved') : undefined,
  later: [],
  ...answer,
});

/** The answer to a scan, with what it did and the time entry, as far as they are known. */
export function scanAnswer(who: Somebody, made: KioskScan, told: Told, untold: Untold, timeZone: string) {
  const result = told.fate === 'done' && told.result && 'action' in told.result ? told.result : undefined;
  const owner = result?.person ?? who.person;
  const texts = textsFor(owner?.language, timeZone);
  const { t, time, moment, language } = texts;
  const later = [
    ...(result?.refusedScans ?? []).map(({ scannedAt, receivedAt, reason }) =>
      t('later.refused', {
        time: moment(scannedAt ?? receivedAt),
        reason: reasonIn(language, reason, reason),
      }),
    ),
    ...laterTexts(untold, texts),
  ];
  const common = { language, name: nameOf(owner), later };
  const entry = result?.timeEntry ?? undefined;
  const expected = told.fate === 'saved' ? told.expected : null;
  const answer: Answer = result
    ? {
        ...common,
        kind: result.action,
        title: t(`done.${result.action}`),
        time: time(
          entry?.checkOut && result.action === 'check-out'
            ? entry.checkOut
            : (entry?.checkIn ?? made.scannedAt),
        ),
        location: result.location.name,
        note: workedText(result.action, entry, texts),
      }
    : {
        ...common,
        kind: 'saved',
        title: expected ? `${t(`expected.${expected.action}`)} · ${t('saved')}` : t('saved'),
        time: time(made.scannedAt),
        location: expected?.location,
        note: expected ? undefined : t('pin' in who.identity ? 'judgedLaterPin' : 'judgedLater'),
      };
  return { answer, action: result?.action ?? expected?.action, entry };
}

/** Stays until it is closed: the number has to be written down. */
export function newPinAnswer(who: Somebody, { personalNumber, person }: NewPin, timeZone: string): Answer {
  const { t, language } = textsFor(person.language, timeZone);
  return {
    kind: 'done',
    language,
    name: nameOf(person),
    title: t('done.pin'),
    ...(personalNumber !== null && { note: t('yourNumber', { number: personalNumber }) }),
    later: [],
    staysFor: who,
  };
}

/** The sentence for a refusal, in this language. */
export function reasonIn(language: Language, code: string | undefined, message: string): string {
  const key = `errors:${code}` as const;
  // The codes of the contract are the keys of the area.
  const text = translatorOf(language, 'errors')(key as 'errors:not_found');
  return text === key ? message : text;
}

function workedText(
  action: string,
  entry: { checkIn: string; checkOut: string | null } | undefined,
  { t }: PersonTexts,
): string | undefined {
  if (action !== 'check-out' || !entry?.checkOut) return undefined;
  const ms = Date.parse(entry.checkOut) - Date.parse(entry.checkIn);
  return t('worked', { duration: t('common:hours', { hours: durationText(ms) }) });
}

/** What became of earlier items. */
export const laterTexts = (untold: Untold, texts: PersonTexts): string[] =>
  untold.map((item) => laterText(item, texts));

function laterText(item: Untold[number], { t, moment, language }: PersonTexts): string {
  const time = moment(item.scannedAt);
  if (item.fate.state === 'refused') {
    const { code, message } = item.fate;
    return t('later.refused', { time, reason: reasonIn(language, code, message) });
  }
  const action =
    item.kind === 'scan' && item.fate.state === 'done'
      ? t(`done.${item.fate.result.action}`)
      : t(
          item.kind === 'break'
            ? `done.break-${item.action}`
            : item.kind === 'undo'
              ? 'done.undo'
              : 'done.report',
        );
  return t('later.recorded', { time, action });
}
