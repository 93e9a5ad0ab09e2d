import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { generateTemporaryPassword, MAX_PASSWORD_LENGTH, normalizeTemporaryPassword } from './passwords.ts';

it('a temporary password is 4 groups of 5 symbols, each made of 5 fresh bits', () => {
  const made = Array.from({ length: 500 }, () => generateTemporaryPassword(randomBytes));
  for (const password of made) expect(password).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}(-|$)){4}$/);
  expect(new Set(made).size).toBe(made.length);
  expect(new Set(made.join('')).size).toBe(33);
  const symbols = Array.from({ length: 32 }, (_, bits) =>
    generateTemporaryPassword((n) => new Uint8Array(n).fill(bits)),
  );
  expect(new Set(symbols).size).toBe(32);
});

it('is recognised however it is typed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
      const password = generateTemporaryPassword(() => bytes);
      const bare = password.replaceAll('-', '');
      const typed = [
        password,
        bare,
        ` ${password.toLowerCase()} `,
        bare.replaceAll('0', 'o').replaceAll('1', 'l'),
      ];
      for (const text of typed) expect(normalizeTemporaryPassword(text)).toBe(password);
    }),
  );
});

it.each([
  '',
  'secret',
  'AAAAA-AAAAA-AAAAA-AAAA',
  'AAAAA-AAAAA-AAAAA-AAAAAA',
  'U'.repeat(20),
  ' '.repeat(1e6),
])('%.30j cannot be one', (text) => expect(normalizeTemporaryPassword(text)).toBeNull());

it('meets the rules for passwords', () => {
  expect(generateTemporaryPassword(randomBytes).length).toBeLessThan(MAX_PASSWORD_LENGTH);
});
