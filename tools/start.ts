import { readConfigAtTerminal } from '#server/config.ts';
import { describeStart, explain, runServer } from '#server/main.ts';
import { ensureWebIsBuilt } from '#tools/build/build.ts';

try {
  const config = readConfigAtTerminal();
  await ensureWebIsBuilt();
  const server = await runServer(config);
  console.log(['', `  Maina is ready:  ${server.origin}`, ...describeStart(server, config), ''].join('\n'));
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
