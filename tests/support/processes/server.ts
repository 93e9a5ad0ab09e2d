import { readConfig } from '#server/config.ts';
import { runServer, startServer } from '#server/main.ts';

await runServer(readConfig(), (config) => startServer(config, ''));
