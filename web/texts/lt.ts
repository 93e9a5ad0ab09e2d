export const files = import.meta.glob<Record<string, unknown>>(
  ['../../locales/lt/*.json', '!../../locales/*/{errors,mail,site,site-*}.json'],
  { import: 'default' },
);
