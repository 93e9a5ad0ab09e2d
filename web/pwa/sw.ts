/* The service worker: what stands without a connection, and which release it is of (docs/web.md). */
import { cacheNames } from 'workbox-core/cacheNames.js';
import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import { PrecacheRoute } from 'workbox-precaching/PrecacheRoute.js';
import { NavigationRoute } from 'workbox-routing/NavigationRoute.js';
import { registerRoute } from 'workbox-routing/registerRoute.js';
import { CacheFirst } from 'workbox-strategies/CacheFirst.js';
import { NetworkFirst } from 'workbox-strategies/NetworkFirst.js';
import { NetworkOnly } from 'workbox-strategies/NetworkOnly.js';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#domain/languages.ts';
import { languageOfPath, matchPath } from '#domain/paths.ts';
import { isSitePage } from '#domain/site.ts';
import { drainOnSync } from '#web/offline/background-sync.ts';
import type { WorkerMessage } from './messages.ts';

declare const self: ServiceWorkerGlobalScope;
/** Put in by the build: every file of the app but its texts, and the texts of each language. */
declare const APP_FILES: { url: string; revision: string | null }[];
declare const TEXT_FILES: Record<Language, string[]>;
// The build writes each name out in full.
const appFiles = APP_FILES;
const textFiles = TEXT_FILES;

/** With a bar of signal the shell we have is better than a blank screen. */
const SLOW_NETWORK_S = 3;

const precache = new PrecacheController();
precache.addToCacheList(appFiles);

self.addEventListener('install', (event) => {
  event.waitUntil(
    languagesInUse().then((languages) => {
      for (const language of languages) precache.addToCacheList(textsOf(language));
      return precache.install(event);
    }),
  );
});

self.addEventListener('activate', (event) => {
  // Of this release everything stays, texts that came later included; what is older goes.
  for (const language of Object.keys(textFiles)) precache.addToCacheList(textsOf(language));
  void precache.activate(event);
  event.waitUntil(self.registration.navigationPreload?.enable());
  event.waitUntil(self.clients.claim());
});

self.addEventListener('message', (event) => {
  const message: WorkerMessage = event.data;
  if (message.type === 'take-over') event.waitUntil(self.skipWaiting());
  if (message.type === 'language') event.waitUntil(keepTexts(message.language));
  if (message.type === 'has-file') {
    event.ports[0]?.postMessage(appFiles.some(({ url }) => url === message.path));
  }
});

drainOnSync(self);

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openApp());
});

/** The languages of the pages that are open now. */
async function languagesInUse(): Promise<Set<Language>> {
  const clients = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return new Set(clients.map(({ url }) => languageIn(new URL(url).pathname)));
}

const languageIn = (pathname: string) => languageOfPath(pathname) ?? DEFAULT_LANGUAGE;

const textsOf = (language: string) =>
  isLanguage(language) ? textFiles[language].map((url) => ({ url, revision: null })) : [];

async function keepTexts(language: string): Promise<void> {
  const cache = await caches.open(cacheNames.precache);
  const missing: string[] = [];
  for (const { url } of textsOf(language)) if (!(await cache.match(url))) missing.push(url);
  // Without a connection: the page says so again when it is next opened.
  await cache.addAll(missing).catch(() => undefined);
}

async function openApp(): Promise<void> {
  const [client] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await (client ? client.focus() : self.clients.openWindow('/'));
}

const appPage = new NetworkOnly({ networkTimeoutSeconds: SLOW_NETWORK_S });
/** Its policy lets the payment's scripts in, which that of the shell we keep does not. */
const paymentPage = new NetworkOnly();
const publicPage = new NetworkFirst({
  cacheName: 'maina-pages',
  networkTimeoutSeconds: SLOW_NETWORK_S,
  // The language is in the path; cookies and headers decide about redirects only, which are not kept.
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
      // A proxy whose server is away answers for it.
      if (response && response.status < 500) return response;
      return (await precache.matchPrecache(`/${languageIn(pathname)}/auth`)) ?? response ?? Response.error();
    },
    { denylist: [/^\/(api|dev)\//] },
  ),
);
// What has a hash in its name never changes. A page of the release before still finds its files here.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: cacheNames.precache, matchOptions: { ignoreVary: true } }),
);
registerRoute(new PrecacheRoute(precache, { directoryIndex: '', cleanURLs: false }));
