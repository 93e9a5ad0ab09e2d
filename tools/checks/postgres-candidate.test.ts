import { expect, it } from 'vitest';
import { outdatedIn } from './postgres-candidate.ts';

const policy = (installed: string, candidate: string) =>
  `postgresql-15:\n  Installed: ${installed}\n  Candidate: ${candidate}\n  Version table:\n`;

it.each([
  ['the same', policy('15.20-0+deb12u1', '15.20-0+deb12u1'), false],
  ['an older one', policy('15.18-0+deb12u1', '15.20-0+deb12u1'), true],
  ['none', policy('(none)', '15.20-0+deb12u1'), false],
  ['one that no source offers any more', policy('15.18-0+deb12u1', '(none)'), false],
  ['a package that apt does not know', '', false],
])('installed is %s', (_, text, isOutdated) => {
  const lines = outdatedIn(text);
  expect(lines).toHaveLength(isOutdated ? 1 : 0);
  for (const line of lines) expect(line).toMatch(/15\.18\S* was tested; apt offers 15\.20/);
});
