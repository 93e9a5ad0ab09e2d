import { readConfig } from '#server/config.ts';
import { describeServer, explain, runServer } from '#server/main.ts';
import { ensureWebIsBuilt } from './build.ts';

try {
  const config = readConfig();
  await ensureWebIsBuilt();
  const server = await runServer(config);
  console.log(
    [
      '',
      `  Maina is ready:  ${server.origin}`,
      ...describeServer(server),
      '  To see it with a company at work, stop it (Ctrl-C) and run:  npm run demo',
      '',
    ].join('\n'),
  );
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
