import { type ReactNode, useState } from 'react';
import type { MissingCheckOut } from '#contract/time-tracking.ts';
import { durationText } from '#domain/apportion.ts';
import { instantsBetween } from '#domain/wall-clock.ts';
import { serverNow } from '#web/call/server-clock.ts';
import { nameOf, type Repetition } from '#web/recording/kiosk-runner.ts';
import { Button } from '#web/ui/button.tsx';
import { KeyPad } from './key-pad.tsx';
import type { PersonTexts } from './kiosk-texts.ts';

const MINUTE_MS = 60_000;

type QuestionScreenProps = {
  question: MissingCheckOut;
  name: string | undefined;
  texts: PersonTexts;
  timeZone: string;
  pending: boolean;
  error: ReactNode;
  onAnswer: (leftAt: string) => void;
  onCancel: () => void;
};

/** "When did you leave?": the proposals and the present on big keys, or a time on the key pad. */
export function QuestionScreen({
  question,
  name,
  texts,
  timeZone,
  pending,
  error,
  onAnswer,
  onCancel,
}: QuestionScreenProps) {
  const { t, moment, time } = texts;
  const { checkIn, latestEnd, location, proposals } = question;
  const [isTyping, setTyping] = useState(false);
  /** Two where the clock shows the typed time twice. */
  const [found, setFound] = useState<string[]>([]);
  const [isOutside, setOutside] = useState(false);
  const latest = new Date(Math.min(Date.parse(latestEnd), serverNow())).toISOString();
  const now = new Date(Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS).toISOString();
  const durationTo = (at: string) =>
    t('common:hours', { hours: durationText(Date.parse(at) - Date.parse(checkIn)) });

  if (isTyping && found.length === 0) {
    return (
      <KeyPad
        texts={texts}
        title={t('missing.typeTime')}
        minLength={4}
        maxLength={4}
        confirmLabel={t('pad.next')}
        error={isOutside && t('missing.outside', { from: moment(checkIn), to: moment(latest) })}
        onCancel={() => setTyping(false)}
        onConfirm={(digits) => {
          const typed = `${digits.slice(0, 2)}:${digits.slice(2)}`;
          const instants = instantsBetween(checkIn, latest, typed, timeZone).map((at) => at.toISOString());
          setFound(instants);
          setOutside(instants.length === 0);
        }}
      />
    );
  }
  return (
    <section aria-labelledby="question" className="m-auto flex w-full max-w-xl flex-col gap-4">
      <div>
        {name && <p className="font-semibold text-xl">{name}</p>}
        <h2 id="question" className="font-bold text-3xl leading-tight">
          {t('missing.title')}
        </h2>
        <p className="figures mt-1 text-ink-muted text-lg">
          {t('missing.since', { time: moment(checkIn), location: location.name })}
        </p>
      </div>
      {found.length > 0 ? (
        found.map((at) => (
          <Choice
            key={at}
            pending={pending}
            title={moment(at)}
            text={durationTo(at)}
            onPress={() => onAnswer(at)}
          />
        ))
      ) : (
        <>
          {proposals.map(({ kind, at }) => (
            <Choice
              key={kind}
              pending={pending}
              title={moment(at)}
              text={`${t(`missing.proposals.${kind}`)} · ${durationTo(at)}`}
              onPress={() => onAnswer(at)}
            />
          ))}
          {now <= latestEnd && (
            <Choice
              pending={pending}
              title={time(now)}
              text={t('missing.now')}
              onPress={() => onAnswer(now)}
            />
          )}
          <Button size="large" variant="secondary" className="min-h-18!" onClick={() => setTyping(true)}>
            {t('missing.other')}
          </Button>
        </>
      )}
      <p role="alert" className="font-medium text-destructive-text empty:hidden">
        {error}
      </p>
      <p className="text-ink-muted">{t('missing.estimate')}</p>
      <Button size="large" variant="ghost" onClick={found.length > 0 ? () => setFound([]) : onCancel}>
        {t(found.length > 0 ? 'common:back' : 'common:cancel')}
      </Button>
    </section>
  );
}

type RepeatedScreenProps = {
  asked: Repetition;
  texts: PersonTexts;
  onConfirm: () => void;
  onCancel: () => void;
};

/** "You started at 07:00. Finish?" for a badge that is shown again so soon that it may be a slip. */
export function RepeatedScreen({ asked, texts: { t, time }, onConfirm, onCancel }: RepeatedScreenProps) {
  const { action, at, person } = asked;
  const name = nameOf(person);
  const kind = action ?? 'unknown';
  return (
    <section
      aria-labelledby="repeated"
      className="m-auto flex w-full max-w-2xl flex-col gap-6 text-center short:gap-4"
    >
      <div>
        {name && <p className="hyphens-auto font-bold text-5xl leading-tight short:text-3xl">{name}</p>}
        <h2
          id="repeated"
          className="figures mt-3 text-balance font-bold text-4xl leading-tight short:text-3xl"
        >
          {t(`repeated.${kind}.title`, { time: time(at) })}
        </h2>
      </div>
      {/* The likelier answer first: a lanyard came into sight again. */}
      <div className="grid gap-4 sm:grid-cols-2">
        <Button size="large" className="min-h-24! text-2xl!" onClick={onCancel}>
          {t(`repeated.${kind}.no`)}
        </Button>
        <Button size="large" variant="secondary" className="min-h-24! text-2xl!" onClick={onConfirm}>
          {t(`repeated.${kind}.yes`)}
        </Button>
      </div>
    </section>
  );
}

type ChoiceProps = { title: string; text: string; pending: boolean; onPress: () => void };

function Choice({ title, text, pending, onPress }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-disabled={pending}
      onClick={() => !pending && onPress()}
      className="flex min-h-18 flex-wrap items-center justify-between gap-x-4 rounded-md border border-edge bg-surface px-5 py-3 text-left hover:bg-sunken"
    >
      <span className="figures font-bold text-2xl">{title}</span>
      <span className="figures text-ink-muted text-lg">{text}</span>
    </button>
  );
}
