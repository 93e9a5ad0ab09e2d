import { useEffect, useState, useSyncExternalStore } from 'react';

/** `insecure`: browsers give access to the camera on HTTPS pages only. `stopped`: it worked and was then lost. */
export type CameraProblem = 'insecure' | 'denied' | 'missing' | 'busy' | 'stopped';

export type Camera =
  | { status: 'starting' }
  | { status: 'live'; stream: MediaStream; track: MediaStreamTrack }
  | { status: 'failed'; problem: CameraProblem };

/** Which camera to prefer: the one at the back, or the one beside the screen. */
export type Facing = 'environment' | 'user';

/** A camera, on while the component is mounted and the page is visible; `retry` requests it again. */
export function useCamera(facing: Facing = 'environment'): Camera & { retry: () => void } {
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible);
  const [attempt, setAttempt] = useState(0);
  const [camera, setCamera] = useState<Camera>({ status: 'starting' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts the camera again.
  useEffect(() => {
    if (!isVisible) return;
    let isWanted = true;
    let opened: MediaStream | undefined;
    setCamera({ status: 'starting' });
    openCamera(facing).then(
      ({ stream, track }) => {
        // The page was left while the browser asked for permission.
        if (!isWanted) return stop(stream);
        opened = stream;
        // Not fired by our own `stop`: another app, an unplugged camera, a locked phone.
        track.addEventListener('ended', () => {
          if (isWanted) setCamera({ status: 'failed', problem: 'stopped' });
        });
        setCamera({ status: 'live', stream, track });
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

  return { ...camera, retry: () => setAttempt((count) => count + 1) };
}

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
