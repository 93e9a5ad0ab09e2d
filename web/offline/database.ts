/* The browser's only database: items waiting to be sent, and the last known state. */
import type { PersistedClient } from '@tanstack/react-query-persist-client';
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import type { CurrentUser } from '#contract/auth.ts';
import type { OutboxItem } from './outbox-items.ts';
import { fromVersion1 } from './outbox-version-1.ts';

/** The person signed in and the data they have seen: one person at a time, deleted on sign-out. */
type LastKnown = { user: CurrentUser; client?: PersistedClient };

interface Stores extends DBSchema {
  outbox: { key: number; value: OutboxItem; indexes: { byUser: string } };
  lastKnown: { key: 'current'; value: LastKnown };
}

/** Some phones never answer the first request after a start. */
const OPEN_WITHIN_MS = 3000;

let opened: Promise<IDBPDatabase<Stores>> | undefined;

/** Rejects if the browser has no storage, as in some private windows; the next call tries again. */
export function openDatabase(): Promise<IDBPDatabase<Stores>> {
  opened ??= open();
  opened.catch(forget);
  return opened;
}

const forget = () => {
  opened = undefined;
};

function open(): Promise<IDBPDatabase<Stores>> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBPDatabase<Stores>>();
  const timer = setTimeout(() => reject(new Error('The database does not open')), OPEN_WITHIN_MS);
  openDB<Stores>('maina', 2, {
    async upgrade(database, oldVersion, _newVersion, transaction) {
      if (oldVersion === 1) return convertFromVersion1(transaction);
      const outbox = database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
      outbox.createIndex('byUser', 'userId');
      database.createObjectStore('lastKnown');
    },
    // Another tab has a newer version of the app, which needs to upgrade the database.
    blocking(_current, _blocked, event) {
      forget();
      (event.target as IDBDatabase).close();
    },
    terminated: forget,
  }).then(resolve, reject);
  return promise.finally(() => clearTimeout(timer));
}

type Upgrade = IDBPTransaction<Stores, ('outbox' | 'lastKnown')[], 'versionchange'>;

/** Every item is kept. */
async function convertFromVersion1(transaction: Upgrade): Promise<void> {
  for await (const cursor of transaction.objectStore('outbox')) {
    await cursor.update(fromVersion1(cursor.value));
  }
}
