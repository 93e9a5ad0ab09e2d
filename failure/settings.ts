/** Whether `npm run test:failure` asked for all of it; else each test is a short version of itself. */
export const isLong = import.meta.env.MODE === 'long';

/** The product as a process of its own, but for its web pages, which need a build. */
export const serverCommand: [string, ...string[]] = [process.execPath, 'failure/server.ts'];
