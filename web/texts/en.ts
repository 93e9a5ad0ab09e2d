export const files = import.meta.glob<Record<string, unknown>>(
  ['../../locales/en/*.json', '!../../locales/*/{errors,mail,site,site-*}.json'],
  { import: 'default' },
);
