import { expect, it } from 'vitest';
import { inStretches, type Warning } from './schedule-data.ts';

const warning = (userId: string, day: number, kind: Warning['kind'] = 'daily-rest', ms = 1): Warning => ({
  ...{ userId, date: `2026-07-0${day}`, kind, ms, limitMs: 2 },
});
const texts = (warnings: Warning[]) =>
  inStretches(warnings).map(
    ({ userId, kind, date, until }) => `${userId} ${kind} ${date.slice(8)}-${until.slice(8)}`,
  );

it('joins what says the same of a person on days in a row', () => {
  expect(texts([warning('a', 1), warning('a', 2), warning('a', 4), warning('b', 5)])).toEqual([
    'a daily-rest 01-02',
    'a daily-rest 04-04',
    'b daily-rest 05-05',
  ]);
  expect(texts([warning('a', 1), warning('a', 2, 'daily-rest', 3)])).toHaveLength(2);
});

it('joins notices, whose figure is the distance of their date', () => {
  expect(texts([warning('a', 1, 'notice', 5), warning('a', 2, 'notice', 6)])).toEqual(['a notice 01-02']);
});
