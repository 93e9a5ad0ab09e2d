export const files = import.meta.glob<Record<string, unknown>>(
  ['./*.json', '!./{errors,mail,site,site-*}.json'],
  { base: '../../../locales/en', import: 'default' },
);
