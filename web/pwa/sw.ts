/* The service worker: offline pages and releases (docs/web.md). */
import { cacheNames } from 'workbox-core/cacheNames.js';
import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import { NavigationRoute } from 'workbox-routing/NavigationRoute.js';
import { registerRoute } from 'workbox-routing/registerRoute.js';
import { CacheFirst } from 'workbox-strategies/CacheFirst.js';
import { NetworkFirst } from 'workbox-strategies/NetworkFirst.js';
import { NetworkOnly } from 'workbox-strategies/NetworkOnly.js';
import type { FileGroup, FileGroups } from '#domain/file-groups.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#domain/languages.ts';
import { languageOfPath, matchPath } from '#domain/paths.ts';
import { isSitePage } from '#domain/site.ts';
import { drainOnSync } from './background-sync.ts';
import type { WorkerMessage } from './messages.ts';
import { showPushes } from './push-events.ts';

declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build: the app's files by group. */
declare const FILE_GROUPS: FileGroups;
// The build replaces each name literally.
const groups = FILE_GROUPS;

/** On a weak connection the cached shell is better than a blank screen. */
const SLOW_NETWORK_S = 3;

const precache = new PrecacheController();

self.addEventListener('install', (event) => {
  event.waitUntil(keepFirst());
});

self.addEventListener('activate', (event) => {
  // Caches of this release stay, including those filled later; older ones are deleted.
  for (const { packed, single } of [
    groups.app,
    groups.online,
    groups.kiosk,
    ...Object.values(groups.languages),
  ]) {
    precache.addToCacheList([...packed, ...single].map((url) => ({ url, revision: null })));
  }
  void precache.activate(event);
  event.waitUntil(self.registration.navigationPreload?.enable());
  event.waitUntil(self.clients.claim());
});

self.addEventListener('message', (event) => {
  const message: WorkerMessage = event.data;
  if (message.type === 'take-over') event.waitUntil(self.skipWaiting());
  if (message.type === 'in-use') event.waitUntil(keepInUse(message.language, message.files));
  if (message.type === 'has-file') {
    const isOurs = groups.app.single.some((url) => url === message.path);
    event.ports[0]?.postMessage(isOurs);
  }
});

drainOnSync(self);

showPushes(self);

const languageIn = (pathname: string) => languageOfPath(pathname) ?? DEFAULT_LANGUAGE;

/** The files that an employee needs without a signal, in the languages of the open pages. */
async function keepFirst(): Promise<void> {
  const clients = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [first = DEFAULT_LANGUAGE, ...others] = new Set(
    clients.map(({ url }) => languageIn(new URL(url).pathname)),
  );
  const { packed, single, packWithApp } = groups.languages[first];
  const { app } = groups;
  await Promise.all([
    keep({ pack: packWithApp, packed: [...app.packed, ...packed], single: [...app.single, ...single] }),
    ...others.map((language) => keep(groups.languages[language])),
  ]);
}

/** For a page whose language was changed, or which was open before the service worker. */
async function keepInUse(language: string, files: string[]): Promise<void> {
  const cache = await caches.open(cacheNames.precache);
  const wanted = [
    isLanguage(language) && keep(groups.languages[language]),
    files.some(isOnline) && keep(groups.online),
    files.some(isKiosk) && keep(groups.kiosk),
    missingIn(cache, files).then((missing) => cache.addAll(missing)),
  ];
  // Offline: the page sends the message again when it is next opened.
  await Promise.allSettled(wanted);
}

const isOnline = (url: string) => groups.online.packed.includes(url);
const isKiosk = (url: string) => groups.kiosk.single.includes(url);

type Pack = FileGroup & { pack: string };

/** The groups that are kept, or being fetched, by their packs: a page asks for several files of a group at once. */
const kept = new Map<string, Promise<void>>();

/** Fetches the missing files of a group once. Rejects if a file cannot be fetched; the next call tries again. */
function keep(group: Pack): Promise<void> {
  const known = kept.get(group.pack);
  if (known) return known;
  const fetched = fetchMissing(group);
  kept.set(group.pack, fetched);
  fetched.catch(() => kept.delete(group.pack));
  return fetched;
}

/** The packed files come with one request. */
async function fetchMissing({ pack, packed, single }: Pack): Promise<void> {
  const cache = await caches.open(cacheNames.precache);
  const fetchSingle = async () => cache.addAll(await missingIn(cache, single));
  const fetchPack = async () => {
    const missing = await missingIn(cache, packed);
    if (missing.length === 0) return;
    const response = await fetch(pack);
    if (!response.ok) throw new Error(`${pack}: ${response.status}`);
    const texts: Record<string, string> = await response.json();
    await Promise.all(missing.map((url) => cache.put(url, responseOf(url, texts[url] ?? ''))));
  };
  await Promise.all([fetchSingle(), fetchPack()]);
}

const responseOf = (url: string, text: string) =>
  new Response(text, { headers: { 'content-type': url.endsWith('.css') ? 'text/css' : 'text/javascript' } });

async function missingIn(cache: Cache, urls: string[]): Promise<string[]> {
  const kept = await Promise.all(urls.map((url) => cache.match(url, { ignoreVary: true })));
  return urls.filter((_, index) => !kept[index]);
}

const shellOf = (language: Language) =>
  groups.languages[language].single.find((url) => url.includes('?shell=')) ?? '/';

const appPage = new NetworkOnly({ networkTimeoutSeconds: SLOW_NETWORK_S });
/** Its content policy allows the payment provider's scripts, the cached shell's does not. */
const paymentPage = new NetworkOnly();
const publicPage = new NetworkFirst({
  cacheName: 'maina-pages',
  networkTimeoutSeconds: SLOW_NETWORK_S,
  // The language is in the path; cookies and headers only affect redirects, which are not cached.
  matchOptions: { ignoreVary: true, ignoreSearch: true },
  plugins: [{ cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null) }],
});

registerRoute(
  new NavigationRoute(
    async (options) => {
      const { pathname } = options.url;
      const page = matchPath(pathname)?.page;
      const strategy =
        page === undefined || isSitePage(page) ? publicPage : page === 'payment' ? paymentPage : appPage;
      const response = await strategy.handle(options).catch(() => undefined);
      // Without a connection Firefox resolves its preload with an error, where others reject. A proxy answers for a server
      // that is down.
      if (response && response.type !== 'error' && response.status < 500) return response;
      const shell = await caches.match(shellOf(languageIn(pathname)), { ignoreVary: true });
      return shell ?? response ?? Response.error();
    },
    { denylist: [/^\/(api|dev)\//] },
  ),
);
// Files with a hash in their name never change. A page of the previous release still finds its files here.
const assets = new CacheFirst({ cacheName: cacheNames.precache, matchOptions: { ignoreVary: true } });
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  (options) => {
    // The first visit to an administrator's page, or of a kiosk, caches the others too, for offline use.
    const group = isOnline(options.url.pathname)
      ? groups.online
      : isKiosk(options.url.pathname) && groups.kiosk;
    if (group) (options.event as ExtendableEvent).waitUntil(keep(group).catch(() => undefined));
    return assets.handle(options);
  },
);
