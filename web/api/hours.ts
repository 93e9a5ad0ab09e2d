import type { EndpointInput } from '#contract/index.ts';
import { query } from './query.ts';

/** Both dates are inclusive, in company time. Without `userId`, the whole company; only for administrators. */
export type ExplainedPeriod = EndpointInput<'explainHours'>['query'];

/** How the hours of a period were computed; as fresh as the total that it explains. */
export const hoursExplanationQuery = (period: ExplainedPeriod) => query('explainHours', { query: period });
