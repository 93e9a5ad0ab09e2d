import { openDatabase } from './database.ts';
import type { OutboxStorage } from './outbox.ts';
import { isHeld, isUnsent, type OutboxItem } from './outbox-items.ts';

const CHANNEL = 'maina-outbox';
const channel = new BroadcastChannel(CHANNEL);

/** Calls back after every change, whichever tab or worker made it. */
export function onOutboxChange(notify: () => void): () => void {
  const listening = new BroadcastChannel(CHANNEL);
  listening.onmessage = notify;
  return () => listening.close();
}

/** IndexedDB of this browser. Every call rejects where there is none, or no room left. */
export const browserStorage: OutboxStorage = {
  async add(draft, state = 'waiting') {
    const database = await openDatabase();
    // Strict: on the disk, not only in the system's cache, before anybody says that it is saved.
    const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' });
    // The number comes from the store.
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
      // The fate has the kind of the item whose answer it is.
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
      await transaction.store.put({ ...item, previousEnd, fate: { state: 'waiting' } });
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

/** One drainer at a time in all tabs and the worker; the browser lets go of the lock of a tab that dies. */
export function alone<Result>(task: () => Promise<Result>): Promise<Result> {
  // Missing where there is no HTTPS.
  return navigator.locks ? navigator.locks.request('maina-outbox', task) : task();
}
