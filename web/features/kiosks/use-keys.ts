import { useEffect, useEffectEvent, useState } from 'react';
import { badgeAtEnd } from '#domain/badge-code.ts';
import { newKeyReader } from '#web/scanning/key-reader.ts';

const ABANDONED_MS = 30_000;
/** A whole badge was typed and nothing followed: its reader sends no Enter. */
const ENDED_MS = 300;

/** Calls back when nobody has touched the screen or a key for half a minute. */
export function useAbandoned(isOff: boolean, onAbandoned: () => void) {
  const abandon = useEffectEvent(onAbandoned);
  useEffect(() => {
    if (isOff) return;
    let timer: ReturnType<typeof setTimeout>;
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => abandon(), ABANDONED_MS);
    };
    restart();
    for (const name of ['pointerdown', 'keydown'] as const) document.addEventListener(name, restart);
    return () => {
      clearTimeout(timer);
      for (const name of ['pointerdown', 'keydown'] as const) document.removeEventListener(name, restart);
    };
  }, [isOff]);
}

type KeysOptions = {
  isIdle: boolean;
  onRead: (texts: string[]) => void;
  /** A digit typed while nothing is on screen. */
  onDigit: (digit: string) => void;
};

/** Barcode readers that type, and digits that open the key pad. */
export function useKeys({ isIdle, onRead, onDigit }: KeysOptions) {
  const [reader] = useState(newKeyReader);
  const finish = useEffectEvent(() => onRead(reader.finish()));
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const found = reader.take(event);
    const isInField = event.target instanceof Element && event.target.matches('textarea, input');
    if (found && (!isInField || found.length === 0 || found.some(badgeAtEnd))) {
      // Otherwise Enter presses the button that has the focus, and Tab moves on.
      event.preventDefault();
      event.stopImmediatePropagation();
      if (found.length > 0) onRead(found);
    } else if (isIdle && /^\d$/.test(event.key) && !reader.isReading()) {
      event.stopImmediatePropagation();
      onDigit(event.key);
    }
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const listen = (event: KeyboardEvent) => {
      clearTimeout(timer);
      onKey(event);
      if (reader.isComplete()) timer = setTimeout(() => finish(), ENDED_MS);
    };
    document.addEventListener('keydown', listen, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', listen, { capture: true });
    };
  }, [reader]);
}
