import { added, hideGivenUp, ON_DISK } from './browser-database.ts';
import { transact } from './database.ts';
import { OUTBOX, type OutboxStorage } from './outbox.ts';
import { isHeld, isUnsent, type OutboxItem } from './outbox-items.ts';

const { adding, visible } = hideGivenUp<OutboxItem>((seqs) => browserStorage.remove(seqs));
const channel = new BroadcastChannel(OUTBOX);

/** Calls back after every change in any tab or the service worker. */
export function onOutboxChange(notify: () => void): () => void {
  const listening = new BroadcastChannel(OUTBOX);
  listening.onmessage = notify;
  return () => listening.close();
}

/** Changes the item, unless it has been removed. */
async function change(
  seq: number,
  changed: (item: OutboxItem) => OutboxItem | undefined,
  options?: IDBTransactionOptions,
): Promise<boolean> {
  const isThere = await transact(
    'outbox',
    'readwrite',
    async (store) => {
      const item = await store.get(seq);
      const now = item && changed(item);
      if (now) await store.put(now);
      return item !== undefined;
    },
    options,
  );
  channel.postMessage(null);
  return isThere;
}

/** IndexedDB of this browser. Every call rejects if there is none, it is full, or it does not answer. */
export const browserStorage: OutboxStorage = {
  async add(draft, state = 'waiting') {
    // The number is assigned by the object store.
    const item = { ...draft, fate: { state } } as OutboxItem;
    const stored = transact('outbox', 'readwrite', (store) => added(store, item), {
      ...ON_DISK,
      // The person has been told that it is not saved.
      onLate: (late) => void browserStorage.remove([late]).catch(() => undefined),
    });
    const seq = await adding(draft.id, stored);
    channel.postMessage(null);
    return seq;
  },
  list: async (userId) =>
    visible(await transact('outbox', 'readonly', (store) => store.index('byUser').getAll(userId))),
  async settle(seq, fate) {
    // The outcome has the kind of its item.
    await change(seq, (item) => (item.fate.state === 'done' ? undefined : ({ ...item, fate } as OutboxItem)));
  },
  async release(seq, previousEnd) {
    await change(
      seq,
      (item) =>
        isHeld(item) ? { ...item, previousEnd, wasHeld: true, fate: { state: 'waiting' } } : undefined,
      ON_DISK,
    );
  },
  async remove(seqs) {
    await transact('outbox', 'readwrite', (store) => Promise.all(seqs.map((seq) => store.delete(seq))));
    channel.postMessage(null);
  },
  markSent: (seq) => change(seq, (item) => (item.kind === 'scan' ? { ...item, wasSent: true } : undefined)),
  async removeUnsent(userId, id) {
    const isRemoved = await transact(
      'outbox',
      'readwrite',
      async (store) => {
        const items = visible(await store.index('byUser').getAll(userId));
        const unsent = items.find((item) => item.id === id && isUnsent(item));
        if (unsent) await store.delete(unsent.seq);
        return unsent !== undefined;
      },
      ON_DISK,
    );
    if (isRemoved) channel.postMessage(null);
    return isRemoved;
  },
};

/** Notes that a page has shown the answer to this item. */
export async function markTold(seq: number): Promise<void> {
  await change(seq, (item) => {
    if (item.fate.state !== 'done') return undefined;
    const { untoldSince: _, ...fate } = item.fate;
    return { ...item, fate } as OutboxItem;
  });
}
