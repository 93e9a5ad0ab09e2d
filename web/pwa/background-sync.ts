/* For the service worker: sends waiting items when the connection is back, even with no page open. */

import type { ErrorBody } from '#contract/error.ts';
import { callServer } from '#web/call/fetch.ts';
import { TIMEOUT_MS } from '#web/call/retry.ts';
import { alone } from '#web/queue/browser-database.ts';
import { readLastKnown } from '#web/queue/database.ts';
import { drain, OUTBOX, type Send } from '#web/queue/outbox.ts';
import type { Failure } from '#web/queue/outbox-items.ts';
import { browserStorage } from '#web/queue/outbox-storage.ts';

type SyncEvent = ExtendableEvent & { tag: string };

/** Call once, when the service worker starts. */
export function drainOnSync(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('sync', (event) => {
    const { tag, waitUntil } = event as SyncEvent;
    if (tag === OUTBOX) waitUntil.call(event, drainInBackground());
  });
}

/** Rejects if something is still waiting: then the browser retries later. */
async function drainInBackground(): Promise<void> {
  const known = await readLastKnown();
  if (!known) return;
  const { id: userId, language } = known.user;
  const stopped = await alone(OUTBOX, () =>
    drain({ storage: browserStorage, userId, send: sender(language) }),
  );
  if (stopped) throw new Error(`Still waiting: ${stopped.code ?? stopped.status}`);
}

const unreachable: Failure = { status: 0, code: 'network', message: '' };

const sender =
  (language: string): Send =>
  async (name, input) => {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await callServer(name, input, { language, signal });
      const answer = await response.json();
      if (response.ok) return { result: answer };
      const { code, message = '' }: Partial<ErrorBody> = answer;
      return { failure: { status: response.status, code, message } };
    } catch {
      // No response, or not from our server.
      return { failure: unreachable };
    }
  };
