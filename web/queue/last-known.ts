/* The last known state, for a start or a page without a signal: of one person, deleted on sign-out. */
import type { QueryClient } from '@tanstack/react-query';
import {
  type PersistedClient,
  type Persister,
  persistQueryClientRestore,
  persistQueryClientSave,
} from '@tanstack/react-query-persist-client';
import type { CurrentUser } from '#contract/auth.ts';
import { readLastKnown, transact } from './database.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Marks a query whose data is stored on this device for the person signed in, readable without a signal. */
      isKept?: boolean;
    };
  }
}

const MAX_AGE_MS = 7 * 24 * 3_600_000;
/** An unchanged response only has a newer time: storing it once a minute is enough. */
const REFRESH_MS = 60_000;
const COLLECT_MS = 1000;

/** Another release may read its data differently; the name of the first script identifies the release. */
const buster = document.documentElement.dataset.entry ?? '';

/** The person who was last signed in on this device and has not signed out. */
export async function lastUser(): Promise<CurrentUser | null> {
  return (await readLastKnown())?.user ?? null;
}

/** Deletes the person's data when they sign out of a shared device. Waiting items are not touched. */
export const forgetLastKnown = (): Promise<void> =>
  transact('lastKnown', 'readwrite', (store) => store.delete('current'));

/** Fills the cache with the stored data, except where it has newer data. */
export async function restoreLastKnown(queryClient: QueryClient, user: CurrentUser): Promise<void> {
  await persistQueryClientRestore({
    queryClient,
    persister: persisterOf(user),
    buster,
    maxAge: MAX_AGE_MS,
    // Otherwise a page opened ten minutes later would find nothing.
    hydrateOptions: { defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } },
  });
}

/** Stores the person and what they see from now on, until the returned function is called. */
export function keepLastKnown(queryClient: QueryClient, user: CurrentUser): () => void {
  const kept = new Map<string, unknown>();
  let savedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    savedAt = performance.now();
    const saving = persistQueryClientSave({
      queryClient,
      persister: persisterOf(user),
      buster,
      dehydrateOptions: {
        shouldDehydrateMutation: () => false,
        shouldDehydrateQuery: ({ meta, state }) => meta?.isKept === true && state.data !== undefined,
      },
    });
    // No room or no storage: then a start without a signal has no data.
    saving.catch(() => undefined);
  };
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    const { data } = query.state;
    if (type !== 'updated' || !query.meta?.isKept || data === undefined) return;
    const isNew = kept.get(query.queryHash) !== data;
    if (!isNew && performance.now() - savedAt < REFRESH_MS) return;
    kept.set(query.queryHash, data);
    timer ??= setTimeout(save, COLLECT_MS);
  });
  const onHidden = () => {
    if (timer !== undefined) save();
  };
  document.addEventListener('visibilitychange', onHidden);
  save();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onHidden);
    stop();
  };
}

function persisterOf(user: CurrentUser): Persister {
  return {
    async persistClient(client) {
      await transact('lastKnown', 'readwrite', async (store) => {
        const before = await store.get('current');
        // Data shown by other pages, in this visit or an earlier one, is kept.
        const older = before?.user.id === user.id ? before.client : undefined;
        await store.put({ user, client: joined(client, older) }, 'current');
      });
    },
    async restoreClient() {
      const known = await readLastKnown();
      return known?.user.id === user.id ? known.client : undefined;
    },
    removeClient: () =>
      transact('lastKnown', 'readwrite', async (store) => {
        const known = await store.get('current');
        if (known?.user.id === user.id) await store.put({ user: known.user }, 'current');
      }),
  };
}

type Queries = PersistedClient['clientState']['queries'];

function joined(client: PersistedClient, older: PersistedClient | undefined): PersistedClient {
  const { queries } = client.clientState;
  const known = new Set(queries.map(({ queryHash }) => queryHash));
  const others: Queries =
    older?.buster === client.buster
      ? older.clientState.queries.filter(
          ({ queryHash, state }) =>
            !known.has(queryHash) && client.timestamp - state.dataUpdatedAt < MAX_AGE_MS,
        )
      : [];
  return { ...client, clientState: { mutations: [], queries: [...queries.map(asAnswered), ...others] } };
}

/** The data as received, without the failure of the latest refetch. */
function asAnswered(query: Queries[number]): Queries[number] {
  const { promise: _, ...plain } = query;
  return {
    ...plain,
    state: {
      ...query.state,
      error: null,
      fetchFailureCount: 0,
      fetchFailureReason: null,
      fetchMeta: null,
      fetchStatus: 'idle',
      isInvalidated: false,
      status: 'success',
    },
  };
}
