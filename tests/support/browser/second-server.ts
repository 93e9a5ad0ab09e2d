/*
 * One more server, for a test that kills it or needs other settings: on the database of the browser tests or that of
 * `E2E_DATABASE_URL`. `PORT` sets its port, `SMTP_URL` its mail server.
 */
import { readConfig } from '#server/config.ts';
import { startServer } from '#server/main.ts';

const { PORT, SMTP_URL } = process.env;
const { origin } = await startServer(
  readConfig({
    PORT: PORT ?? '0',
    ...(SMTP_URL && { SMTP_URL, MAIL_FROM: 'no-reply@maina.test', PUBLIC_URL: `http://127.0.0.1:${PORT}` }),
    HOST: '127.0.0.1',
    DATABASE_URL: process.env.E2E_DATABASE_URL,
    RATE_LIMIT_FACTOR: '1000000',
    SECRET_KEY: 'the key of a test, which is no secret',
    LOG_LEVEL: 'error',
  }),
);
process.send?.(origin);
