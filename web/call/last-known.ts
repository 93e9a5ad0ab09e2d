/* Starting and reading without a signal: the data that the person signed in saw last (web/queue/last-known.ts). */
import type { QueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/auth.ts';

/** For queries whose data is stored on the device for the person signed in. */
export const keptOffline = { meta: { isKept: true }, gcTime: Number.POSITIVE_INFINITY } as const;

/** Tells whether anything is stored, without opening the database. */
const KEPT_FOR = 'maina-kept-for';

const load = () => import('#web/queue/last-known.ts');

function keptFor(): string | null {
  try {
    return localStorage.getItem(KEPT_FOR);
  } catch {
    return null;
  }
}

/** Restores the person last signed in and their stored data; null if there is nobody, or no storage. */
export async function restoreLastUser(queryClient: QueryClient): Promise<CurrentUser | null> {
  if (!keptFor()) return null;
  try {
    const { lastUser, restoreLastKnown } = await load();
    const user = await lastUser();
    if (user) await restoreLastKnown(queryClient, user).catch(() => undefined);
    return user;
  } catch {
    return null;
  }
}

let keeping: { userId: string; stop: Promise<() => void> } | undefined;

/** Stores what this person sees from now on; null means signed out and clears the store. */
export async function keepFor(queryClient: QueryClient, user: CurrentUser | null): Promise<void> {
  if (user ? keeping?.userId === user.id : !keptFor()) return;
  void keeping?.stop.then((stop) => stop());
  keeping = undefined;
  try {
    if (user) {
      localStorage.setItem(KEPT_FOR, user.id);
      const stop = load().then(({ keepLastKnown }) => keepLastKnown(queryClient, user));
      keeping = { userId: user.id, stop };
      await stop;
    } else {
      const { forgetLastKnown } = await load();
      await forgetLastKnown();
      localStorage.removeItem(KEPT_FOR);
    }
  } catch {
    // Storage or code is missing: then a start without a signal has no data.
    keeping = undefined;
  }
}
