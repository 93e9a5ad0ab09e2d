/* What a kiosk keeps: encrypted where the browser can, deleted when the kiosk is revoked or left. */
import { type DBSchema, deleteDB } from 'idb';
import { added, browserDatabase, hideGivenUp, ON_DISK } from './browser-database.ts';
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

/** The database of a kiosk, and the lock of its queue. */
export const KIOSK = 'maina-kiosk';

const { adding, visible } = hideGivenUp<KioskItem>((seqs) => kioskStorage.remove(seqs));

let key: Promise<CryptoKey | null> | undefined;

const { transact, close } = browserDatabase<Stores>(
  KIOSK,
  1,
  (created) => {
    created.createObjectStore('key');
    created.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
    created.createObjectStore('known');
  },
  () => {
    key = undefined;
  },
);

/** Null where the browser cannot encrypt. */
function sealingKey(): Promise<CryptoKey | null> {
  key ??= newSealingKey().then(
    (created) =>
      created &&
      transact(
        'key',
        'readwrite',
        async (store) => {
          // Another tab may have stored one meanwhile: the first one counts.
          const kept = (await store.get('key')) ?? created;
          await store.put(kept, 'key');
          return kept;
        },
        ON_DISK,
      ),
  );
  key.catch(() => {
    key = undefined;
  });
  return key;
}

/** IndexedDB of this browser. Every call rejects if there is none, or it is full. */
export const kioskStorage: KioskStorage = {
  async canKeepSecrets() {
    return (await sealingKey()) !== null;
  },
  async add(draft) {
    const sealed = await seal(await sealingKey(), { ...draft, fate: { state: 'waiting' } });
    const stored = transact('outbox', 'readwrite', (store) => added(store, { isSettled: false, sealed }), {
      ...ON_DISK,
      // The person has been told that it is not saved.
      onLate: (late) => void kioskStorage.remove([late]).catch(() => undefined),
    });
    return adding(draft.id, stored);
  },
  async list() {
    const sealedWith = await sealingKey();
    const rows = await transact('outbox', 'readonly', (store) => store.getAll());
    const items = await Promise.all(
      rows.map(async ({ seq, told, sealed }) => ({
        ...(await unseal<KioskItem>(sealedWith, sealed)),
        seq: Number(seq),
        ...(told && { told }),
      })),
    );
    return visible(items);
  },
  async put(item) {
    const sealed = await seal(await sealingKey(), item);
    const isSettled = item.fate.state === 'done' || item.fate.state === 'refused';
    await transact(
      'outbox',
      'readwrite',
      async (store) => {
        const row = await store.get(item.seq);
        if (!row) return;
        const told = item.told ?? row.told;
        const isOlder = row.isSettled && !isSettled;
        const kept = isOlder ? row : { seq: item.seq, isSettled, sealed };
        await store.put({ ...kept, ...(told && { told }) });
      },
      ON_DISK,
    );
  },
  async remove(seqs) {
    await transact('outbox', 'readwrite', (store) => Promise.all(seqs.map((seq) => store.delete(seq))));
  },
};

/** Stores what the kiosk knows under this name. */
export async function keepKnown(name: string, value: unknown): Promise<void> {
  const sealed = await seal(await sealingKey(), value);
  await transact('known', 'readwrite', (store) => store.put(sealed, name));
}

/** What was last stored under this name; undefined for nothing. */
export async function readKnown<Value>(name: string): Promise<Value | undefined> {
  const sealed = await transact('known', 'readonly', (store) => store.get(name));
  return sealed && unseal<Value>(await sealingKey(), sealed);
}

/** Deletes the queue, what is known, and the key. */
export async function wipe(): Promise<void> {
  await close();
  await deleteDB(KIOSK);
}
