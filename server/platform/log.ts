import { type DestinationStream, type Logger, pino } from 'pino';

/** The server's log, as JSON lines. It holds no secrets and no personal data. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  // What PostgreSQL says beside its message may quote a row.
  return pino({ level, redact: ['err.detail', 'err.where', 'err.parameters'] }, destination);
}
