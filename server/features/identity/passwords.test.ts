import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { hashCheaply, hashPassword, verifyPassword } from './passwords.ts';

beforeEach(() => hashCheaply(false));

it('costs what OWASP recommends', async () => {
  const hash = await hashPassword('correct horse');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword('correct horse', hash)).toBe(true);
  expect(await verifyPassword('correct horsf', hash)).toBe(false);
});

it('matches nothing without a hash', async () => {
  expect(await verifyPassword('', undefined)).toBe(false);
  expect(await verifyPassword('', '')).toBe(false);
});

it('checks each hash at the cost that it was made with', async () => {
  hashCheaply(true);
  const cheap = await hashPassword('correct horse');
  hashCheaply(false);
  const safe = await hashPassword('correct horse');
  expect(cheap).toContain('m=8,t=1');
  expect(await verifyPassword('correct horse', cheap)).toBe(true);
  hashCheaply(true);
  expect(await verifyPassword('correct horse', safe)).toBe(true);
  expect(await verifyPassword('correct horsf', safe)).toBe(false);
});

it('is made cheap only by tests', () => {
  const root = join(import.meta.dirname, '../../..');
  const callers = globSync('{contract,deploy,domain,server,tests,tools,web}/**/*.{ts,tsx,cjs}', {
    cwd: root,
    exclude: ['**/*.test.ts', '**/*.spec.ts'],
  }).filter((file) => readFileSync(join(root, file), 'utf8').includes('hashCheaply'));
  expect(callers.toSorted()).toEqual([
    'server/features/identity/passwords.ts',
    'tests/support/browser/server.ts',
    'tests/support/test-app.ts',
  ]);
});
