import { expect, it } from 'vitest';
import { mailTranslator, nameInMail, withoutLinks } from './mail-text.ts';

it.each([
  ['Win a prize: https://evil.example/now', 'Win a prize: …'],
  ['HTTP://evil.example', '…'],
  ['(www.evil.example)', '…'],
  ['see evil.example/now please', 'see … please'],
  ['see evil.example?a=1', 'see …'],
  ['evil.example', 'evil. example'],
  ['a@evil.example', 'a@evil. example'],
  ['evil。example', 'evil. example'],
  ['SIA Baltic Wood, nr. 3', 'SIA Baltic Wood, nr. 3'],
  ['24.12.2026 plkst. 8.30', '24.12.2026 plkst. 8.30'],
  ['O’Neill-Bērziņa', 'O’Neill-Bērziņa'],
])('%s appears in a mail as %s', (text, shown) => {
  expect(withoutLinks(text)).toBe(shown);
});

it('a name is cut to 60 characters, also inside a sentence', () => {
  expect([...nameInMail('ā'.repeat(200))]).toHaveLength(60);
  const t = mailTranslator('en');
  expect(t('mail:greeting', { firstName: 'x'.repeat(200) }).length).toBeLessThan(75);
  expect(t('mail:greeting', { firstName: 'https://evil.example' })).not.toContain('evil');
});
