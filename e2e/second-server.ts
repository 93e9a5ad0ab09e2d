/* One more server on the database of the browser tests, for a test that kills it. `PORT` sets its port. */
import { readConfig } from '#server/config.ts';
import { startServer } from '#server/main.ts';

const { origin } = await startServer(
  readConfig({
    PORT: process.env.PORT ?? '0',
    HOST: '127.0.0.1',
    DATABASE_URL: process.env.E2E_DATABASE_URL,
    RATE_LIMIT_FACTOR: '1000000',
    SECRET_KEY: 'the key of a test, which is no secret',
    LOG_LEVEL: 'error',
  }),
);
process.send?.(origin);
