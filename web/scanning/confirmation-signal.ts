/* Vibration and sound after a scan: people in gloves do not always look at the phone. */
import type { ScanResult } from '#contract/time-tracking.ts';

const STORED_AS = 'maina-muted';

let isSilent = readStored();

function readStored(): boolean {
  try {
    return localStorage.getItem(STORED_AS) === 'true';
  } catch {
    return false;
  }
}

export function isMuted(): boolean {
  return isSilent;
}

/** Kept on this device. */
export function setMuted(isToBeSilent: boolean): void {
  isSilent = isToBeSilent;
  try {
    localStorage.setItem(STORED_AS, String(isToBeSilent));
  } catch {
    // Storage may be disabled: then the choice lasts until the page is left.
  }
}

let audio: AudioContext | undefined;
/** Signals that are waiting for the context or being heard. */
let signals = 0;

/** A running context keeps a processor busy with silence: on a kiosk, all day. */
function rest(): void {
  if (signals === 0) void audio?.suspend();
}

/** Call it in a click handler: browsers play no sound before one, and a scan is not a click. */
export function allowSound(): void {
  try {
    audio ??= new AudioContext();
    void audio.resume().then(rest, () => undefined);
  } catch {
    // Without an audio device, the screen and the vibration are enough.
  }
}

type Signal = { tonesHz: number[]; vibrationMs: number[] };

/** Rising for a check-in, falling for a check-out. */
const SIGNALS: Record<ScanResult['action'], Signal> = {
  'check-in': { tonesHz: [660, 880], vibrationMs: [180] },
  'location-switch': { tonesHz: [660, 880], vibrationMs: [180] },
  'check-out': { tonesHz: [660, 495], vibrationMs: [90, 80, 90] },
};

const TONE_S = 0.12;
const VOLUME = 0.25;
/** A signal that could not start by then is not played. */
const LATEST_MS = 1000;

/** Browsers that can vibrate do so only on a page that somebody has touched, and log an error otherwise. */
export function vibrate(pattern: number | number[]): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

export function signalScan(action: ScanResult['action']): void {
  const { tonesHz, vibrationMs } = SIGNALS[action];
  vibrate(vibrationMs);
  if (isSilent || !audio) return;
  const context = audio;
  const askedAt = performance.now();
  signals += 1;
  const end = () => {
    signals -= 1;
    rest();
  };
  const play = () => {
    // Where sound is allowed only later, nobody would know what it is about.
    if (performance.now() - askedAt > LATEST_MS) return end();
    const tones = tonesHz.map((frequencyHz, index) => playTone(context, frequencyHz, index * TONE_S));
    tones.at(-1)?.addEventListener('ended', end);
  };
  void context.resume().then(play, end);
}

function playTone(context: AudioContext, frequencyHz: number, delayS: number): OscillatorNode {
  const startsAt = context.currentTime + delayS;
  const oscillator = new OscillatorNode(context, { frequency: frequencyHz });
  // The fade-out prevents a click at the end.
  const volume = new GainNode(context, { gain: VOLUME });
  volume.gain.setValueAtTime(VOLUME, startsAt);
  volume.gain.exponentialRampToValueAtTime(0.001, startsAt + TONE_S);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(startsAt);
  oscillator.stop(startsAt + TONE_S);
  return oscillator;
}
