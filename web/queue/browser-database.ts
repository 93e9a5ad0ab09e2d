/* An IndexedDB that leaves nobody waiting. */
import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPObjectStore,
  openDB,
  type StoreKey,
  type StoreNames,
  type StoreValue,
} from 'idb';

/**
 * How long an answer may take. Some phones never answer the first request after a start, and WebKit answers none to a
 * store while a suspended page, such as the one before, has not ended its own transaction. A busy page sees neither the
 * answer nor the tick of the timer, so a long task counts as one tick, however slow the phone is.
 */
const TICK_MS = 1000;
const ANSWERS_WITHIN_TICKS = 3;
/** After a missing answer, requests fail at once for this long. */
const REST_MS = 10_000;

type Mode = 'readonly' | 'readwrite';

type Options<Result> = IDBTransactionOptions & {
  /** Called if the transaction had been committed before it was given up, and completes after all. */
  onLate?: (result: Result) => void;
};

export type BrowserDatabase<Stores extends DBSchema> = {
  /**
   * Runs this in one transaction of a store; resolves once that is complete. Rejects if the browser has no storage, as in
   * some private windows, if it is full, or if it does not answer.
   */
  transact<Name extends StoreNames<Stores>, M extends Mode, Result>(
    name: Name,
    mode: M,
    run: (store: IDBPObjectStore<Stores, [Name], Name, M>) => Promise<Result>,
    options?: Options<Result>,
  ): Promise<Result>;
  /** The next call opens it again. */
  close(): Promise<void>;
};

/** Opened by the first call, which lets `create` make the stores. `onClosed` is called when it may have been deleted. */
export function browserDatabase<Stores extends DBSchema>(
  name: string,
  version: number,
  create: (database: IDBPDatabase<Stores>) => void,
  onClosed: () => void = () => undefined,
): BrowserDatabase<Stores> {
  let opened: Promise<IDBPDatabase<Stores>> | undefined;
  let restsUntil = 0;
  // A suspended page ends nothing that it began: what is not committed is given up.
  let isSuspended = false;
  const running = new Set<() => void>();
  addEventListener('pagehide', (event: Event & { persisted?: boolean }) => {
    isSuspended = event.persisted === true;
    if (isSuspended) for (const abort of running) abort();
  });
  addEventListener('pageshow', () => {
    isSuspended = false;
  });

  const forget = () => {
    opened = undefined;
    onClosed();
  };
  const open = () =>
    openDB<Stores>(name, version, {
      upgrade: (database) => create(database),
      // Another tab has a newer version of the app, which needs to upgrade the database, or deletes it.
      blocking(_current, _blocked, event) {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    });

  async function inTime<Result>(work: Promise<Result>, giveUp: () => void): Promise<Result> {
    const late = Promise.withResolvers<never>();
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
      if (ticks < ANSWERS_WITHIN_TICKS) return;
      clearInterval(timer);
      restsUntil = performance.now() + REST_MS;
      giveUp();
      late.reject(new Error('The database does not answer'));
    }, TICK_MS);
    try {
      return await Promise.race([work, late.promise]);
    } finally {
      clearInterval(timer);
    }
  }

  async function close() {
    const closing = opened;
    forget();
    (await closing?.catch(() => undefined))?.close();
  }

  return {
    async transact(store, mode, run, { onLate, ...options } = {}) {
      if (performance.now() < restsUntil) throw new Error('The database did not answer');
      opened ??= open();
      const database = await inTime(opened, () => void close()).catch((error: unknown) => {
        forget();
        throw error;
      });
      if (isSuspended) throw new Error('The page is suspended');
      const transaction = database.transaction(store, mode, options);
      const abort = () => {
        try {
          transaction.abort();
        } catch {
          // It has ended by itself.
        }
      };
      running.add(abort);
      try {
        const work = Promise.all([run(transaction.store), transaction.done]);
        const [result] = await inTime(work, () => {
          abort();
          work
            .then(([late]) => {
              restsUntil = 0;
              onLate?.(late);
            })
            .catch(() => undefined);
          void close();
        });
        return result;
      } finally {
        running.delete(abort);
      }
    },
    close,
  };
}

/** On disk, not only in the system's cache, before an item is reported as saved. */
export const ON_DISK = { durability: 'strict' } as const;

/** One sender at a time in all tabs and the worker; the browser lets go of the lock of a tab that dies. */
export function alone<Result>(lock: string, task: () => Promise<Result>): Promise<Result> {
  // Missing without HTTPS.
  return navigator.locks ? navigator.locks.request(lock, task) : task();
}

/** Adds a value as all that its transaction does: even a page that is suspended now has stored it. */
export function added<Stores extends DBSchema, Name extends StoreNames<Stores>>(
  store: IDBPObjectStore<Stores, [Name], Name, 'readwrite'>,
  value: StoreValue<Stores, Name>,
): Promise<StoreKey<Stores, Name>> {
  const adding = store.add(value);
  store.transaction.commit();
  return adding;
}

/**
 * Hides items from the page once their person was told that they are not saved. A late commit may have stored them all the
 * same, and a request that waited behind it reads them before they are removed.
 */
export function hideGivenUp<Item extends { id: string; seq: number }>(
  remove: (seqs: number[]) => Promise<void>,
) {
  const givenUp = new Set<string>();
  return {
    /** Resolves with the number of the item of this id. */
    adding(id: string, stored: Promise<number>): Promise<number> {
      givenUp.delete(id);
      return stored.catch((error: unknown) => {
        givenUp.add(id);
        throw error;
      });
    },
    visible(items: Item[]): Item[] {
      const late = items.filter(({ id }) => givenUp.has(id));
      if (late.length > 0) void remove(late.map(({ seq }) => seq)).catch(() => undefined);
      return items.filter((item) => !late.includes(item));
    },
  };
}
