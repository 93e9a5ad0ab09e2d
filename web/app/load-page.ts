import type { ComponentType } from 'react';
import { type Area, loadAreas } from '../i18n.ts';

const RELOADED_AT = 'maina-reloaded-at';
const RELOAD_AGAIN_AFTER_MS = 60_000;

/** A page's code and texts, side by side. */
export async function loadPage(
  load: () => Promise<{ Component: ComponentType }>,
  areas: readonly Area[] = [],
) {
  try {
    const [{ Component }] = await Promise.all([load(), loadAreas(areas)]);
    return { Component };
  } catch (error) {
    if (!reloadOnce()) throw error;
    // The page is being left; nothing should be drawn meanwhile.
    return await new Promise<never>(() => undefined);
  }
}

/** After a deployment the old files are gone and the new page has to be fetched; once, not in a loop. */
function reloadOnce(): boolean {
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
