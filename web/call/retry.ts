/* When a phone gives up and tries again. Without anything of a browser, so that tools/bench/rehearsal.ts imitates it. */

/** How long a person waits in front of a poster; after this, a stored item counts as saved. */
export const PATIENCE_MS = 4000;
export const TIMEOUT_MS = 20_000;

const FIRST_RETRY_MS = 5000;
const LAST_RETRY_MS = 5 * 60_000;

/** Milliseconds until the next attempt, after so many retries; `retryAfterSeconds` is the server's own answer. */
export const retryDelayMs = (retries: number, retryAfterSeconds: number | undefined): number =>
  retryAfterSeconds
    ? retryAfterSeconds * 1000
    : Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** retries) * (0.75 + Math.random() / 2);
