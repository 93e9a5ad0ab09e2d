/* The browser's only database: what waits to be sent, and what was last known. */
import type { PersistedClient } from '@tanstack/react-query-persist-client';
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import type { CurrentUser } from '#contract/auth.ts';
import type { OutboxItem } from './outbox-items.ts';
import { fromVersion1 } from './outbox-version-1.ts';

/** The person signed in and what they have seen: one at a time, gone when they sign out. */
type LastKnown = { user: CurrentUser; client?: PersistedClient };

interface Stores extends DBSchema {
  outbox: { key: number; value: OutboxItem; indexes: { byUser: string } };
  lastKnown: { key: 'current'; value: LastKnown };
}

/** Some phones never answer the first one that asks after a start. */
const OPEN_WITHIN_MS = 3000;

let opened: Promise<IDBPDatabase<Stores>> | undefined;

/** Rejects where the browser has no storage for us, as in some private windows; asked again, it tries again. */
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
    // A newer version of the app in another tab needs another shape.
    blocking(_current, _blocked, event) {
      forget();
      (event.target as IDBDatabase).close();
    },
    terminated: forget,
  }).then(resolve, reject);
  return promise.finally(() => clearTimeout(timer));
}

type Upgrade = IDBPTransaction<Stores, ('outbox' | 'lastKnown')[], 'versionchange'>;

/** Every item stays. */
async function convertFromVersion1(transaction: Upgrade): Promise<void> {
  for await (const cursor of transaction.objectStore('outbox')) {
    await cursor.update(fromVersion1(cursor.value));
  }
}
