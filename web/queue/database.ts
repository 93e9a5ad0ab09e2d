/* The browser's only database of a person: items waiting to be sent, and the last known state. */
import type { PersistedClient } from '@tanstack/react-query-persist-client';
import type { DBSchema } from 'idb';
import type { CurrentUser } from '#contract/auth.ts';
import { browserDatabase } from './browser-database.ts';
import type { OutboxItem } from './outbox-items.ts';

/** The person signed in and the data they have seen: one person at a time, deleted on sign-out. */
type LastKnown = { user: CurrentUser; client?: PersistedClient };

interface Stores extends DBSchema {
  outbox: { key: number; value: OutboxItem; indexes: { byUser: string } };
  lastKnown: { key: 'current'; value: LastKnown };
}

export const { transact } = browserDatabase<Stores>('maina', 2, (database) => {
  const outbox = database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
  outbox.createIndex('byUser', 'userId');
  database.createObjectStore('lastKnown');
});

/** The person who was last signed in on this device and has not signed out, with what they saw. */
export const readLastKnown = (): Promise<LastKnown | undefined> =>
  transact('lastKnown', 'readonly', (store) => store.get('current'));
