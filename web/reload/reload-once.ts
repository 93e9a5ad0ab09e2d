const RELOADED_AT = 'maina-reloaded-at';
const RELOAD_AGAIN_AFTER_MS = 60_000;

/** Reloads the page. Returns false when it reloaded within the last minute, is offline, or has no session storage. */
export function reloadOnce(): boolean {
  if (!navigator.onLine) return false;
  try {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT));
    if (Date.now() - reloadedAt < RELOAD_AGAIN_AFTER_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  } catch {
    // Without storage a reload loop could not be detected.
    return false;
  }
  location.reload();
  return true;
}
