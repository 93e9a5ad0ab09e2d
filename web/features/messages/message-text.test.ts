import fc from 'fast-check';
import { expect, it } from 'vitest';
import { preview, textParts } from './message-text.ts';

it('shortens to one line of at most 100 characters and an ellipsis', () => {
  expect(preview('  Rīt\n\nvisiem   ķiveres. ')).toBe('Rīt visiem ķiveres.');
  expect(preview('ā'.repeat(100))).toBe('ā'.repeat(100));
  expect(preview('ā'.repeat(101))).toBe(`${'ā'.repeat(100)}…`);
  expect(preview(`${'a'.repeat(99)} bc`)).toBe(`${'a'.repeat(99)}…`);
});

it('does not split a character', () => {
  expect(preview('😀'.repeat(101))).toBe(`${'😀'.repeat(100)}…`);
});

const links = (content: string) => textParts(content).flatMap(({ text, isLink }) => (isLink ? [text] : []));

it.each([
  ['See https://example.com/plan.', ['https://example.com/plan']],
  [
    '(http://example.com/a), https://b.example?x=1&y=2!',
    ['http://example.com/a', 'https://b.example?x=1&y=2'],
  ],
  [
    'https://example.com/Hall_(3) and „https://example.com/ā”',
    ['https://example.com/Hall_(3)', 'https://example.com/ā'],
  ],
  ['HTTPS://EXAMPLE.COM\nnext', ['HTTPS://EXAMPLE.COM']],
  ['javascript:alert(1) data:text/html,x ftp://x //y mailto:a@b.lv www.example.com', []],
  ['https:// http://. <b>x</b>', []],
])('the web addresses in %j', (content, expected) => {
  expect(links(content)).toEqual(expected);
});

it('loses and changes no text, and links only to http and https addresses', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.constantFrom('https://', 'javascript:', ')', ' ', '\n'),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const content = pieces.join('');
      const parts = textParts(content);
      expect(parts.map(({ text }) => text).join('')).toBe(content);
      for (const { text, isLink } of parts) {
        if (isLink) expect(new URL(text).protocol).toMatch(/^https?:$/);
      }
    }),
  );
});
