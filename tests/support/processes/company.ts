/** People who scan, and checks of their ledger afterwards. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import type { GateCompany } from '#tools/bench/gate-company.ts';

export type Acknowledged = { scanId: string; userId: string; action: string; entryId: string };

/** Scans that run until stopped; each is retried with the same id until it is acknowledged. */
export type Load = {
  acknowledged: Acknowledged[];
  /** Answers no client should get: neither a success nor a 503 with `Retry-After`. */
  wrong: string[];
  /** 503 answers and broken connections, which a phone retries. */
  repeated: number;
  /** Resolves once this many more scans have been acknowledged. Throws after a minute. */
  progress(count: number): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Sends a scan once. Null if a phone would send it again: the connection broke, or a 503 with `Retry-After`. Any other
 * refusal is added to `wrong`.
 */
export async function sendScan(
  origin: string,
  token: string,
  body: object,
  wrong: string[],
): Promise<Pick<Acknowledged, 'action' | 'entryId'> | null> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${origin}/api/time-tracking/scan`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `maina_session=${token}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    text = await response.text();
  } catch {
    return null;
  }
  if (response.ok) {
    const { action, timeEntry } = JSON.parse(text);
    return { action, entryId: timeEntry.id };
  }
  if (response.status !== 503 || !response.headers.has('retry-after'))
    wrong.push(`${response.status} ${text}`);
  return null;
}

/** Between two scans of a person: 200 entries, the most of a day, then last for a minute at any speed of the server. */
const PAUSE_MS = 200;

/** Lets each person scan repeatedly at the server that `originNow` currently returns. */
export function startLoad(company: GateCompany, originNow: () => string): Load {
  let isOver = false;
  const load: Load = {
    acknowledged: [],
    wrong: [],
    repeated: 0,
    async progress(count) {
      const wanted = load.acknowledged.length + count;
      const deadline = Date.now() + 60_000;
      while (load.acknowledged.length < wanted) {
        if (load.wrong.length > 0) throw new Error(`Wrong answers: ${load.wrong.slice(0, 3).join('\n')}`);
        if (Date.now() > deadline) throw new Error('The product does not take scans any more');
        await sleep(10);
      }
    },
    async stop() {
      isOver = true;
      await working;
    },
  };
  const work = async ({ id, token }: GateCompany['people'][number], person: number) => {
    for (let turn = person; !isOver; turn += 1) {
      const scanId = randomUUID();
      const body = { qrCode: company.codes[Math.floor(turn / 3) % 2], clientScanId: scanId };
      for (;;) {
        const done = await sendScan(originNow(), token, body, load.wrong);
        if (done) {
          load.acknowledged.push({ scanId, userId: id, ...done });
          break;
        }
        load.repeated += 1;
        await sleep(50);
      }
      await sleep(PAUSE_MS);
    }
  };
  const working = Promise.all(company.people.map(work));
  return load;
}

/** Checks that each acknowledged scan is stored once, as answered, and that no entries overlap or run backwards. */
export async function expectWholeLedger(
  connectionString: string,
  { companyId }: GateCompany,
  acknowledged: Acknowledged[],
): Promise<void> {
  await withClient(connectionString, async (client) => {
    const scans = await client.query<Acknowledged>(
      `select id as "scanId", user_id as "userId", action, time_entry_id as "entryId" from scan where company_id = $1`,
      [companyId],
    );
    const inOrder = (list: Acknowledged[]) => list.toSorted((a, b) => a.scanId.localeCompare(b.scanId));
    expect(inOrder(scans.rows)).toEqual(inOrder(acknowledged));
    const { rows } = await client.query(
      `with ordered as (
        select *, lead(check_in) over (partition by user_id order by check_in, check_out) as next_check_in
        from time_entry where company_id = $1)
      select count(*)::int as entries,
        count(*) filter (where check_out < check_in)::int as backwards,
        count(*) filter (where next_check_in < coalesce(check_out, 'infinity'))::int as overlapping
      from ordered`,
      [companyId],
    );
    const begun = acknowledged.filter(({ action }) => action !== 'check-out').length;
    expect(rows).toEqual([{ entries: begun, backwards: 0, overlapping: 0 }]);
  });
}
