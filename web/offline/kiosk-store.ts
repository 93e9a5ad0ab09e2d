/*
 * What a kiosk keeps: its queue, and what it knows of its location and people. Everything is encrypted where the browser
 * can, and all of it is deleted when the kiosk is revoked or left.
 */
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import type { KioskItem, KioskStorage } from './kiosk-outbox.ts';
import { newSealingKey, type Sealed, seal, unseal } from './sealing.ts';

interface Stores extends DBSchema {
  key: { key: 'key'; value: CryptoKey };
  /** `isSettled` and `told` are not encrypted: neither is ever taken back by an older copy of the item. */
  outbox: {
    key: number;
    value: { seq?: number; isSettled: boolean; told?: KioskItem['told']; sealed: Sealed };
  };
  known: { key: string; value: Sealed };
}

const NAME = 'maina-kiosk';

type Opened = { database: IDBPDatabase<Stores>; key: CryptoKey | null };
let opened: Promise<Opened> | undefined;

function open(): Promise<Opened> {
  opened ??= openNow();
  opened.catch(forget);
  return opened;
}

const forget = () => {
  opened = undefined;
};

async function openNow(): Promise<Opened> {
  const database = await openDB<Stores>(NAME, 1, {
    upgrade(created) {
      created.createObjectStore('key');
      created.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
      created.createObjectStore('known');
    },
    blocking(_current, _blocked, event) {
      forget();
      (event.target as IDBDatabase).close();
    },
    terminated: forget,
  });
  const created = await newSealingKey();
  if (!created) return { database, key: null };
  // Another tab may have stored one meanwhile: the first one counts.
  const transaction = database.transaction('key', 'readwrite', { durability: 'strict' });
  const key = (await transaction.store.get('key')) ?? created;
  await transaction.store.put(key, 'key');
  await transaction.done;
  return { database, key };
}

/** IndexedDB of this browser. Every call rejects if there is none, or it is full. */
export const kioskStorage: KioskStorage = {
  async canKeepSecrets() {
    return (await open()).key !== null;
  },
  async add(draft) {
    const { database, key } = await open();
    const sealed = await seal(key, { ...draft, fate: { state: 'waiting' } });
    // Strict durability: on disk before the answer is shown.
    const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' });
    const [seq] = await Promise.all([transaction.store.add({ isSettled: false, sealed }), transaction.done]);
    return seq;
  },
  async list() {
    const { database, key } = await open();
    const rows = await database.getAll('outbox');
    return Promise.all(
      rows.map(async ({ seq, told, sealed }) => ({
        ...(await unseal<KioskItem>(key, sealed)),
        seq: Number(seq),
        ...(told && { told }),
      })),
    );
  },
  async put(item) {
    const { database, key } = await open();
    const sealed = await seal(key, item);
    const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' });
    const row = await transaction.store.get(item.seq);
    const isSettled = item.fate.state === 'done' || item.fate.state === 'refused';
    if (row) {
      const told = item.told ?? row.told;
      const isOlder = row.isSettled && !isSettled;
      const kept = isOlder ? row : { seq: item.seq, isSettled, sealed };
      await transaction.store.put({ ...kept, ...(told && { told }) });
    }
    await transaction.done;
  },
  async remove(seqs) {
    const { database } = await open();
    const transaction = database.transaction('outbox', 'readwrite');
    await Promise.all([...seqs.map((seq) => transaction.store.delete(seq)), transaction.done]);
  },
};

/** Stores what the kiosk knows under this name. */
export async function keepKnown(name: string, value: unknown): Promise<void> {
  const { database, key } = await open();
  await database.put('known', await seal(key, value), name);
}

/** What was last stored under this name; undefined for nothing. */
export async function readKnown<Value>(name: string): Promise<Value | undefined> {
  const { database, key } = await open();
  const sealed = await database.get('known', name);
  return sealed && unseal<Value>(key, sealed);
}

/** Deletes the queue, what is known, and the key. */
export async function wipe(): Promise<void> {
  const closing = opened;
  forget();
  (await closing?.catch(() => undefined))?.database.close();
  await deleteDB(NAME);
}

/** One sender at a time in all tabs. */
export function aloneAtKiosk<Result>(task: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(NAME, task) : task();
}
