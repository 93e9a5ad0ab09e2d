import { useEffect, useSyncExternalStore } from 'react';
import { changeLanguage } from '#web/i18n/i18n.ts';
import { type KioskState, kioskState, onKioskChange, startKiosk } from '#web/recording/kiosk-runner.ts';
import { loadAllTexts } from './kiosk-texts.ts';

/** Runs the kiosk while mounted: in the company's language, and on a screen that does not go dark. */
export function useKiosk(): KioskState {
  const state = useSyncExternalStore(onKioskChange, kioskState);
  useEffect(startKiosk, []);
  useEffect(() => void loadAllTexts(), []);
  useEffect(keepAwake, []);
  const language = state.kiosk?.language;
  useEffect(() => {
    // Without a connection it stays in the language it has.
    if (language) changeLanguage(language).catch(() => undefined);
  }, [language]);
  return state;
}

/** Keeps the screen on; the browser releases the lock whenever the page is hidden. */
function keepAwake(): () => void {
  let isOver = false;
  let lock: WakeLockSentinel | undefined;
  const request = async () => {
    if (document.visibilityState !== 'visible') return;
    // Refused on a low battery, and missing in some browsers: the device's own settings apply.
    const granted = await navigator.wakeLock?.request('screen').catch(() => undefined);
    if (isOver) void granted?.release();
    else lock = granted;
  };
  void request();
  document.addEventListener('visibilitychange', request);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', request);
    void lock?.release();
  };
}
