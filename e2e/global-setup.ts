import { fork } from 'node:child_process';
import { once } from 'node:events';
import { ensureWebIsBuilt } from '../scripts/build.ts';

/** Starts one server for all browser tests; `E2E_ORIGIN` tells them where. */
async function globalSetup(): Promise<() => Promise<void>> {
  await ensureWebIsBuilt({ log: (line) => process.stdout.write(`${line}\n`) });
  const server = fork(new URL('./server.ts', import.meta.url));
  const [origin] = await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(() => {
      throw new Error('the server for the browser tests did not start');
    }),
  ]);
  process.env.E2E_ORIGIN = String(origin);
  return async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
  };
}

// Playwright takes the default export.
export default globalSetup;
