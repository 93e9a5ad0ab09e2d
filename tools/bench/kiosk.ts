/** A kiosk in a real browser: from a badge to the answer on the screen, its first load, and its memory after 10,000 scans. */
import { randomBytes } from 'node:crypto';
import { chromium, type Page } from '@playwright/test';
import { generateBadgeCode } from '#domain/badge-code.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import type { Engine } from '#tests/support/test-cluster.ts';
import { allIsLoaded, chromiumArguments, requireBrowser } from '#tools/browser.ts';
import type { MeasuredCompany } from './companies.ts';
import { type Figure, median, quantile } from './figures.ts';
import { productCommand, startServerProcess } from './processes.ts';
import { withDurableDatabase } from './scan.ts';

/** The memory of the tab is measured once. */
const scansOn: Record<Engine, number> = { embedded: 10_000, debian: 1_000 };
const paceMs = 60;
/** So many that nobody shows the badge again within a minute: then the kiosk would ask whether it is meant. */
const people = 1_000;
/** A badge without an answer would be waited for without end. */
const longestMs = 30_000;

/** Gives everybody a badge, as the server stores it; returns the codes. */
async function giveBadges(
  connectionString: string,
  { companyId, people }: MeasuredCompany,
): Promise<string[]> {
  const codes = people.map(() => generateBadgeCode(randomBytes));
  await withClient(connectionString, (client) =>
    client.query(
      `insert into badge (company_id, code_hash, user_id, sealed, created_at)
        select $1, sha256(convert_to(code, 'UTF8')), id, '', now() from unnest($2::uuid[], $3::text[]) b (id, code)`,
      [companyId, people.map(({ id }) => id), codes],
    ),
  );
  return codes;
}

async function pairingCode(origin: string, token: string): Promise<string> {
  const headers = { cookie: `maina_session=${token}`, 'content-type': 'application/json' };
  const [location] = await (await fetch(`${origin}/api/locations`, { headers })).json();
  const body = JSON.stringify({ locationId: location.id, name: 'Door' });
  const made = await fetch(`${origin}/api/kiosks/pairing-codes`, { method: 'POST', headers, body });
  return (await made.json()).code;
}

/** Shows each badge as a reader does and returns the milliseconds from its Enter key to the answer. */
const showBadges = (page: Page, badges: string[], count: number, first: number) =>
  page.evaluate(
    async ({ codes, times, offset, pace, longest }) => {
      const press = (key: string) => {
        const code = key === 'Enter' ? key : /\d/.test(key) ? `Digit${key}` : `Key${key}`;
        document.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }));
      };
      const answer = () => document.querySelector('[role=status] .fixed');
      const milliseconds: number[] = [];
      for (let turn = offset; turn < offset + times; turn += 1) {
        const before = answer();
        for (const key of codes[turn % codes.length] ?? '') press(key);
        const startedAt = performance.now();
        press('Enter');
        await new Promise<void>((resolve, reject) => {
          const look = () => {
            const shown = answer();
            if (shown && shown !== before) resolve();
            else if (performance.now() - startedAt > longest) reject(new Error('A badge got no answer'));
            else requestAnimationFrame(look);
          };
          look();
        });
        milliseconds.push(performance.now() - startedAt);
        await new Promise((resolve) => setTimeout(resolve, pace));
      }
      return milliseconds;
    },
    { codes: badges, times: count, offset: first, pace: paceMs, longest: longestMs },
  );

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 2 ** 20;
}

export async function measureKiosk(engine: Engine): Promise<Figure[]> {
  const scans = scansOn[engine];
  const measure = async (connectionString: string, company: MeasuredCompany) => {
    const server = await startServerProcess(productCommand, { DATABASE_URL: connectionString });
    const browser = await chromium.launch({ executablePath: requireBrowser(), args: chromiumArguments });
    try {
      const badges = await giveBadges(connectionString, company);
      const context = await browser.newContext({
        viewport: { width: 1024, height: 768 },
        serviceWorkers: 'block',
      });
      const page = await context.newPage();
      const origin = server.origin.replace('127.0.0.1', 'localhost');
      const code = await pairingCode(server.origin, company.people[0]?.token ?? '');
      await context.request.post(`${origin}/api/kiosk/pair`, { data: { code } });
      let loaded = 0;
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      session.on('Network.loadingFinished', ({ encodedDataLength }) => {
        loaded += encodedDataLength;
      });
      await page.goto(`${origin}/kiosk`);
      await allIsLoaded(page);
      const firstLoad = loaded;
      await session.detach();
      const warm = await showBadges(page, badges, 200, 0);
      const before = await heapMb(page);
      const times: number[] = [];
      for (let done = warm.length; done < scans; done += 200) {
        times.push(...(await showBadges(page, badges, 200, done)));
      }
      const after = await heapMb(page);
      return [
        { name: 'Kiosk, first load of everything, compressed', value: firstLoad / 1000, unit: 'kB' },
        { name: 'Badge to answer on the screen, median', value: median(times), unit: 'ms' },
        {
          name: 'Badge to answer on the screen, p95',
          value: quantile(times, 0.95),
          unit: 'ms',
          atMost: 1000,
        },
        {
          name: `Heap of the tab after ${scans.toLocaleString('en')} scans`,
          value: after,
          unit: 'MB',
          atMost: Math.ceil(2 * before),
          note: `${before.toFixed(1)} MB after 200`,
        },
      ];
    } finally {
      await browser.close();
      await server.stop();
    }
  };
  return withDurableDatabase(engine, measure, { people, entriesPerPerson: 50 });
}
