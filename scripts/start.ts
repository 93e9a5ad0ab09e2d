import { readConfig } from '#server/config.ts';
import { explain, runServer } from '#server/main.ts';
import { ensureWebIsBuilt } from './build.ts';

try {
  const config = readConfig();
  await ensureWebIsBuilt();
  const { origin, recordsIn } = await runServer(config);
  console.log(
    [
      '',
      `  Maina is ready:  ${origin}`,
      `  Records lie in:  ${recordsIn}`,
      '  To see it with a company at work, stop it (Ctrl-C) and run:  npm run demo',
      '',
    ].join('\n'),
  );
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
