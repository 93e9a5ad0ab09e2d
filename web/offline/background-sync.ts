/* For the service worker: sends waiting items when the connection is back, even with no page open. */

import type { ErrorBody } from '#contract/error.ts';
import { type Route, table } from '#contract/table.ts';
import { CONTRACT_VERSION, CONTRACT_VERSION_HEADER } from '#contract/version.ts';
import { readLastKnown } from './database.ts';
import { drain, type Send, SYNC_TAG } from './outbox.ts';
import type { Failure } from './outbox-items.ts';
import { alone, browserStorage } from './outbox-storage.ts';

type SyncEvent = ExtendableEvent & { tag: string };

/** Call once, when the service worker starts. */
export function drainOnSync(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('sync', (event) => {
    const { tag, waitUntil } = event as SyncEvent;
    if (tag === SYNC_TAG) waitUntil.call(event, drainInBackground());
  });
}

/** Rejects if something is still waiting: then the browser retries later. */
async function drainInBackground(): Promise<void> {
  const known = await readLastKnown();
  if (!known) return;
  const { id: userId, language } = known.user;
  const stopped = await alone(() => drain({ storage: browserStorage, userId, send: sender(language) }));
  if (stopped) throw new Error(`Still waiting: ${stopped.code ?? stopped.status}`);
}

const TIMEOUT_MS = 20_000;
const unreachable: Failure = { status: 0, code: 'network', message: '' };

function sender(language: string): Send {
  return async (name, input) => {
    const { method, path }: Route = table[name];
    // Each of these endpoints takes a body: the caller's types guarantee it.
    const { body } = input as { body: unknown };
    try {
      const response = await fetch(path, {
        method,
        credentials: 'same-origin',
        headers: {
          accept: 'application/json',
          'accept-language': language,
          'content-type': 'application/json',
          [CONTRACT_VERSION_HEADER]: String(CONTRACT_VERSION),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const { status, ok } = response;
      const answer = await response.json();
      if (ok) return { result: answer };
      const { code, message }: Partial<ErrorBody> = answer;
      return { failure: { status, code, message: message ?? '' } };
    } catch {
      // No response, or not from our server.
      return { failure: unreachable };
    }
  };
}
