import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSecretBox } from './secret-box.ts';

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'maina-secret-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

it('opens what it has sealed, for the owner it was sealed for', async () => {
  const dataDir = await newFolder();
  const box = createSecretBox({ secretKey: undefined, dataDir: join(dataDir, 'new') });
  const sealed = await box.seal('JBSWY3DP', 'one');
  expect(sealed.toString('latin1')).not.toContain('JBSWY3DP');
  expect(await box.seal('JBSWY3DP', 'one')).not.toEqual(sealed);
  expect(await box.open(sealed, 'one')).toBe('JBSWY3DP');
  expect(await box.open(sealed, 'another')).toBeNull();
  for (const index of [0, 15, sealed.length - 1]) {
    const damaged = Buffer.from(sealed);
    damaged[index] = (damaged[index] ?? 0) ^ 1;
    expect(await box.open(damaged, 'one')).toBeNull();
  }
});

it('creates its key once, readable only by its own account, and finds it again', async () => {
  const dataDir = await newFolder();
  const boxes = Array.from({ length: 5 }, () => createSecretBox({ secretKey: undefined, dataDir }));
  const sealed = await Promise.all(boxes.map((box) => box.seal('text', 'one')));
  const later = createSecretBox({ secretKey: undefined, dataDir });
  for (const one of sealed) expect(await later.open(one, 'one')).toBe('text');
  expect(await readdir(dataDir)).toEqual(['secret.key']);
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).toMatch(/^[\w-]{43}$/);
});

it('uses the key of the setting, if there is one, and creates no file', async () => {
  const dataDir = await newFolder();
  const one = createSecretBox({ secretKey: 'x'.repeat(32), dataDir });
  const other = createSecretBox({ secretKey: 'y'.repeat(32), dataDir });
  const sealed = await one.seal('text', 'one');
  expect(await createSecretBox({ secretKey: 'x'.repeat(32), dataDir }).open(sealed, 'one')).toBe('text');
  expect(await other.open(sealed, 'one')).toBeNull();
  expect(await readdir(dataDir)).toEqual([]);
});

it('reports that it cannot store its key, and retries the next time', async () => {
  const dataDir = join(await newFolder(), 'in the way');
  await writeFile(dataDir, '');
  const box = createSecretBox({ secretKey: undefined, dataDir });
  await expect(box.seal('text', 'one')).rejects.toThrow();
  await rm(dataDir);
  expect(await box.open(await box.seal('text', 'one'), 'one')).toBe('text');
});

it('hashes with a separate key, so the text alone does not give the hash', async () => {
  const dataDir = await newFolder();
  const one = createSecretBox({ secretKey: 'x'.repeat(32), dataDir });
  const other = createSecretBox({ secretKey: 'y'.repeat(32), dataDir });
  const hash = await one.hash('198.51.100.9');
  expect(hash).toMatch(/^[\w-]{43}$/);
  expect(await createSecretBox({ secretKey: 'x'.repeat(32), dataDir }).hash('198.51.100.9')).toBe(hash);
  expect(await one.hash('198.51.100.8')).not.toBe(hash);
  expect(await other.hash('198.51.100.9')).not.toBe(hash);
});
