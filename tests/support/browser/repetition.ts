import { LANGUAGES, type Language } from '#domain/languages.ts';

/** Cases that repeat a rule, for `npm run test:full` alone. Empty before a commit. */
export const inFullRun = <T>(...cases: T[]): T[] => (process.env.TEST_FULL === 'true' ? cases : []);

/** The language a test runs in before a commit, and all others in the full run. */
export const eachLanguage = (first: Language): Language[] => [
  first,
  ...inFullRun(...LANGUAGES.filter((language) => language !== first)),
];
