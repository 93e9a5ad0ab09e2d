/* 500 people check in within a minute; in the short version within five seconds. */
import { expect, it, onTestFinished } from 'vitest';
import { type Acknowledged, expectWholeLedger } from '#tests/support/processes/company.ts';
import { startPostgres } from '#tests/support/processes/postgres.ts';
import { isLong, serverCommand } from '#tests/support/processes/settings.ts';
import { quantile } from '#tools/bench/figures.ts';
import { createGateCompany } from '#tools/bench/gate-company.ts';
import { openConnection, openLoop, requestText } from '#tools/bench/load.ts';
import { startServerProcess } from '#tools/bench/processes.ts';

const clients = 500;
const seconds = isLong ? 60 : 5;

it(`${clients} phones check in within ${seconds} s, each on a connection of its own`, async () => {
  const postgres = await startPostgres();
  const server = await startServerProcess(serverCommand, { DATABASE_URL: postgres.connectionString });
  onTestFinished(() => server.stop());
  const company = await createGateCompany(postgres.connectionString, clients);
  const arriving = company.people.values();
  const acknowledged: Acknowledged[] = [];

  const latencies = await openLoop(clients, clients / seconds, seconds, async () => {
    const person = arriving.next().value;
    if (!person) throw new Error('More arrivals than people');
    const connection = await openConnection(server.origin);
    const ask = (request: Omit<Parameters<typeof requestText>[1], 'token'>) =>
      connection.send(requestText(server.origin, { token: person.token, ...request }));
    await ask({ path: '/api/user' });
    await ask({ path: '/api/time-tracking/active' });
    const scanId = crypto.randomUUID();
    const body = { qrCode: company.codes[0], clientScanId: scanId };
    const scanned = JSON.parse(await ask({ method: 'POST', path: '/api/time-tracking/scan', body }));
    acknowledged.push({ scanId, userId: person.id, action: scanned.action, entryId: scanned.timeEntry.id });
    connection.close();
  });

  const [median, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)].map((ms) => ms.toFixed(1));
  console.log(`${clients} arrivals in ${seconds} s, three requests each: median ${median} ms, p99 ${p99} ms`);
  expect(acknowledged).toHaveLength(clients);
  await expectWholeLedger(postgres.connectionString, company, acknowledged);
});
