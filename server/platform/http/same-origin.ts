import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const readOnly = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a state-changing request that another site made a browser send (decisions.md §4). Programs other than
 * browsers send neither header.
 */
export function refuseForeignOrigin(request: FastifyRequest, ownOrigin: string): void {
  if (readOnly.has(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const isForeign =
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && origin !== ownOrigin);
  if (isForeign) throw new AppError('cross_site_request');
}
