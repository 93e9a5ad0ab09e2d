import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  formatLocationCode,
  generateLocationCode,
  locationCodeFromScan,
  locationCodeUrl,
  parseLocationCode,
  rotatingCodeUrl,
} from './location-code.ts';
import { pathFor } from './paths.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codes = fc
  .uint8Array({ minLength: 8, maxLength: 8 })
  .map((bytes) => generateLocationCode((count) => bytes.subarray(0, count)));
const origins = ['https://maina.example', 'http://localhost:3000'];
const mistyped = { ok: false, reason: 'mistyped' };

it('a code is 9 symbols, spread over the whole alphabet, and different each time', () => {
  const made = Array.from({ length: 2_000 }, () => generateLocationCode(randomBytes));
  for (const code of made) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{9}$/);
  expect(new Set(made).size).toBe(made.length);
  for (let place = 0; place < 9; place += 1) {
    expect(new Set(made.map((code) => code[place])).size).toBe(32);
  }
});

it('every wrong symbol in every position is detected', () => {
  fc.assert(
    fc.property(codes, (code) => {
      for (const [place, right] of [...code].entries()) {
        for (const symbol of alphabet) {
          const typed = code.slice(0, place) + symbol + code.slice(place + 1);
          expect(parseLocationCode(typed)).toEqual(symbol === right ? { ok: true, code } : mistyped);
        }
      }
    }),
  );
});

it('every swap of two different symbols is detected', () => {
  const swaps = Array.from({ length: 9 }, (_, i) =>
    Array.from({ length: i }, (_, j) => [i, j] as const),
  ).flat();
  fc.assert(
    fc.property(codes, (code) => {
      for (const [i, j] of swaps) {
        const typed = [...code];
        [typed[i], typed[j]] = [code.charAt(j), code.charAt(i)];
        expect(parseLocationCode(typed.join(''))).toEqual(
          code[i] === code[j] ? { ok: true, code } : mistyped,
        );
      }
    }),
  );
});

it('every swapped pair of adjacent symbols in every position is detected', () => {
  for (let place = 0; place < 7; place += 1) {
    for (const a of alphabet) {
      for (const b of alphabet) {
        const bytes = new Uint8Array(8).map((_, i) => 7 * i + 3);
        bytes[place] = alphabet.indexOf(a);
        bytes[place + 1] = alphabet.indexOf(b);
        const code = generateLocationCode(() => bytes);
        const typed = code.slice(0, place) + b + a + code.slice(place + 2);
        expect(parseLocationCode(typed).ok).toBe(a === b);
      }
    }
  }
});

it('parsing accepts any case, spaces, dashes, O for 0, I and L for 1', () => {
  const sloppy = fc.tuple(codes, fc.infiniteStream(fc.nat(5))).map(([code, choices]) => {
    const forms = (symbol: string) =>
      ({ '0': ['0', 'O', 'o'], '1': ['1', 'I', 'l', 'i', 'L'] })[symbol] ?? [symbol, symbol.toLowerCase()];
    const pick = (from: string[]) => from[(choices.next().value ?? 0) % from.length] ?? '';
    const typed = [...code]
      .map((symbol) => pick(['', ' ', '-', '–', '\u00a0']) + pick(forms(symbol)))
      .join('');
    return { code, typed };
  });
  fc.assert(
    fc.property(sloppy, ({ code, typed }) => {
      expect(parseLocationCode(typed)).toEqual({ ok: true, code });
    }),
  );
});

it.each(['', ' ', '1234', '0000-0000', '0000-0000-00', 'UUUU-UUUU-U', '0000 0000 ž', '0'.repeat(1e6)])(
  '%.20j is no code',
  (text) => {
    expect(parseLocationCode(text)).toEqual({ ok: false, reason: 'malformed' });
    expect(locationCodeFromScan(text, origins)).toEqual({ ok: false, reason: 'malformed' });
  },
);

it('people see XXXX-XXXX-C', () => {
  expect(formatLocationCode('ABCD1234Z')).toBe('ABCD-1234-Z');
});

it('parses the link on a poster and the bare code', () => {
  fc.assert(
    fc.property(codes, fc.constantFrom(...origins), (code, origin) => {
      expect(locationCodeUrl(origin, code)).toBe(`${origin}/time-tracking?code=${code}`);
      const paths = [pathFor('timeTracking', 'lv'), '/time-tracking/', '/pl/time-tracking'];
      const urls = [
        locationCodeUrl(origin, code),
        ...paths.map((path) => `${origin}${path}?x=1&code=${code}#y`),
      ];
      for (const text of [...urls, ` ${urls[0]}\n`]) {
        expect(locationCodeFromScan(text, origins)).toEqual({ ok: true, code, form: 'url', rotating: null });
      }
      for (const text of [code, ` ${formatLocationCode(code)} `]) {
        expect(locationCodeFromScan(text, origins)).toEqual({ ok: true, code, form: 'code', rotating: null });
      }
      const rotating = '0123456789';
      expect(locationCodeFromScan(rotatingCodeUrl(origin, code, rotating), origins)).toEqual({
        ...{ ok: true, code, form: 'url', rotating },
      });
      for (const [t, read] of [
        ['abcdefghjk', 'ABCDEFGHJK'],
        ['', ''],
        ['short', ''],
      ]) {
        const found = locationCodeFromScan(rotatingCodeUrl(origin, code, t ?? ''), origins);
        expect(found).toMatchObject({ form: 'url', rotating: read });
      }
    }),
  );
});

const code = generateLocationCode(() => new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]));
const wrong = `${code.slice(0, 8)}${code.endsWith('0') ? '1' : '0'}`;

it.each([
  [`https://evil.example/time-tracking?code=${code}`, 'foreign'],
  [`https://maina.example.evil.example/time-tracking?code=${code}`, 'foreign'],
  [`https://maina.example@evil.example/time-tracking?code=${code}`, 'foreign'],
  [`http://maina.example/time-tracking?code=${code}`, 'foreign'],
  [`https://maina.example:8443/time-tracking?code=${code}`, 'foreign'],
  [`https://maina.example/dashboard?code=${code}`, 'foreign'],
  [`https://maina.example/time-tracking?code=${code}&${'x'.repeat(1e6)}`, 'foreign'],
  [`javascript:alert('${code}')`, 'foreign'],
  ['https://', 'foreign'],
  ['WIFI:S:Office;T:WPA;P:secret;;', 'foreign'],
  ['https://maina.example/time-tracking', 'malformed'],
  ['https://maina.example/time-tracking?code=', 'malformed'],
  ['https://maina.example/time-tracking?code=%', 'malformed'],
  [`https://maina.example/time-tracking?code=${wrong}`, 'mistyped'],
  [wrong, 'mistyped'],
])('%.60s is %s', (text, reason) => {
  expect(locationCodeFromScan(text, origins)).toEqual({ ok: false, reason });
});

it('no text makes it throw', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.string().map((t) => `${origins[0]}/${t}`),
  );
  fc.assert(fc.property(hostile, (text) => typeof locationCodeFromScan(text, origins).ok === 'boolean'));
});
