/* A server for the browser tests: the built web app on a temporary database. Reports the location of both. */
import { readConfig } from '#server/config.ts';
import { hashCheaply } from '#server/features/identity/passwords.ts';
import { startServer } from '#server/main.ts';
import { startTestCluster } from '../test-cluster.ts';
import { answerLateIfAsked } from './slow-answers.ts';

hashCheaply(true);
answerLateIfAsked();
const cluster = await startTestCluster();
const databaseUrl = await cluster.createDatabase();
const server = await startServer(
  readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_FACTOR: '1000000',
    SECRET_KEY: 'the key of a test, which is no secret',
    // In these tests, the companies' own language models run on this machine.
    AI_PRIVATE_ENDPOINTS: 'true',
    DEMO: 'true',
    LOG_LEVEL: 'error',
  }),
);
process.on('SIGTERM', async () => {
  await server.close();
  await cluster.stop();
  process.exit(0);
});
process.send?.({ origin: server.origin, databaseUrl });
