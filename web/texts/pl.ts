export const files = import.meta.glob<Record<string, unknown>>(
  ['../../locales/pl/*.json', '!../../locales/*/{errors,mail,site,site-*}.json'],
  { import: 'default' },
);
