import { type DestinationStream, type Logger, pino } from 'pino';

// Written in batches, after a second at the latest and when the process ends: a system call for each line took 5% of a
// scan's time.
const stdout = () => pino.destination({ sync: false, minLength: 4096, periodicFlush: 1000 });

/** The server's log, as JSON lines. It contains no secrets and no personal data. */
export function createLog(level: string, destination: DestinationStream = stdout()): Logger {
  // PostgreSQL's details beside the message may quote a row. Headers, with keys and sessions, are never logged.
  const redact = ['err.detail', 'err.where', 'err.parameters', 'req.headers'];
  return pino({ level, redact }, destination);
}
