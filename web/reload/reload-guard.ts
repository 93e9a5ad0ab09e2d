/* What must not be lost by a reload: a new release is taken only when no tab holds anything (when-idle.ts). */

/** Shared by the tabs that hold something; ends with the tab, however that comes about. */
export const HELD_LOCK = 'maina-reload-held';

let holds = 0;
let lock: { giveUp: () => void; isGivenUp: Promise<unknown> } | undefined;

/** Keeps the app from reloading by itself until the function that is answered has been called. */
export function holdReload(): () => void {
  let isHolding = true;
  holds += 1;
  if (holds === 1) takeLock();
  return () => {
    if (!isHolding) return;
    isHolding = false;
    holds -= 1;
    if (holds === 0) void giveUpLock();
  };
}

export const isReloadHeld = (): boolean => holds > 0;

/** Other tabs need not wait for this one, whatever it holds. */
export async function giveUpLock(): Promise<void> {
  lock?.giveUp();
  await lock?.isGivenUp;
}

function takeLock(): void {
  if (!navigator.locks) return;
  let giveUp = () => {};
  const given = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  lock = { giveUp, isGivenUp: navigator.locks.request(HELD_LOCK, { mode: 'shared' }, () => given) };
}
