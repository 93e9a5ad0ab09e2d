/* Holds that keep a page from reloading: a new release is applied only when no tab holds one (when-idle.ts). */

/** A Web Lock shared by the tabs that hold something; the browser releases it when a tab ends. */
export const HELD_LOCK = 'maina-reload-held';

let holds = 0;
let lock: { giveUp: () => void; isGivenUp: Promise<unknown> } | undefined;

/** Keeps the app from reloading automatically until the returned function is called. */
export function holdReload(): () => void {
  let isHolding = true;
  holds += 1;
  if (holds === 1) takeLock();
  return () => {
    if (!isHolding) return;
    isHolding = false;
    holds -= 1;
    if (holds === 0) void releaseLock();
  };
}

export const isReloadHeld = (): boolean => holds > 0;

/** Releases this tab's lock, so that other tabs no longer wait for it. */
export async function releaseLock(): Promise<void> {
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
