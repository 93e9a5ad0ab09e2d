import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import * as z from 'zod/mini';

/** What `prevHash` of the first record is. */
export const NO_HASH = '0'.repeat(64);

const hex = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const ledgerRecord = z.looseObject({ companyId: z.string(), seq: z.number(), prevHash: hex, hash: hex });

export type Verdict =
  | { ok: true; seq: number; hash: string }
  /** `line` counts from 1, as `seq` does. */
  | { ok: false; line: number; problem: string };

function parse(line: string) {
  try {
    const value: unknown = JSON.parse(line);
    return canonicalize(value) === line ? ledgerRecord.safeParse(value).data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether the lines are a company's whole ledger up to some record, as it was written: each is a record in canonical JSON,
 * has the SHA-256 of its other fields, follows on the one before and holds its hash. A ledger that was written anew from
 * some record on, or cut short, is found by comparing with a digest that was kept elsewhere: `digest`.
 */
export async function verifyLedger(
  lines: Iterable<string> | AsyncIterable<string>,
  digest?: { seq: number; hash: string },
): Promise<Verdict> {
  let last = { seq: 0, hash: NO_HASH };
  let companyId: string | undefined;
  let digestHash: string | undefined = NO_HASH;
  for await (const line of lines) {
    const expected = last.seq + 1;
    const fail = (problem: string): Verdict => ({ ok: false, line: expected, problem });
    const record = parse(line);
    if (!record) return fail(`record ${expected} is not a record as the ledger writes them`);
    const { hash, ...hashed } = record;
    const actual = createHash('sha256')
      .update(canonicalize(hashed) ?? '')
      .digest('hex');
    if (actual !== hash) return fail(`record ${expected} was changed: its hash is not that of what it says`);
    if (record.seq > expected)
      return fail(`record ${expected} is missing: record ${record.seq} stands in its place`);
    if (record.seq < expected)
      return fail(`record ${record.seq} stands a second time, in the place of record ${expected}`);
    if (record.prevHash !== last.hash)
      return fail(`record ${expected} does not follow on record ${last.seq}: one of them was replaced`);
    companyId ??= record.companyId;
    if (record.companyId !== companyId) return fail(`record ${expected} is of another company`);
    last = { seq: record.seq, hash };
    if (record.seq === digest?.seq) digestHash = hash;
  }
  if (digest && digest.seq > last.seq) {
    return {
      ok: false,
      line: last.seq + 1,
      problem: `record ${last.seq + 1} is missing: the digest is of record ${digest.seq}`,
    };
  }
  if (digest && digest.hash !== digestHash) {
    return {
      ok: false,
      line: digest.seq,
      problem: `record ${digest.seq}, or one before it, is not the one of the digest`,
    };
  }
  return { ok: true, ...last };
}
