import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type CodeReader, grabFrame, openCodeReader } from './code-reader.ts';

/** At most 15 frames a second, one at a time; 8 where it reads all day. */
const MIN_FRAME_INTERVAL_MS = 67;
const MIN_CONTINUOUS_INTERVAL_MS = 125;
/** A code that was out of sight for this long is shown again. */
const AWAY_MS = 2000;

type Status = 'loading' | 'ready' | 'failed';

type Options = {
  video: RefObject<HTMLVideoElement | null>;
  /** Whether to look for codes now; after the first one found, it pauses until this turns true again. */
  isReading: boolean;
  /** Goes on reading instead: each code counts once until it is out of sight or another one is shown. */
  isContinuous?: boolean;
  onCode: (text: string) => void;
};

/** Looks for QR codes in the video; the decoder exists as long as the component. */
export function useCodeReader({ video, isReading, isContinuous = false, onCode }: Options): {
  status: Status;
  retry: () => void;
} {
  const inSight = useRef({ text: '', seenAt: Number.NEGATIVE_INFINITY });
  const reader = useRef<CodeReader>(null);
  const [status, setStatus] = useState<Status>('loading');
  const [attempt, setAttempt] = useState(0);
  const found = useEffectEvent(onCode);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads the decoder again.
  useEffect(() => {
    const opened = openCodeReader();
    reader.current = opened;
    setStatus('loading');
    return () => {
      reader.current = null;
      opened.close();
    };
  }, [attempt]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads with the new decoder.
  useEffect(() => {
    if (!isReading) return;
    let isStopped = false;

    async function readFrames() {
      while (!isStopped) {
        const startedAt = performance.now();
        const frame = video.current && (await grabFrame(video.current));
        if (frame && reader.current) {
          const text = await reader.current.read(frame);
          if (isStopped) return;
          setStatus('ready');
          if (text && !isContinuous) return found(text);
          if (text) foundAgain(text);
        }
        const intervalMs = isContinuous ? MIN_CONTINUOUS_INTERVAL_MS : MIN_FRAME_INTERVAL_MS;
        const restMs = intervalMs - (performance.now() - startedAt);
        await new Promise((resolve) => setTimeout(resolve, restMs));
      }
    }

    function foundAgain(text: string) {
      const last = inSight.current;
      const isNew = last.text !== text || performance.now() - last.seenAt > AWAY_MS;
      inSight.current = { text, seenAt: performance.now() };
      if (isNew) found(text);
    }

    readFrames().catch(() => {
      if (!isStopped) setStatus('failed');
    });
    return () => {
      isStopped = true;
    };
  }, [isReading, isContinuous, attempt, video]);

  return { status, retry: () => setAttempt((count) => count + 1) };
}
