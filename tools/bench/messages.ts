/** Cost of reading messages in a company with 100,000 of them, compared with one with 100. */
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { type Engine, startTestCluster } from '#tests/support/test-cluster.ts';
import { fillDatabase, type MeasuredCompany } from './companies.ts';
import { compareCosts, type MeasuredServer } from './compare.ts';
import type { Figure } from './figures.ts';
import { requestText } from './load.ts';
import { productCommand, startServerProcess } from './processes.ts';

/** Recipients of every message; their unread ones are among the last `unread`. */
const readers = 20;
const unread = 30;

async function fillMessages(connectionString: string, company: MeasuredCompany, count: number) {
  const [admin, ...others] = company.people.map(({ id }) => id);
  await withClient(connectionString, async (client) => {
    await client.query(
      `insert into message (company_id, id, sender_id, subject, content, is_announcement, created_at)
        select $1, uuidv7(n * interval '-1 minute'), $2, 'Notice ' || n, repeat('Helmets from tomorrow on. ', 8), true,
          now() - n * interval '1 minute'
        from generate_series(1, $3::int) n`,
      [company.companyId, admin, count],
    );
    await client.query(
      `insert into message_recipient (company_id, user_id, message_id, read_at)
        select company_id, reader, id, case when created_at < now() - $2 * interval '1 minute' then now() end
        from message cross join unnest($1::uuid[]) reader`,
      [others.slice(0, readers), unread],
    );
    await client.query('vacuum (analyze)');
  });
}

export async function measureMessages(engine: Engine): Promise<Figure[]> {
  const cluster = await startTestCluster(engine);
  const closers: (() => Promise<void>)[] = [cluster.stop];
  try {
    const open = async (count: number): Promise<MeasuredServer> => {
      const connectionString = await cluster.createDatabase();
      const company = await fillDatabase(connectionString, { companies: 1, entriesPerPerson: 3 });
      await fillMessages(connectionString, company, count);
      const { origin, stop } = await startServerProcess(productCommand, { DATABASE_URL: connectionString });
      closers.push(stop);
      const [admin, ...others] = company.people;
      let turn = 0;
      const reader = () => others[++turn % readers]?.token ?? '';
      const get = (path: string, token = '') => requestText(origin, { path, token });
      return {
        origin,
        operations: {
          'Unread count': () => get('/api/messages/unread-count', reader()),
          'Message list, employee': () => get('/api/messages', reader()),
          'Message list, administrator': () => get('/api/messages', admin?.token),
        },
      };
    };
    return await compareCosts(await open(100), { '100,000 messages': await open(100_000) }, 1.3);
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
