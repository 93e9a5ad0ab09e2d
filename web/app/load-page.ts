import type { ComponentType } from 'react';
import type { Area } from '../i18n/areas.ts';
import { loadAreas } from '../i18n/i18n.ts';
import { reloadOnce } from '../reload/reload-once.ts';

let isMissing = false;

/** Reloads if the code of the page asked for could not be loaded: the router would go on showing that failure. */
export function reloadMissingPage(): void {
  if (isMissing) location.reload();
}

/** Loads a page's code and texts in parallel. */
export async function loadPage(
  load: () => Promise<{ Component: ComponentType }>,
  areas: readonly Area[] = [],
) {
  try {
    const [{ Component }] = await Promise.all([load(), loadAreas(areas)]);
    isMissing = false;
    return { Component };
  } catch (error) {
    isMissing = true;
    // After a deployment the old files are gone, so the page has to be reloaded.
    if (!reloadOnce()) throw error;
    // The page is reloading; nothing should be rendered meanwhile.
    return await new Promise<never>(() => undefined);
  }
}
