/**
 * How to call each endpoint. The build leaves only this of the contract in pages (tools/build/short-contract.ts), so that they
 * call endpoints without loading a schema library.
 */
import type { Endpoint } from './endpoint.ts';
import { contract, type EndpointName } from './index.ts';

type Contract = typeof contract;

export const table: {
  [K in EndpointName]: Pick<Contract[K], keyof Contract[K] & keyof Route>;
} = contract;

/** How to call one endpoint, whichever it is. */
export type Route = Pick<Endpoint, 'method' | 'path' | 'access' | 'reads' | 'changes'>;
