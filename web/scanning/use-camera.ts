import { useEffect, useState, useSyncExternalStore } from 'react';

/**
 * `insecure`: browsers give access to the camera on HTTPS pages only. `stopped`: it worked and was then lost, or gives no
 * picture, as on an iPhone after a call.
 */
export type CameraProblem = 'insecure' | 'denied' | 'missing' | 'busy' | 'stopped';

export type Camera =
  | { status: 'starting' }
  | { status: 'live'; stream: MediaStream; track: MediaStreamTrack }
  | { status: 'failed'; problem: CameraProblem };

/** Which camera to prefer: the one at the back, or the one beside the screen. */
export type Facing = 'environment' | 'user';

/** What passes by itself, as when a call ends. */
const PASSING: readonly CameraProblem[] = ['stopped', 'busy'];
const ASK_AGAIN_MS = 5000;

/** A camera, on while mounted and visible. `retry` requests it again; some problems retry by themselves. */
export function useCamera(facing: Facing = 'environment'): Camera & { retry: () => void } {
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible);
  const [attempt, setAttempt] = useState(0);
  const [camera, setCamera] = useState<Camera>({ status: 'starting' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts the camera again.
  useEffect(() => {
    if (!isVisible) return;
    let isWanted = true;
    let opened: MediaStream | undefined;
    // The problem stays on screen until it has passed.
    setCamera((before) => (hasPassingProblem(before) ? before : { status: 'starting' }));
    openCamera(facing).then(
      ({ stream, track }) => {
        // The page was left while the browser asked for permission.
        if (!isWanted) return stop(stream);
        opened = stream;
        let hasEnded = false;
        const showState = () => {
          if (!isWanted) return;
          const isLive = !hasEnded && !track.muted;
          setCamera(isLive ? { status: 'live', stream, track } : { status: 'failed', problem: 'stopped' });
        };
        // Not fired by our own `stop`: another app, an unplugged camera, a locked phone; a call only mutes it.
        track.addEventListener('ended', () => {
          hasEnded = true;
          showState();
        });
        for (const name of ['mute', 'unmute']) track.addEventListener(name, showState);
        showState();
      },
      (error: unknown) => {
        if (isWanted) setCamera({ status: 'failed', problem: problemOf(error) });
      },
    );
    return () => {
      isWanted = false;
      if (opened) stop(opened);
    };
  }, [isVisible, facing, attempt]);

  useEffect(() => {
    if (!isVisible || !hasPassingProblem(camera)) return;
    const timer = setTimeout(() => setAttempt((count) => count + 1), ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isVisible, camera]);

  const retry = () => {
    setCamera({ status: 'starting' });
    setAttempt((count) => count + 1);
  };
  return { ...camera, retry };
}

const hasPassingProblem = (camera: Camera) => camera.status === 'failed' && PASSING.includes(camera.problem);

function subscribeToVisibility(notify: () => void) {
  document.addEventListener('visibilitychange', notify);
  return () => document.removeEventListener('visibilitychange', notify);
}

const isPageVisible = () => document.visibilityState === 'visible';

async function openCamera(facing: Facing) {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: facing }, width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  const [track] = stream.getVideoTracks();
  if (!track) throw new DOMException('No picture', 'NotFoundError');
  return { stream, track };
}

function stop(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop();
}

function problemOf(error: unknown): CameraProblem {
  // Without HTTPS, `mediaDevices` is undefined.
  if (!window.isSecureContext) return 'insecure';
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy';
  return 'missing';
}
