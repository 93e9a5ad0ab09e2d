const RELOADED_AT = 'maina-reloaded-at';
const RELOAD_AGAIN_AFTER_MS = 60_000;

/** Loads the page afresh unless it has just done so: false then, and where that could not help. */
export function reloadOnce(): boolean {
  if (!navigator.onLine) return false;
  try {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT));
    if (Date.now() - reloadedAt < RELOAD_AGAIN_AFTER_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  } catch {
    // Without storage nobody would know that it has reloaded before.
    return false;
  }
  location.reload();
  return true;
}
