import { createHash, type Hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import * as z from 'zod/mini';

/** `prevHash` of the first record. */
export const NO_HASH = '0'.repeat(64);

const hex = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const chained = { companyId: z.string(), seq: z.number(), prevHash: hex, hash: hex };
/** A record that was erased at the end of the retention: nothing else is left of it. */
const erasedRecord = z.strictObject({ ...chained, erasedBy: z.number() });
const ledgerRecord = z.looseObject({ ...chained, erasedBy: z.optional(z.undefined()) });
const erasureRecord = z.object({
  kind: z.literal('erasure'),
  at: z.string(),
  body: z.object({
    why: z.object({ before: z.string(), digest: hex, records: z.number(), retentionYears: z.number() }),
  }),
});

/** A record's statement of what was erased: `records` of the lines before it, made before the instant `before`. */
type Erasure = { seq: number; at: string; before: string; retentionYears: number; records: number };

export type Verdict =
  | { ok: true; seq: number; hash: string; erasures: Erasure[] }
  /** `line` counts from 1, as `seq` does. */
  | { ok: false; line: number; problem: string };

/** The erased lines that refer to one record as that of their erasure, and the digest that it must contain. */
type ErasedLines = { records: number; lines: Hash };

const noneErased = (): ErasedLines => ({ records: 0, lines: createHash('sha256') });

const hashOf = ({ hash: _, ...hashed }: z.infer<typeof ledgerRecord>) =>
  createHash('sha256')
    .update(canonicalize(hashed) ?? '')
    .digest('hex');

function parse(line: string) {
  try {
    const value: unknown = JSON.parse(line);
    if (canonicalize(value) !== line) return undefined;
    return ledgerRecord.safeParse(value).data ?? erasedRecord.safeParse(value).data;
  } catch {
    return undefined;
  }
}

/**
 * Checks that the lines are a consistent ledger of a company up to some record: each line is a record in canonical JSON,
 * contains the SHA-256 of its other fields, the next number and the hash of the record before. Of an erased record only
 * the hashes are left; a later record must state its erasure, with the SHA-256 of all the lines it left. A ledger that
 * was rewritten from some record on, or cut short, is only detected by comparing with a digest that was kept elsewhere:
 * `digest`. An empty file is not a ledger.
 */
export async function verifyLedger(
  lines: Iterable<string> | AsyncIterable<string>,
  digest?: { seq: number; hash: string },
): Promise<Verdict> {
  let last = { seq: 0, hash: NO_HASH };
  let companyId: string | undefined;
  let digestHash: string | undefined = NO_HASH;
  const awaited = new Map<number, ErasedLines>();
  const erasures: Erasure[] = [];
  for await (const line of lines) {
    const expected = last.seq + 1;
    const fail = (problem: string): Verdict => ({ ok: false, line: expected, problem });
    const record = parse(line);
    if (!record) return fail(`record ${expected} is not a record as the ledger writes them`);
    const { hash } = record;
    if (record.erasedBy === undefined && hash !== hashOf(record))
      return fail(`record ${expected} was changed: its hash is not that of what it says`);
    if (record.seq > expected)
      return fail(`record ${expected} is missing: record ${record.seq} stands in its place`);
    if (record.seq < expected)
      return fail(`record ${record.seq} stands a second time, in the place of record ${expected}`);
    if (record.prevHash !== last.hash)
      return fail(`record ${expected} does not follow on record ${last.seq}: one of them was replaced`);
    companyId ??= record.companyId;
    if (record.companyId !== companyId) return fail(`record ${expected} is of another company`);
    if (record.erasedBy === undefined) {
      const erasure = erasureRecord.safeParse(record).data;
      if (erasure) {
        const { digest: linesHash, ...facts } = erasure.body.why;
        const { records, lines: found } = awaited.get(expected) ?? noneErased();
        awaited.delete(expected);
        if (records !== facts.records || found.digest('hex') !== linesHash)
          return fail(`record ${expected} tells of the erasure of other records than those that were erased`);
        erasures.push({ seq: expected, at: erasure.at, ...facts });
      }
    } else {
      if (record.erasedBy <= expected)
        return fail(`record ${expected} says that it was erased before it was made`);
      const group = awaited.get(record.erasedBy) ?? noneErased();
      group.records += 1;
      group.lines.update(`${line}\n`);
      awaited.set(record.erasedBy, group);
    }
    last = { seq: record.seq, hash };
    if (record.seq === digest?.seq) digestHash = hash;
  }
  if (last.seq === 0) return { ok: false, line: 1, problem: 'there is no record, so this is no ledger' };
  const [unrecorded] = awaited.keys();
  if (unrecorded !== undefined) {
    return {
      ok: false,
      line: unrecorded,
      problem: `record ${unrecorded} has to tell of an erasure, and does not`,
    };
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
  return { ok: true, ...last, erasures };
}
