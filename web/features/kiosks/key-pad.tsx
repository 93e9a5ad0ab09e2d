import { Delete } from 'lucide-react';
import { type ReactNode, useEffectEvent, useLayoutEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { PersonTexts } from './kiosk-texts.ts';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

type KeyPadProps = {
  texts: PersonTexts;
  title: string;
  text?: ReactNode;
  /** Another way, below what is typed. */
  aside?: ReactNode;
  minLength: number;
  maxLength: number;
  /** Shows a dot for each digit. */
  isSecret?: boolean;
  /** Typed before the pad opened. */
  typed?: string;
  confirmLabel: string;
  pending?: boolean;
  error?: ReactNode;
  onConfirm: (digits: string) => void;
  onCancel: () => void;
};

/** A number, typed with big keys or a keyboard. */
export function KeyPad({
  texts: { t },
  title,
  text,
  aside,
  minLength,
  maxLength,
  isSecret,
  typed = '',
  confirmLabel,
  pending,
  error,
  onConfirm,
  onCancel,
}: KeyPadProps) {
  const [digits, setDigits] = useState(typed);
  const isComplete = digits.length >= minLength;
  const add = (digit: string) => setDigits((before) => (before + digit).slice(0, maxLength));
  const remove = () => setDigits((before) => before.slice(0, -1));
  const confirm = () => {
    if (isComplete && !pending) onConfirm(digits);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (/^\d$/.test(event.key)) add(event.key);
    else if (event.key === 'Backspace') remove();
    else if (event.key === 'Escape') onCancel();
    // A focused key is pressed by Enter as well.
    else if (event.key === 'Enter') confirm();
    else return;
    event.preventDefault();
  });
  // Before the pad is painted, so that no key is lost when one replaces another.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <section
      aria-label={title}
      // On a phone on its side the digits stand beside the rest.
      className="m-auto grid w-full max-w-md gap-4 short:max-w-3xl short:grid-cols-2 short:gap-x-6"
    >
      <div className="flex flex-col gap-4 short:self-end">
        <div className="text-center">
          <h2 className="font-bold text-2xl leading-tight">{title}</h2>
          {text && <p className="mt-1 text-ink-muted">{text}</p>}
        </div>
        <p
          aria-hidden="true"
          className="figures flex min-h-16 items-center justify-center rounded-md border border-edge bg-surface font-bold text-4xl tracking-[0.2em]"
        >
          {isSecret ? '•'.repeat(digits.length) : digits}
        </p>
        <p role="status" className="sr-only">
          {t('pad.entered', { count: digits.length })}
        </p>
        <p role="alert" className="min-h-6 text-center font-medium text-destructive-text empty:hidden">
          {error}
        </p>
        {aside}
      </div>
      <div className="grid grid-cols-3 gap-3 short:col-start-2 short:row-span-2 short:row-start-1">
        {DIGITS.map((digit) => (
          <Key key={digit} label={digit} onPress={() => add(digit)}>
            {digit}
          </Key>
        ))}
        <Key label={t('pad.delete')} onPress={remove}>
          <Delete className="mx-auto size-8" aria-hidden="true" />
        </Key>
        <Key label="0" onPress={() => add('0')}>
          0
        </Key>
        <span />
      </div>
      <div className="grid grid-cols-2 gap-3 short:self-start">
        <Button size="large" variant="secondary" className="min-h-16! text-xl!" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button
          size="large"
          className="min-h-16! text-xl!"
          disabled={!isComplete}
          pending={pending}
          onClick={confirm}
        >
          {confirmLabel}
        </Button>
      </div>
    </section>
  );
}

function Key({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="figures min-h-18 rounded-md border border-edge bg-surface font-bold text-3xl hover:bg-sunken active:bg-sunken"
    >
      {children}
    </button>
  );
}
