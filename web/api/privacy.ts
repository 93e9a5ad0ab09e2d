import { query } from './query.ts';

/** The facts for the employees' privacy notice; only for administrators. */
export const privacyFactsQuery = query('getPrivacyFacts');
