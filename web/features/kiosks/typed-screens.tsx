import { useState } from 'react';
import { ApiError } from '#web/call/request.ts';
import { kioskState, type NewPin } from '#web/recording/kiosk-runner.ts';
import { Button } from '#web/ui/button.tsx';
import { KeyPad } from './key-pad.tsx';
import type { PersonTexts } from './kiosk-texts.ts';

const PIN = { minLength: 4, maxLength: 6, isSecret: true };

type NumberScreenProps = {
  texts: PersonTexts;
  /** What it is for; undefined for a check-in or check-out. */
  title: string | undefined;
  typed: string;
  onDone: (personalNumber: string, pin: string) => void;
  /** For somebody who has none. */
  onNewPin: () => void;
  onCancel: () => void;
};

/** Employee number, then PIN. */
export function NumberScreen({ texts, title, typed, onDone, onNewPin, onCancel }: NumberScreenProps) {
  const { t } = texts;
  const [number, setNumber] = useState<string>();
  if (number === undefined) {
    return (
      <KeyPad
        key="number"
        texts={texts}
        title={t('pad.number')}
        text={title}
        minLength={1}
        maxLength={10}
        typed={typed}
        aside={
          <Button variant="ghost" onClick={onNewPin}>
            {t('newPin')}
          </Button>
        }
        confirmLabel={t('pad.next')}
        onConfirm={setNumber}
        onCancel={onCancel}
      />
    );
  }
  return (
    <KeyPad
      key="pin"
      {...PIN}
      texts={texts}
      title={t('pad.pin')}
      text={title}
      confirmLabel={t('pad.confirm')}
      onConfirm={(pin) => onDone(number, pin)}
      onCancel={onCancel}
    />
  );
}

type NewPinScreenProps = {
  texts: PersonTexts;
  name: string | undefined;
  /** Answers with the person and their number, if it is told. Throws the server's refusal. */
  onChoose: (pin: string, currentPin: string | undefined) => Promise<NewPin>;
  reasonOf: (code: string | undefined, message: string) => string;
  onDone: (chosen: NewPin) => void;
  onCancel: () => void;
};

/** A new PIN, twice; people who have one are asked for it. */
export function NewPinScreen({ texts, name, onChoose, reasonOf, onDone, onCancel }: NewPinScreenProps) {
  const { t } = texts;
  const [first, setFirst] = useState<string>();
  const [asksCurrent, setAsksCurrent] = useState(false);
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);
  const startAgain = (reason: string) => {
    setFirst(undefined);
    setAsksCurrent(false);
    setError(reason);
  };
  const choose = async (pin: string, currentPin?: string) => {
    setPending(true);
    try {
      onDone(await onChoose(pin, currentPin));
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      if (refusal.code === 'pin_exists') setAsksCurrent(true);
      else
        startAgain(
          refusal.code === 'network' ? t('needsConnection') : reasonOf(refusal.code, refusal.message),
        );
    } finally {
      setPending(false);
    }
  };
  if (first === undefined) {
    return (
      <KeyPad
        key="first"
        {...PIN}
        texts={texts}
        title={t('pad.newPin')}
        text={name}
        error={error}
        confirmLabel={t('pad.next')}
        onConfirm={setFirst}
        onCancel={onCancel}
      />
    );
  }
  if (asksCurrent) {
    return (
      <KeyPad
        key="current"
        {...PIN}
        texts={texts}
        title={t('pad.currentPin')}
        text={name}
        pending={isPending}
        confirmLabel={t('pad.confirm')}
        onConfirm={(currentPin) => void choose(first, currentPin)}
        onCancel={onCancel}
      />
    );
  }
  return (
    <KeyPad
      key="second"
      {...PIN}
      texts={texts}
      title={t('pad.again')}
      text={name}
      pending={isPending}
      confirmLabel={t('pad.confirm')}
      onConfirm={(pin) => (pin === first ? void choose(pin) : startAgain(t('pad.different')))}
      onCancel={onCancel}
    />
  );
}

type LeaveScreenProps = {
  texts: PersonTexts;
  canLeave: boolean;
  /** Throws the server's refusal. */
  onLeave: (pin: string) => Promise<void>;
  onCancel: () => void;
};

/** The device's PIN, which ends the kiosk. */
export function LeaveScreen({ texts, canLeave, onLeave, onCancel }: LeaveScreenProps) {
  const { t } = texts;
  const [refused, setRefused] = useState<{ times: number; reason?: string }>({ times: 0 });
  const [isPending, setPending] = useState(false);
  const { waiting } = kioskState();
  const leave = async (pin: string) => {
    setPending(true);
    try {
      await onLeave(pin);
    } catch (refusal) {
      const isWrong = refusal instanceof ApiError && refusal.code === 'pin_wrong';
      const message = refusal instanceof ApiError ? refusal.message : t('common:unexpectedError');
      const reason = isWrong ? t('leaving.wrongPin') : message;
      setRefused(({ times }) => ({ times: times + 1, reason }));
      setPending(false);
    }
  };
  if (!canLeave) {
    return (
      <section aria-label={t('leaving.title')} className="m-auto flex max-w-md flex-col gap-4 text-center">
        <h2 className="font-bold text-2xl">{t('leaving.title')}</h2>
        <p className="text-lg">{t('leaving.noPin')}</p>
        <Button size="large" variant="secondary" onClick={onCancel}>
          {t('common:back')}
        </Button>
      </section>
    );
  }
  return (
    <KeyPad
      key={refused.times}
      {...PIN}
      texts={texts}
      title={`${t('leaving.title')} ${t('pad.devicePin')}`}
      text={[t('leaving.text'), waiting > 0 && t('leaving.waiting', { count: waiting })]
        .filter(Boolean)
        .join(' ')}
      error={refused.reason}
      pending={isPending}
      confirmLabel={t('leave')}
      onConfirm={(pin) => void leave(pin)}
      onCancel={onCancel}
    />
  );
}
