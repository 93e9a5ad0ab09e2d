/** A company whose people scan, and checks of its ledger afterwards. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { generateLocationCode } from '#domain/location-code.ts';
import { newCompanySecret } from '#server/platform/company-secret.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';

export type GateCompany = { companyId: string; people: { id: string; token: string }[]; codes: string[] };

/** Creates a company with two locations and this many people, each signed in on a phone, in a migrated database. */
export async function createGateCompany(connectionString: string, people: number): Promise<GateCompany> {
  const companyId = randomUUID();
  const crew = Array.from({ length: people }, () => ({ id: randomUUID(), ...newCompanySecret(companyId) }));
  const codes = [generateLocationCode(randomBytes), generateLocationCode(randomBytes)];
  await withClient(connectionString, async (client) => {
    await client.query(
      `insert into company (id, name, email, subscription_status, trial_ends_at)
        values ($1::uuid, 'Gate', $1 || '@gate.example', 'active', now())`,
      [companyId],
    );
    await client.query(
      `insert into users (company_id, id, email, password_hash, first_name, last_name)
        select $1, id, id || '@gate.example', '', 'Person', id::text from unnest($2::uuid[]) id`,
      [companyId, crew.map(({ id }) => id)],
    );
    await client.query(
      `insert into session (token_hash, company_id, user_id, expires_at)
        select token_hash, $1, id, now() + interval '30 days' from unnest($2::uuid[], $3::bytea[]) s (id, token_hash)`,
      [companyId, crew.map(({ id }) => id), crew.map(({ hash }) => hash)],
    );
    await client.query(
      `insert into location (company_id, id, name, qr_code)
        select $1, gen_random_uuid(), 'Gate ' || code, code from unnest($2::text[]) code`,
      [companyId, codes],
    );
    await client.query(
      `insert into directory (kind, key, company_id, id)
        select 'email', email, company_id, id from users where company_id = $1`,
      [companyId],
    );
  });
  return { companyId, people: crew.map(({ id, secret }) => ({ id, token: secret })), codes };
}

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
