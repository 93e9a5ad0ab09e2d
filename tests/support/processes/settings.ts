/** True under `npm run test:failure` and `npm run test:full`; otherwise each test runs a short version. */
export const isLong = import.meta.env.MODE === 'long';

/** Runs the product as a separate process, without the web pages, which need a build. */
export const serverCommand: [string, ...string[]] = [process.execPath, 'tests/support/processes/server.ts'];
