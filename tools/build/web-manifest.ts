/* The web app manifest, one for each language: https://www.w3.org/TR/appmanifest/ */
import { readFileSync } from 'node:fs';
import { type Language, LOCALES } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import SIZES from '../../web/site/picture-sizes.json' with { type: 'json' };

/** The manifest of the installed app. The id is the same in every language, because it is one app. */
export function webManifest(language: Language): string {
  const { appDescription } = textsOf(language, 'common');
  const { scan } = textsOf(language, 'time-tracking');
  const { pages } = textsOf(language, 'nav');
  const { meta, shots } = textsOf(language, 'site');
  return JSON.stringify({
    id: '/',
    name: meta.landing.title.replace('{{product}}', PRODUCT_NAME),
    short_name: PRODUCT_NAME,
    description: appDescription,
    lang: LOCALES[language],
    dir: 'ltr',
    // Redirects signed-in users to their home page.
    start_url: pathFor('auth', language),
    // Covers every language prefix, because the language can be changed.
    scope: '/',
    display: 'standalone',
    theme_color: '#fcfaf6',
    background_color: '#fcfaf6',
    categories: ['business', 'productivity'],
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('icon-maskable-192', 192, 'maskable'),
      icon('icon-maskable-512', 512, 'maskable'),
    ],
    screenshots: [
      screenshot('dashboard', language, 'wide', shots.dashboard),
      screenshot('months', language, 'wide', shots.months),
      screenshot('time-tracking', language, 'narrow', shots['time-tracking']),
    ],
    shortcuts: [
      { name: scan, url: pathFor('scan', language), icons: [icon('shortcut-scan', 192, 'any')] },
      {
        name: pages.messages,
        url: pathFor('messages', language),
        icons: [icon('shortcut-messages', 192, 'any')],
      },
    ],
  });
}

const icon = (name: string, side: number, purpose: 'any' | 'maskable') => ({
  src: `/${name}.png`,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose,
});

const screenshot = (
  name: 'dashboard' | 'months' | 'time-tracking',
  language: Language,
  formFactor: 'wide' | 'narrow',
  label: string,
) => {
  const { width, height } = SIZES[language][name];
  return {
    src: `/site/${name}.${language}.light.webp`,
    sizes: `${width}x${height}`,
    type: 'image/webp',
    form_factor: formFactor,
    label,
  };
};

function textsOf(language: Language, area: string) {
  return JSON.parse(readFileSync(new URL(`../../locales/${language}/${area}.json`, import.meta.url), 'utf8'));
}
