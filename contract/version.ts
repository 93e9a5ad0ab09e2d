/**
 * Incremented when pages of the previous release cannot work with this server: a field or an endpoint was removed or
 * changed its meaning. Additions do not increment it (docs/web.md).
 */
export const CONTRACT_VERSION = 1;
/** The header in which our own pages send the version they were built for; other programs send none. */
export const CONTRACT_VERSION_HEADER = 'x-contract-version';
/** The header in which they send a random name of their own, so that the stream of changes leaves out what they did themselves. */
export const PAGE_HEADER = 'x-page-id';
