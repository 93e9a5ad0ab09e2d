/*
 * The texts of `#domain/date-text.ts` and `#domain/month-text.ts` on a screen: a browser breaks a Lithuanian date at its hyphens
 * and "2026. g. marts" at its blanks, but not at these.
 */
import * as plain from '#domain/date-text.ts';
import * as month from '#domain/month-text.ts';

const unbroken = (text: string) => text.replaceAll(/(?<=\d)-(?=\d)/g, '\u2011');

export const dateText = (...given: Parameters<typeof plain.dateText>) => unbroken(plain.dateText(...given));
export const periodText = (...given: Parameters<typeof plain.periodText>) =>
  unbroken(plain.periodText(...given));
export const weekdayDateText = (...given: Parameters<typeof plain.weekdayDateText>) =>
  unbroken(plain.weekdayDateText(...given));
export const monthText = (...given: Parameters<typeof month.monthText>) =>
  month.monthText(...given).replaceAll(' ', '\u00a0');
