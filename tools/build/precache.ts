/* What the service worker keeps, sorted by who needs it, and packed so that a phone asks for little. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest, Plugin } from 'vite';
import type { FileGroups, LanguageGroup } from '#domain/file-groups.ts';
import { LANGUAGES, type Language } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';
import { ENTRY, fontFile, staticFiles } from './web-shell.ts';

const ROUTES = 'web/routes.tsx';
const OFFLINE_PAGES = 'web/app/offline-pages.ts';
const ADMIN_PAGES = 'web/app/admin-pages.ts';
const KIOSK_PAGES = 'web/app/kiosk-pages.ts';
/** What loads later and imports one of these asks the server, and is of no use without it. */
const ASKS_SERVER = [
  'web/call/query.ts',
  'web/call/use-call.ts',
  'web/forms/form.ts',
  'web/working-time/person-hours.ts',
];
/** Shows a refusal of the server. */
const SHOWS_ANSWER = 'web/app/upgrade-dialog.tsx';
/** What every phone loads next: as one file it takes one request. */
export const DEFERRED = [
  'web/app/deferred-parts.ts',
  'web/features/time-tracking/page-parts.ts',
  'web/queue/last-known.ts',
  'web/recording/outbox-runner.ts',
];
const KIOSK_FRAME = 'web/app/kiosk-frame.tsx';
/** What people are told at a kiosk, in whichever language. */
const KIOSK_AREAS = ['kiosk', 'errors'];
/** Schemas and their library. Where they cannot be loaded, the server validates (`web/forms/form.ts`). */
const SCHEMAS = /\/(contract|zod)\//;

type Found = {
  /** The files of `DEFERRED`. */
  deferred: Set<string>;
  /** What a worker needs without a signal. */
  offline: Set<string>;
  /** What only an administrator's pages have. */
  online: Set<string>;
  /** The pages of kiosks, and what only these have. */
  kioskPages: Set<string>;
  kiosk: Set<string>;
  /** Areas of texts that are named by modules of the others. */
  areas: Set<string>;
};

/** Finds what a phone needs without a signal; `found` is filled when the build is written. */
export function findOfflineFiles(): { plugin: Plugin; found: Found } {
  const found: Found = {
    deferred: new Set(),
    offline: new Set(),
    online: new Set(),
    kioskPages: new Set(),
    kiosk: new Set(),
    areas: new Set(),
  };
  const plugin: Plugin = {
    name: 'find-offline-files',
    generateBundle(_options, bundle) {
      const path = (file: string) => {
        const id = join(this.environment.config.root, file);
        if (!this.getModuleInfo(id)) throw new Error(`The build has no ${file}`);
        return id;
      };
      /** The modules that these load, at once or later, as far as `isFollowed` says. */
      const reach = (ids: string[], isFollowed: (from: string, to: string) => boolean) => {
        const reached = new Set<string>();
        const visit = (id: string) => {
          if (reached.has(id)) return;
          reached.add(id);
          const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
          // A library's index names all of it, whatever of it is used.
          for (const imported of importedIds) if (!imported.includes('node_modules')) visit(imported);
          for (const imported of dynamicallyImportedIds) if (isFollowed(id, imported)) visit(imported);
        };
        for (const id of ids) visit(id);
        return reached;
      };
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      /** The files of these modules, with what they import. */
      const filesOf = (modules: Set<string>) => {
        const files = new Set<string>();
        const add = (file: string) => {
          const chunk = bundle[file];
          if (chunk?.type !== 'chunk' || files.has(file)) return;
          files.add(file);
          for (const imported of chunk.imports) add(imported);
        };
        for (const { fileName, facadeModuleId, moduleIds } of chunks) {
          if ([facadeModuleId, ...moduleIds].some((id) => id && modules.has(id))) add(fileName);
        }
        return files;
      };
      found.deferred = filesOf(new Set(DEFERRED.map(path)));
      const offlinePages = path(OFFLINE_PAGES);
      const others = [ROUTES, ADMIN_PAGES, KIOSK_PAGES].map(path);
      const asking = ASKS_SERVER.map(path);
      const answered = path(SHOWS_ANSWER);
      const needsServer = (id: string) =>
        id === answered || this.getModuleInfo(id)?.importedIds.some((imported) => asking.includes(imported));
      const reached = reach(
        [path(ENTRY)],
        (from, to) =>
          from === offlinePages ||
          (!others.includes(from) && !SCHEMAS.test(to) && !to.includes('node_modules') && !needsServer(to)),
      );
      found.offline = filesOf(reached);
      const admins = this.getModuleInfo(path(ADMIN_PAGES))?.dynamicallyImportedIds ?? [];
      const ofAdmins = filesOf(reach([...admins], (_, to) => !SCHEMAS.test(to)));
      found.online = ofAdmins.difference(found.offline);
      const kiosks = this.getModuleInfo(path(KIOSK_PAGES))?.dynamicallyImportedIds ?? [];
      found.kioskPages = new Set(
        chunks.flatMap(({ facadeModuleId, fileName }) =>
          facadeModuleId && kiosks.includes(facadeModuleId) ? [fileName] : [],
        ),
      );
      const frame = path(KIOSK_FRAME);
      const ofKiosks = filesOf(reach([...kiosks, frame], (_, to) => !SCHEMAS.test(to)));
      found.kiosk = ofKiosks.difference(found.offline).difference(found.kioskPages);
      for (const id of reached) {
        const code = this.getModuleInfo(id)?.code ?? '';
        // The areas of a page are named beside its address: whose page it is, its own code says too.
        if (others.includes(id) || id === offlinePages) continue;
        for (const [call] of code.matchAll(
          /\b(?:useTranslation|withTexts)\(["'[][^)]*|["'`][a-z-]+:[a-z]/g,
        )) {
          for (const [, area = ''] of call.matchAll(/["'`]([a-z-]+)(?=["'`:])/g)) found.areas.add(area);
        }
      }
    },
  };
  return { plugin, found };
}

/** Writes the packs into the build and answers with what belongs to whom. */
export async function packFiles(
  outDir: string,
  manifest: Manifest,
  { deferred, offline, online, kioskPages, kiosk, areas }: Found,
  themeScript: string,
): Promise<FileGroups> {
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8);

  async function writePack(name: string, files: string[]): Promise<string> {
    const texts = files.toSorted().map((file) => [`/${file}`, readFileSync(join(outDir, file), 'utf8')]);
    const pack = JSON.stringify(Object.fromEntries(texts));
    const url = `/assets/${name}-${hashOf(pack)}.json`;
    await writeFile(join(outDir, url), pack);
    return url;
  }
  const addressesOf = (files: string[]) => files.toSorted().map((file) => `/${file}`);

  const textsOf = (language: Language, isWanted: (area: string) => boolean) =>
    Object.entries(manifest).flatMap(([key, { file }]) => {
      if (key === `web/i18n/texts/${language}.ts`) return [file];
      const [folder, name = ''] = key.split(`locales/${language}/`);
      return folder === '' && isWanted(name.replace('.json', '')) ? [file] : [];
    });
  const firstTexts = (language: Language) =>
    [`web/i18n/texts/${language}.ts`, `locales/${language}/time-tracking.json`].flatMap(
      (key) => manifest[key]?.file ?? [],
    );
  const texts = new Set(LANGUAGES.flatMap((language) => textsOf(language, () => true)));
  // The page itself has loaded them by then: the worker gets them from the browser's cache.
  const ofFirstPage = new Set([
    themeScript,
    fontFile(manifest),
    ...staticFiles(ENTRY, manifest),
    ...deferred,
  ]);
  // Asked for by their addresses alone: the decoder's policy comes with its answer, WebAssembly is no text.
  const decoder = (await readdir(join(outDir, 'assets')))
    .filter((file) => file.includes('.worker-') || file.endsWith('.wasm'))
    .map((file) => `assets/${file}`);
  const single = [...ofFirstPage, ...decoder];
  const styles = (await readdir(join(outDir, 'assets')))
    .filter((file) => file.endsWith('.css'))
    .map((file) => `assets/${file}`);
  const forWorkers = [...offline, ...styles].filter((file) => !texts.has(file) && !single.includes(file));
  const shellOf = async (language: Language) =>
    `${pathFor('employee', language)}?shell=${hashOf(await readFile(join(outDir, `shell.${language}.html`), 'utf8'))}`;
  const languages = LANGUAGES.map(async (language): Promise<[Language, LanguageGroup]> => {
    const first = firstTexts(language);
    const later = textsOf(language, (area) => areas.has(area)).filter((file) => !first.includes(file));
    const group = {
      pack: await writePack(language, later),
      packWithApp: await writePack(`first-${language}`, [...forWorkers, ...later]),
      packed: addressesOf(later),
      single: [await shellOf(language), ...addressesOf(first)],
    };
    return [language, group];
  });
  const forAdmins = [...online].filter((file) => !texts.has(file));
  const kioskTexts = LANGUAGES.flatMap((language) => textsOf(language, (area) => KIOSK_AREAS.includes(area)));
  const forKiosks = [...new Set([...kiosk].filter((file) => !texts.has(file)).concat(kioskTexts))];
  return {
    app: { packed: addressesOf(forWorkers), single: addressesOf(single) },
    online: { pack: await writePack('online', forAdmins), packed: addressesOf(forAdmins), single: [] },
    kiosk: {
      pack: await writePack('kiosk', forKiosks),
      packed: addressesOf(forKiosks),
      single: addressesOf([...kioskPages]),
    },
    languages: Object.fromEntries(await Promise.all(languages)) as Record<Language, LanguageGroup>,
  };
}
