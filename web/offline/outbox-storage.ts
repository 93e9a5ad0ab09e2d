import { openDatabase } from './database.ts';
import type { OutboxStorage } from './outbox.ts';
import { isHeld, isUnsent, type OutboxItem } from './outbox-items.ts';

const CHANNEL = 'maina-outbox';
const channel = new BroadcastChannel(CHANNEL);

/** Calls back after every change in any tab or the service worker. */
export function onOutboxChange(notify: () => void): () => void {
  const listening = new BroadcastChannel(CHANNEL);
  listening.onmessage = notify;
  return () => listening.close();
}

/** IndexedDB of this browser. Every call rejects if there is none, or it is full. */
export const browserStorage: OutboxStorage = {
  async add(draft, state = 'waiting') {
    const database = await openDatabase();
    // Strict durability: on disk, not only in the system's cache, before the item is reported as saved.
    const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' });
    // The number is assigned by the object store.
    const item = { ...draft, fate: { state } } as OutboxItem;
    const [seq] = await Promise.all([transaction.store.add(item), transaction.done]);
    channel.postMessage(null);
    return seq;
  },
  async list(userId) {
    const database = await openDatabase();
    return database.getAllFromIndex('outbox', 'byUser', userId);
  },
  async settle(seq, fate) {
    const database = await openDatabase();
    const transaction = database.transaction('outbox', 'readwrite');
    const item = await transaction.store.get(seq);
    if (item && item.fate.state !== 'done') {
      // The outcome has the kind of its item.
      await transaction.store.put({ ...item, fate } as OutboxItem);
    }
    await transaction.done;
    channel.postMessage(null);
  },
  async release(seq, previousEnd) {
    const database = await openDatabase();
    const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' });
    const item = await transaction.store.get(seq);
    if (item && isHeld(item)) {
      await transaction.store.put({ ...item, previousEnd, wasHeld: true, fate: { state: 'waiting' } });
    }
    await transaction.done;
    channel.postMessage(null);
  },
  async remove(seqs) {
    const database = await openDatabase();
    const transaction = database.transaction('outbox', 'readwrite');
    await Promise.all([...seqs.map((seq) => transaction.store.delete(seq)), transaction.done]);
    channel.postMessage(null);
  },
  async markSent(seq) {
    const database = await openDatabase();
    const transaction = database.transaction('outbox', 'readwrite');
    const item = await transaction.store.get(seq);
    if (item?.kind === 'scan') await transaction.store.put({ ...item, wasSent: true });
    await transaction.done;
    return item !== undefined;
  },
  async removeUnsent(userId, id) {
    const database = await openDatabase();
    const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' });
    const items = await transaction.store.index('byUser').getAll(userId);
    const unsent = items.find((item) => item.id === id && isUnsent(item));
    if (unsent) await transaction.store.delete(unsent.seq);
    await transaction.done;
    if (unsent) channel.postMessage(null);
    return unsent !== undefined;
  },
};

/** Notes that a page has shown the answer to this item. */
export async function markTold(seq: number): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction('outbox', 'readwrite');
  const item = await transaction.store.get(seq);
  if (item?.fate.state === 'done') {
    const { untoldSince: _, ...fate } = item.fate;
    await transaction.store.put({ ...item, fate } as OutboxItem);
  }
  await transaction.done;
  channel.postMessage(null);
}

/** One drainer at a time in all tabs and the worker; the browser lets go of the lock of a tab that dies. */
export function alone<Result>(task: () => Promise<Result>): Promise<Result> {
  // Missing without HTTPS.
  return navigator.locks ? navigator.locks.request('maina-outbox', task) : task();
}
