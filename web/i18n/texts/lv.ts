import type { Texts } from '../texts.ts';

export const start = import.meta.glob<Texts>(['./common.json', './nav.json', './pwa.json'], {
  base: '../../../locales/lv',
  import: 'default',
  eager: true,
});

export const files = import.meta.glob<Texts>(
  ['./*.json', '!./{common,nav,pwa,absence-codes,answers,holidays,mail,sheets,site,site-*}.json'],
  {
    base: '../../../locales/lv',
    import: 'default',
  },
);
