/** People who scan at a steady rate, whatever the product does (open loop). */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Acknowledged, sendScan } from '#tests/support/processes/company.ts';
import type { GateCompany } from '#tools/bench/gate-company.ts';
import { until } from './machines.ts';

/** `madeAt` and `at` (when it was acknowledged): milliseconds of the monotonic clock. */
type Answered = Acknowledged & { code: string; madeAt: number; at: number };

export type Phones = {
  /** In the order of their answers; those of one person are in the order of their scans. */
  acknowledged: Answered[];
  /** Answers no phone should get. */
  wrong: string[];
  /** Scans that nobody made, because the phone had `mostWaiting` of its own already. */
  skipped: number;
  /** Attempts that were answered with 503, or not at all, and repeated. */
  repeated: number;
  /** Resolves once so many more scans have been acknowledged. */
  progress(count: number): Promise<void>;
  /** Since then: the longest time without an acknowledged scan, and the longest from a scan to its answer. Milliseconds. */
  summary(since: number): { scans: number; pauseMs: number; slowestMs: number };
  /** No more scans are made; waits until all are acknowledged. */
  stop(): Promise<void>;
};

/** A phone waits that long before it sends a scan again, as the server's `Retry-After` says. */
const retryAfterMs = 2_000;

/** Half a minute's, so that a machine too slow for the rate does not fall behind without end. */
const mostWaiting = 15;

/** Each person's scans are sent one after another, each until it is answered, at the server that `originNow` returns. */
export function startPhones(company: GateCompany, perSecond: number, originNow: () => string): Phones {
  const startedAt = performance.now();
  const inTurn = company.people.map(() => Promise.resolve());
  const waiting = company.people.map(() => 0);
  let made = 0;
  const phones: Phones = {
    acknowledged: [],
    wrong: [],
    skipped: 0,
    repeated: 0,
    async progress(count) {
      const wanted = phones.acknowledged.length + count;
      await until(`${count} more scans`, async () => {
        if (phones.wrong.length > 0) throw new Error(`Wrong answers: ${phones.wrong.slice(0, 3).join('\n')}`);
        return phones.acknowledged.length >= wanted;
      });
    },
    summary(since) {
      const later = phones.acknowledged.filter(({ at }) => at > since);
      const instants = [since, ...later.map(({ at }) => at)];
      return {
        scans: later.length,
        pauseMs: Math.max(...instants.map((at, index) => at - (instants[index - 1] ?? at))),
        slowestMs: Math.max(...later.map(({ at, madeAt }) => at - madeAt)),
      };
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(inTurn);
    },
  };
  const sendUntilAnswered = async (person: number, turn: number, madeAt: number) => {
    const { id: userId = '', token = '' } = company.people[person] ?? {};
    const code = company.codes[Math.floor((turn + person) / 3) % 2] ?? '';
    const scanId = randomUUID();
    for (;;) {
      const done = await sendScan(originNow(), token, { qrCode: code, clientScanId: scanId }, phones.wrong);
      const at = performance.now();
      if (done) {
        phones.acknowledged.push({ scanId, userId, code, madeAt, at, ...done });
        waiting[person] = (waiting[person] ?? 0) - 1;
        return;
      }
      phones.repeated += 1;
      await sleep(retryAfterMs);
    }
  };
  const makeScan = (person: number, turn: number) => {
    const before = waiting[person] ?? 0;
    if (before >= mostWaiting) {
      phones.skipped += 1;
      return;
    }
    waiting[person] = before + 1;
    const madeAt = performance.now();
    inTurn[person] = inTurn[person]?.then(() => sendUntilAnswered(person, turn, madeAt)) ?? Promise.resolve();
  };
  const timer = setInterval(() => {
    for (; made < ((performance.now() - startedAt) / 1000) * perSecond; made += 1) {
      makeScan(made % company.people.length, Math.floor(made / company.people.length));
    }
  }, 5);
  return phones;
}
