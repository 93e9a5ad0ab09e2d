import type { FastifyBaseLogger } from 'fastify';
import type { Change, Changes } from './changes.ts';

/** The changes of this time are looked at together. */
const gatherMs = 500;

/**
 * Calls `look` with the companies in which this server has made such changes, soon after. What a killed server did not look at, or
 * `look` failed with, a job has to find that runs again and again.
 */
export function afterChanges(
  { changes, log }: { changes: Changes; log: FastifyBaseLogger },
  isWatched: (change: Change) => boolean,
  look: (companyIds: string[]) => Promise<void>,
): void {
  let changed = new Set<string>();
  const lookNow = () => {
    const companyIds = [...changed];
    changed = new Set();
    look(companyIds).catch((err) => log.warn({ err }, 'changes are looked at later'));
  };
  changes.onPublish((change) => {
    if (!isWatched(change)) return;
    if (changed.size === 0) setTimeout(lookNow, gatherMs).unref();
    changed.add(change.companyId);
  });
}
