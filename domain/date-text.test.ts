import { expect, it } from 'vitest';
import { dateText, periodText, weekdayDateText } from './date-text.ts';
import type { Language } from './languages.ts';
import { monthText } from './month-text.ts';

it.each<[Language, string, string, string, string, string]>([
  ['en', '5 Mar 2026', 'Thursday, 5 Mar 2026', 'Thu, 5 Mar 2026', 'March 2026', '22 Nov 2026 – 1 Dec 2026'],
  [
    'lv',
    '05.03.2026',
    'ceturtdiena, 05.03.2026',
    'ceturtd., 05.03.2026',
    '2026. g. marts',
    '22.11.2026 – 01.12.2026',
  ],
  [
    'lt',
    '2026-03-05',
    'ketvirtadienis, 2026-03-05',
    'kt, 2026-03-05',
    '2026 m. kovas',
    '2026-11-22 – 2026-12-01',
  ],
  ['pl', '05.03.2026', 'czwartek, 05.03.2026', 'czw., 05.03.2026', 'marzec 2026', '22.11.2026 – 01.12.2026'],
])('dates, weekdays, months and periods in %s', (language, date, long, short, month, period) => {
  expect(dateText('2026-03-05', language)).toBe(date);
  expect(weekdayDateText('2026-03-05', language)).toBe(long);
  expect(weekdayDateText('2026-03-05', language, 'short')).toBe(short);
  expect(monthText('2026-03', language)).toBe(month);
  expect(periodText({ start: '2026-11-22', end: '2026-12-01' }, language)).toBe(period);
  expect(periodText({ start: '2026-03-05', end: '2026-03-05' }, language)).toBe(date);
});

it('September is Sep in English, as wide as every other month', () => {
  expect(dateText('2026-09-30', 'en')).toBe('30 Sep 2026');
});
