import { argon2 } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { translator } from '#server/platform/texts/i18n.ts';
import { addEmployee, registerCompany, uniqueEmail } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { hashCheaply } from '../identity/passwords.ts';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, argon2: vi.fn(crypto.argon2) };
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  hashCheaply(false);
});
afterAll(() => app.close());

it('answers the same, after hashing as much, for an unknown e-mail and a wrong password', async () => {
  const { employee } = await addEmployee(app, await registerCompany(app));
  const attempt = async (email: string) => {
    vi.mocked(argon2).mockClear();
    const { status, body } = await app
      .client()
      .call('login', { body: { email, password: 'not the password' } });
    // A hash is what takes the time, and what it costs is in its parameters.
    const hashed = vi
      .mocked(argon2)
      .mock.calls.map(([algorithm, { memory, passes, parallelism, tagLength }]) => {
        return { algorithm, memory, passes, parallelism, tagLength };
      });
    return { status, body, hashed };
  };
  const message = translator('en')('errors:invalid_credentials');
  const expected = {
    status: 401,
    body: { message, code: 'invalid_credentials' },
    hashed: [{ algorithm: 'argon2id', memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }],
  };
  expect(await attempt(employee.email)).toEqual(expected);
  expect(await attempt(uniqueEmail('nobody'))).toEqual(expected);
});
