/* Builds dist/web: hashed files in assets/, public files, the app's shells, manifests and service worker, and the public pages. */
import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Manifest } from 'vite';
import type { FileGroups } from '#domain/file-groups.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { PHONE_ENDPOINTS } from '#web/queue/phone-endpoints.ts';
import { findOfflineFiles, packFiles } from './precache.ts';
import { shortContract } from './short-contract.ts';
import { webManifest } from './web-manifest.ts';
import { SITE_SCRIPT, shellHtml, signInHtml, siteAssets, trimStyles } from './web-shell.ts';

const root = join(import.meta.dirname, '../..');
const webFolder = join(root, 'dist/web');
const INPUTS_FILE = '.inputs';
/** Programs that the build itself runs. */
const PROGRAM_FOLDER = '.prerender';

const inputPatterns = ['{web,locales,contract,domain}/**/*.*', 'tools/build/*.ts', 'package-lock.json'];

// The pages look for the browser's, and Node warns that its own has no file.
Reflect.deleteProperty(globalThis, 'localStorage');

/** Builds into a new folder and swaps at the end, so that a running server keeps serving. */
async function buildWeb(): Promise<void> {
  const startedAt = performance.now();
  const inputs = await hashInputs();
  const { build } = await importVite();
  const offline = findOfflineFiles();
  const outDir = `${webFolder}-${randomUUID()}`;
  try {
    await build({
      root,
      configFile: join(root, 'tools/build/vite.config.ts'),
      logLevel: 'warn',
      plugins: [offline.plugin],
      build: { outDir },
    });
    const manifest: Manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'));
    const themeScript = await writeThemeScript(outDir);
    for (const language of LANGUAGES) {
      await writeFile(join(outDir, `shell.${language}.html`), shellHtml(language, manifest, themeScript));
      await writeFile(join(outDir, `manifest.${language}.webmanifest`), webManifest(language));
    }
    await buildServiceWorker(outDir, await packFiles(outDir, manifest, offline.found, themeScript));
    await prerenderSignIn(outDir, manifest);
    await prerenderSite(outDir);
    await compressFiles(outDir);
    await writeFile(join(outDir, INPUTS_FILE), inputs);
    await rm(webFolder, { recursive: true, force: true });
    await rename(outDir, webFolder);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
  console.log(`Web app built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** Minifies the first script of every page. The app's has a hash in its name: what has the same address never changes. */
async function writeThemeScript(outDir: string): Promise<string> {
  const { minify } = await importVite();
  const file = join(outDir, 'theme.js');
  const { code } = await minify('theme.js', await readFile(file, 'utf8'), {
    module: false,
    // Also browsers that are too old for the app run it.
    compress: { target: 'es2015' },
  });
  await writeFile(file, code);
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
  await writeFile(join(outDir, `assets/theme-${hash}.js`), code);
  return `assets/theme-${hash}.js`;
}

/** Runs after the app's files and before those of the public pages, which it does not keep. */
async function buildServiceWorker(outDir: string, groups: FileGroups): Promise<void> {
  const { build } = await importVite();
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [shortContract(PHONE_ENDPOINTS)],
    define: { FILE_GROUPS: JSON.stringify(groups) },
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { input: 'web/pwa/sw.ts', output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  });
}

/** Brotli at its best beside each file that gets smaller by it, for the server to send. */
async function compressFiles(outDir: string): Promise<void> {
  const names = await readdir(join(outDir, 'assets'));
  const files = ['sw.js', 'favicon.svg', ...names.map((name) => `assets/${name}`)];
  await Promise.all(
    files
      .filter((file) => /\.(js|css|json|svg|wasm)$/.test(file))
      .map(async (file) => {
        const path = join(outDir, file);
        const content = await readFile(path);
        const compressed = await promisify(brotliCompress)(content, {
          params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
        });
        if (compressed.length < content.length) await writeFile(`${path}.br`, compressed);
      }),
  );
}

/** The sign-in page with its form in it: the app's own components, which the app takes over. */
async function prerenderSignIn(outDir: string, manifest: Manifest): Promise<void> {
  const { renderSignIn } = await runnable<typeof import('#web/prerender-sign-in.tsx')>(
    outDir,
    'web/prerender-sign-in.tsx',
  );
  const { minify } = await importVite();
  const source = await readFile(join(root, 'web/loading/late-start.ts'), 'utf8');
  const { code: lateStart } = await minify('late-start.ts', source, { module: false });
  for (const language of LANGUAGES) {
    for (const [mode, markup] of Object.entries(await renderSignIn(language))) {
      // The other modes need the code.
      const script = mode === 'login' ? lateStart : undefined;
      const html = await signInHtml(language, manifest, outDir, markup, script);
      await writeFile(join(outDir, `sign-in.${mode}.${language}.html`), html);
    }
  }
  await rm(join(outDir, PROGRAM_FOLDER), { recursive: true });
}

/** Bundles a program of the web for Node and imports it. */
async function runnable<Program>(outDir: string, input: string): Promise<Program> {
  const { build } = await importVite();
  const folder = join(outDir, PROGRAM_FOLDER);
  await build({
    root,
    // Without the files of the browser's pages: each module that loads later stays a file of its own, which is not run.
    configFile: false,
    // Libraries' "use client" means nothing here, and the bundler would warn of each.
    logLevel: 'error',
    // Bundles dependencies too: the icon package alone would load 1,500 files.
    ssr: { noExternal: true },
    build: { ssr: true, outDir: folder, copyPublicDir: false, rolldownOptions: { input } },
  });
  return await import(pathToFileURL(join(folder, `${basename(input, '.tsx')}.js`)).href);
}

/** The public pages: React components rendered at build time, and one script that shares no file with the app. */
async function prerenderSite(outDir: string): Promise<void> {
  const { build } = await importVite();
  const manifestFile = '.vite/site.json';
  await build({
    root,
    configFile: join(root, 'tools/build/vite.config.ts'),
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: manifestFile,
      // One file: an imported second file would delay the page by a round trip.
      rolldownOptions: { input: SITE_SCRIPT, output: { codeSplitting: false } },
    },
  });
  const manifest: Manifest = JSON.parse(await readFile(join(outDir, manifestFile), 'utf8'));
  const { renderSite } = await runnable<typeof import('#web/site/prerender.tsx')>(
    outDir,
    'web/site/prerender.tsx',
  );
  for (const { language, page, html } of renderSite(siteAssets(manifest, outDir))) {
    const folder = join(outDir, 'site', language);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${page}.html`), await trimStyles(html));
  }
  await rm(join(outDir, PROGRAM_FOLDER), { recursive: true });
}

/**
 * Builds if there is no build or its inputs have changed. Runs in a separate process, so that the server started afterwards
 * does not keep the bundler's memory.
 */
export async function ensureWebIsBuilt(): Promise<void> {
  const builtFrom = await readFile(join(webFolder, INPUTS_FILE), 'utf8').catch(() => undefined);
  if (builtFrom === (await hashInputs())) return;
  console.log('Building the web app, which takes about 20 seconds …');
  const { status } = spawnSync(process.execPath, [import.meta.filename], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The web app could not be built.');
}

async function hashInputs(): Promise<string> {
  const hash = createHash('sha256');
  const files = globSync(inputPatterns, { cwd: root, exclude: ['**/*.test.{ts,tsx}'] }).toSorted();
  for (const file of files) hash.update(`${file}\0`).update(await readFile(join(root, file)));
  return hash.digest('hex');
}

async function importVite(): Promise<typeof import('vite')> {
  try {
    return await import('vite');
  } catch (error) {
    throw new Error('The web app has to be built, and the build tools are not installed: run `npm ci`', {
      cause: error,
    });
  }
}

if (import.meta.main) await buildWeb();
