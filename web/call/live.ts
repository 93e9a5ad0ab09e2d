/*
 * Follows the stream of what changes (docs/decisions/0072-live.md): queries that read what has changed are refetched at once,
 * and none polls meanwhile.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Route } from '#contract/table.ts';
import { refetchChanged } from './changes.ts';
import { listen, PAGE_ID } from './fetch.ts';
import { setLive } from './live-state.ts';
import { serverNow } from './server-clock.ts';
import { whenStill } from './steady.ts';

type Change = NonNullable<Route['changes']>[number];

/** The server says every 25 seconds that it is there. */
const SILENCE_MS = 60_000;
/** A server that restarts is back within it, and tells what happened meanwhile. */
const GAP_MS = 8_000;
const RETRY_MS = 30_000;

/** Follows the stream while the page is on screen. Returns what ends it. */
export function followChanges(
  queryClient: QueryClient,
  stream: 'watchChanges' | 'watchKioskChanges',
): () => void {
  let source: ReturnType<typeof listen> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whatever changed before it is known, in ms. */
  let since = Math.round(serverNow());
  const changed = new Set<Change>();
  /** A list must not move under somebody who is about to click. */
  const refetch = async (changes: Iterable<Change>) => {
    const isWaiting = changed.size > 0;
    for (const change of changes) changed.add(change);
    if (isWaiting || changed.size === 0) return;
    await whenStill();
    const all = [...changed];
    changed.clear();
    await refetchChanged(queryClient, all);
  };
  const wait = (next: () => void, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(next, ms);
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const fall = () => {
    close();
    // Queries begin to poll when they are refetched.
    if (setLive(false)) void refetchChanged(queryClient, ['everything']);
    wait(open, RETRY_MS * (0.5 + Math.random()));
  };
  function open() {
    close();
    wait(fall, SILENCE_MS);
    const opened = listen(stream, { since: String(since), page: PAGE_ID });
    source = opened;
    const on = (event: string, changesOf: (data: string) => Change[]) =>
      opened.addEventListener(event, ({ data, lastEventId }) => {
        since = Number(lastEventId);
        wait(fall, SILENCE_MS);
        setLive(true);
        void refetch(changesOf(data));
      });
    on('alive', () => []);
    on('changed', (data) => JSON.parse(data));
    on('missed', () => ['everything']);
    // It tries again by itself, but not after a refusal.
    opened.onerror = () => (opened.readyState === opened.CLOSED ? fall() : wait(fall, GAP_MS));
  }
  // Nobody reads a hidden page, and a browser has few connections.
  const follow = () => (document.hidden ? close() : open());
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    close();
    setLive(false);
  };
}
