import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type CodeReader, grabFrame, openCodeReader } from './code-reader.ts';

/** At most 15 frames a second, one at a time. */
const MIN_FRAME_INTERVAL_MS = 67;

type Status = 'loading' | 'ready' | 'failed';

type Options = {
  video: RefObject<HTMLVideoElement | null>;
  /** Whether to look for codes now; after the first one found, it pauses until this turns true again. */
  isReading: boolean;
  onCode: (text: string) => void;
};

/** Looks for QR codes in the video; the decoder exists as long as the component. */
export function useCodeReader({ video, isReading, onCode }: Options): { status: Status; retry: () => void } {
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
          if (text) return found(text);
        }
        const restMs = MIN_FRAME_INTERVAL_MS - (performance.now() - startedAt);
        await new Promise((resolve) => setTimeout(resolve, restMs));
      }
    }

    readFrames().catch(() => {
      if (!isStopped) setStatus('failed');
    });
    return () => {
      isStopped = true;
    };
  }, [isReading, attempt, video]);

  return { status, retry: () => setAttempt((count) => count + 1) };
}
