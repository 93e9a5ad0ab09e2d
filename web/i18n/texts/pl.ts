/** The texts that every page shows. */
export const start = import.meta.glob<Record<string, unknown>>(['./common.json', './nav.json'], {
  base: '../../../locales/pl',
  import: 'default',
  eager: true,
});

export const files = import.meta.glob<Record<string, unknown>>(
  ['./*.json', '!./{common,nav,errors,mail,site,site-*}.json'],
  { base: '../../../locales/pl', import: 'default' },
);
