/** The settings of a server that somebody tries in a terminal: its log, JSON lines, says nothing but what went wrong. */
export const atTerminal = (): NodeJS.ProcessEnv => ({
  ...process.env,
  LOG_LEVEL: process.env.LOG_LEVEL || (process.env.NODE_ENV === 'production' ? 'info' : 'warn'),
});
