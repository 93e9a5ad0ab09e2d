import { type DestinationStream, type Logger, pino } from 'pino';

// Written in pieces, at the latest after a second and when the process ends: a system call for each line cost a
// twentieth of a scan.
const stdout = () => pino.destination({ sync: false, minLength: 4096, periodicFlush: 1000 });

/** The server's log, as JSON lines. It holds no secrets and no personal data. */
export function createLog(level: string, destination: DestinationStream = stdout()): Logger {
  // What PostgreSQL says beside its message may quote a row. Headers, with keys and sessions, are logged nowhere.
  const redact = ['err.detail', 'err.where', 'err.parameters', 'req.headers'];
  return pino({ level, redact }, destination);
}
