import type { ComponentType } from 'react';
import type { Area } from '../i18n/areas.ts';
import { loadAreas } from '../i18n/i18n.ts';
import { reloadOnce } from '../reload/reload-once.ts';

/** Loads a page's code and texts in parallel. */
export async function loadPage(
  load: () => Promise<{ Component: ComponentType }>,
  areas: readonly Area[] = [],
) {
  try {
    const [{ Component }] = await Promise.all([load(), loadAreas(areas)]);
    return { Component };
  } catch (error) {
    // After a deployment the old files are gone, so the page has to be reloaded.
    if (!reloadOnce()) throw error;
    // The page is reloading; nothing should be rendered meanwhile.
    return await new Promise<never>(() => undefined);
  }
}
