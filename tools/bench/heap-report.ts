/** Loaded into a measured server before it starts: on SIGUSR2 it collects garbage and prints what is still in use. */
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

process.on('SIGUSR2', async () => {
  collectGarbage();
  // Buffers are freed by tasks that run after the collection which found them.
  await setTimeout(500);
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  console.log(JSON.stringify({ bytesInUse: heapUsed + external }));
});
