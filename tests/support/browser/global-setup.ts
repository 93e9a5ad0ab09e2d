import { fork } from 'node:child_process';
import { once } from 'node:events';
import { ensureWebIsBuilt } from '#tools/build/build.ts';

/** Starts one server for all browser tests; `E2E_ORIGIN` and `E2E_DATABASE_URL` say where it is. */
async function globalSetup(): Promise<() => Promise<void>> {
  await ensureWebIsBuilt();
  const server = fork(new URL('./server.ts', import.meta.url));
  const [started] = await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(() => {
      throw new Error('the server for the browser tests did not start');
    }),
  ]);
  process.env.E2E_ORIGIN = started.origin;
  process.env.E2E_DATABASE_URL = started.databaseUrl;
  return async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
  };
}

// Playwright calls the default export.
export default globalSetup;
