/* What must not be lost by a reload: a new release is taken only when nothing is held (when-idle.ts). */

let holds = 0;

/** Keeps the page from reloading by itself until the function that is answered has been called. */
export function holdReload(): () => void {
  let isHolding = true;
  holds += 1;
  return () => {
    if (isHolding) holds -= 1;
    isHolding = false;
  };
}

export const isReloadHeld = (): boolean => holds > 0;
