/* What the service worker keeps, sorted by who needs it, and packed so that a phone asks for little. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest, Plugin } from 'vite';
import type { FileGroup, FileGroups } from '#domain/file-groups.ts';
import { LANGUAGES, type Language } from '#domain/languages.ts';
import { ENTRY, fontFiles, staticFiles } from './web-shell.ts';

/**
 * What these load later is of no use without the server: administrators' pages, steps of signing in, dialogs of the
 * account, a new message. */
const NEEDS_SERVER = /\/web\/(app\/admin-pages\.ts$|features\/(account|auth|messages)\/)/;
/** Schemas and their library. Where they cannot be loaded, the server validates (`web/forms/form.ts`). */
const SCHEMAS = /\/(contract|zod)\//;

type Found = {
  /** Files that nobody needs without a signal. */
  online: Set<string>;
  /** Areas of texts that are named by modules of the others. */
  areas: Set<string>;
};

/** Finds what a phone needs without a signal; `found` is filled when the build is written. */
export function findOfflineFiles(): { plugin: Plugin; found: Found } {
  const found: Found = { online: new Set(), areas: new Set() };
  const plugin: Plugin = {
    name: 'find-offline-files',
    generateBundle(_options, bundle) {
      const reached = new Set<string>();
      const reach = (id: string) => {
        if (reached.has(id)) return;
        reached.add(id);
        // A library's index names all of it, whatever of it is used.
        if (id.includes('node_modules')) return;
        const info = this.getModuleInfo(id);
        const lazy = NEEDS_SERVER.test(id) ? [] : (info?.dynamicallyImportedIds ?? []);
        for (const imported of lazy) if (!SCHEMAS.test(imported)) reach(imported);
        for (const imported of info?.importedIds ?? [])
          if (!imported.includes('node_modules')) reach(imported);
      };
      reach(join(this.environment.config.root, ENTRY));
      const needed = new Set<string>();
      const need = (file: string) => {
        const chunk = bundle[file];
        if (chunk?.type !== 'chunk' || needed.has(file)) return;
        needed.add(file);
        for (const imported of chunk.imports) need(imported);
      };
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      for (const { fileName, facadeModuleId, moduleIds } of chunks) {
        if ([facadeModuleId, ...moduleIds].some((id) => id && reached.has(id))) need(fileName);
      }
      for (const { fileName } of chunks) if (!needed.has(fileName)) found.online.add(fileName);
      for (const id of reached) {
        // The areas of an administrator's page are named beside its address.
        const isOfAdmin = id.endsWith('/admin-pages.ts');
        const code = (!isOfAdmin && this.getModuleInfo(id)?.code) || '';
        for (const [, area = ''] of code.matchAll(/["'`]([a-z-]+)(?=["'`:])/g)) found.areas.add(area);
      }
    },
  };
  return { plugin, found };
}

/** Writes the packs into the build and answers with what belongs to whom. */
export async function packFiles(
  outDir: string,
  manifest: Manifest,
  { online, areas }: Found,
): Promise<FileGroups> {
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8);

  async function group(name: string, files: string[], single: string[] = []): Promise<FileGroup> {
    const packed = files.toSorted();
    const texts = packed.map((file) => [`/${file}`, readFileSync(join(outDir, file), 'utf8')]);
    const pack = JSON.stringify(Object.fromEntries(texts));
    const url = `/assets/${name}-${hashOf(pack)}.json`;
    await writeFile(join(outDir, url), pack);
    return { pack: url, packed: packed.map((file) => `/${file}`), single };
  }

  const scripts = (await readdir(join(outDir, 'assets')))
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => `assets/${file}`);
  const textsOf = (language: Language, isWanted: (area: string) => boolean) =>
    Object.entries(manifest).flatMap(([key, { file }]) => {
      if (key === `web/i18n/texts/${language}.ts`) return [file];
      const [folder, name = ''] = key.split(`locales/${language}/`);
      return folder === '' && isWanted(name.replace('.json', '')) ? [file] : [];
    });
  const texts = new Set(LANGUAGES.flatMap((language) => textsOf(language, () => true)));
  // The page itself has just loaded them: the worker gets them from the browser's cache.
  const ofEveryPage = staticFiles(ENTRY, manifest);
  // Asked for by their addresses alone: the decoder's policy comes with its answer, WebAssembly is no text.
  const decoder = (await readdir(join(outDir, 'assets')))
    .filter((file) => file.includes('.worker-') || file.endsWith('.wasm'))
    .map((file) => `assets/${file}`);
  const single = [...ofEveryPage, ...decoder];
  const forWorkers = scripts.filter(
    (file) => !texts.has(file) && !online.has(file) && !single.includes(file),
  );
  const shellOf = async (language: Language) =>
    `/${language}/auth?shell=${hashOf(await readFile(join(outDir, `shell.${language}.html`), 'utf8'))}`;
  const languages = LANGUAGES.map(async (language): Promise<[Language, FileGroup]> => {
    const fonts = fontFiles(language, manifest).map((file) => `/${file}`);
    return [
      language,
      await group(
        language,
        textsOf(language, (area) => areas.has(area)),
        [await shellOf(language), ...fonts],
      ),
    ];
  });
  return {
    app: await group(
      'app',
      forWorkers,
      single.map((file) => `/${file}`),
    ),
    online: await group(
      'online',
      [...online].filter((file) => !texts.has(file)),
    ),
    ...(Object.fromEntries(await Promise.all(languages)) as Record<Language, FileGroup>),
  };
}
