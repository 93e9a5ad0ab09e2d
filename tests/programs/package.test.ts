import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const root = `${import.meta.dirname}/../..`;
const client = `${root}/clients/typescript`;

it('the package has the version of the product, and the dependency that is tested here', () => {
  const read = (folder: string) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const { version, devDependencies } = read(root);
  expect(read(client)).toMatchObject({
    version,
    dependencies: { 'openapi-fetch': devDependencies['openapi-fetch'] },
  });
});

it('the package, as built, is imported by Node, and compiles in the samples of its README', () => {
  const folder = mkdtempSync(join(tmpdir(), 'maina-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const installed = join(folder, 'node_modules/@maina/client');
  mkdirSync(installed, { recursive: true });
  cpSync(`${client}/package.json`, join(installed, 'package.json'));
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  const compile = (...options: string[]) =>
    execFileSync(process.execPath, [join(root, 'node_modules/@typescript/native/bin/tsc'), ...options], {
      cwd: folder,
      stdio: 'inherit',
    });
  // As `npm run client` does.
  const emitting = ['--noEmit', 'false', '--incremental', 'false', '--tsBuildInfoFile', 'null'];
  compile('-p', join(root, 'tools/tsconfig/client.json'), ...emitting, '--outDir', join(installed, 'dist'));
  // The README's samples belong together.
  const samples = readFileSync(`${client}/README.md`, 'utf8').matchAll(/```ts\n(.*?)```/gs);
  const around = `declare const id: string, etag: string, process: { env: Record<string, string | undefined> };
    declare const readItAgain: () => Promise<void>;`;
  writeFileSync(join(folder, 'readme.mts'), [around, ...[...samples].map(([, code]) => code)].join('\n'));
  compile(...['--module', 'nodenext', '--strict', '--noEmit'], ...['--lib', 'ESNext,DOM'], 'readme.mts');
  const program = `import { createMaina, MainaError } from '@maina/client';
    const maina = createMaina({ url: 'http://127.0.0.1:9', key: 'maina_', tries: 1 });
    console.log(await maina.GET('/api/people').catch((error) => error instanceof MainaError || error.message));`;
  writeFileSync(join(folder, 'program.mjs'), program);
  const printed = execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(printed).toBe('fetch failed\n');
});
