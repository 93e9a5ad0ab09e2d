import { use, useSyncExternalStore } from 'react';
import type { Area } from './areas.ts';
import { areaAttempt, currentLanguage, onLanguageChange, type Translate, translatorOf } from './i18n.ts';

type First<Areas> = Areas extends readonly [infer A extends Area, ...unknown[]] ? A : Areas;

/**
 * Texts for a component: `const { t } = useTranslation('time-tracking')` (docs/web.md). Keys without an area are those of
 * the first one. Suspends until the areas are loaded; `t` stays the same until the language changes.
 */
export function useTranslation<const Areas extends Area | readonly [Area, ...Area[]] = 'common'>(
  areas?: Areas,
): { t: Translate<First<Areas> & Area> } {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage, currentLanguage);
  const list: readonly Area[] = typeof areas === 'string' ? [areas] : (areas ?? ['common']);
  // On every render, also of what is loaded: React replays a suspended first render, and recognizes it as such by this call.
  for (const area of list) use(areaAttempt(language, area));
  return { t: translatorOf(language, list[0] ?? 'common') as Translate<First<Areas> & Area> };
}
