/**
 * How each endpoint is reached. The build gives pages only this of the contract (vite.config.ts), so that they call endpoints
 * without loading a schema library.
 */
import type { Endpoint } from './endpoint.ts';
import { contract, type EndpointName } from './index.ts';

type Contract = typeof contract;

export const table: {
  [K in EndpointName]: Pick<Contract[K], keyof Contract[K] & keyof Route>;
} = contract;

/** Of an endpoint of any name. */
export type Route = Pick<Endpoint, 'method' | 'path' | 'access' | 'reads'>;
