/*
 * Verifies an exported ledger independently of the product: npm run verify-ledger -- FILE [--digest SEQ:HASH]
 * Exit codes: 0 it matches the digest, 1 it is not as it was written, 2 it cannot be read, 3 it is consistent in itself
 * and was compared with no digest.
 */
import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { verifyLedger } from '#server/platform/ledger/verify.ts';

const usage = 'npm run verify-ledger -- FILE [--digest SEQ:HASH]';

/** Characters of a record; the longest has some thousands. */
const MAX_LINE = 10_000_000;

/** Splits at line feeds only, since texts may contain other Unicode line terminators. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) throw new TypeError('The file has a line that is too long to be a record.');
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { digest: { type: 'string' } },
  });
  const [file, ...others] = positionals;
  const digest = /^([1-9]\d*):([0-9a-f]{64})$/i.exec(values.digest ?? '');
  if (!file || others.length > 0 || (values.digest !== undefined && !digest)) throw new TypeError(usage);
  return {
    file,
    ...(digest && { digest: { seq: Number(digest[1]), hash: (digest[2] ?? '').toLowerCase() } }),
  };
}

try {
  const { file, digest } = readArguments();
  const verdict = await verifyLedger(linesOf(file), digest);
  if (verdict.ok) {
    const { seq, hash } = verdict;
    console.log(`The chain is consistent in itself: ${seq} records, the last with the hash ${hash}`);
    if (!digest) {
      console.log(
        'It was compared with no digest. Only a digest that was kept elsewhere (--digest SEQ:HASH, from a daily e-mail) ' +
          'excludes that the chain was rewritten or shortened.',
      );
    } else {
      console.log(
        `The digest matches: nothing up to record ${digest.seq} was changed or removed since it was made.`,
      );
      if (seq > digest.seq)
        console.log(`Records ${digest.seq + 1} to ${seq} are later; only a later digest can confirm them.`);
    }
    for (const { seq, at, before, retentionYears, records } of verdict.erasures) {
      console.log(
        `Erased under retention on ${at}: ${records} records. Kept for ${retentionYears} years were those made ` +
          `before ${before}, or whose person had left by then (record ${seq}).`,
      );
    }
  } else console.error(`Line ${verdict.line}: ${verdict.problem}`);
  process.exitCode = verdict.ok ? (digest ? 0 : 3) : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
