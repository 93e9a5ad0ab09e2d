/**
 * Raised when a page of the release before could no longer be served rightly by this server: a field or an endpoint
 * has gone or means something else. Additions leave it as it is (docs/web.md).
 */
export const CONTRACT_VERSION = 1;
/** The header by which our own pages say for which version they were built; other programs send none. */
export const CONTRACT_VERSION_HEADER = 'x-contract-version';
