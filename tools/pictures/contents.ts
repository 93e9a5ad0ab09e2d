/*
 * What the pictures show, as texts: `contents.json`, which `npm run screenshots` writes with them. tests/e2e/pictures.spec.ts
 * compares it with what the screens say now.
 */
import type { Locator, Page } from '@playwright/test';

/** The texts of each picture by its name, in one line. */
export type Contents = Record<string, string>;

const separator = ' | ';
/** What a screen is made of. What stands in lists is data. */
const telling = [
  ...['h1', 'h2:not(li h2)', 'h3:not(li h3)', 'thead th', 'dt', 'nav a'],
  ...['[role=tab]', 'label:not(li label)', 'button'],
].join();

/** A PDF (base64), with the title and the column headings of its table. */
export type Printed = { pdf: string; texts: string[] };

/** Returns the headings, column headings, navigation, tabs, fields and buttons that the subject shows, each once. */
export async function readContents(subject: Page | Locator | Printed): Promise<string> {
  if ('texts' in subject) return joinTexts(subject.texts);
  // A part of a page may come after the page.
  if (!('goto' in subject)) await subject.waitFor();
  const texts = await subject.locator(telling).filter({ visible: true }).allInnerTexts();
  return joinTexts(texts);
}

/** Counts and dates are data, as is what stands on further lines. */
export const joinTexts = (texts: string[]) =>
  [...new Set(texts.map((text) => text.trim().split('\n', 1).join('').trim()))]
    .filter((text) => text && !/\d/.test(text))
    .join(separator);

/** Names every picture that shows something else than its screen does now, with the difference; empty if none does. */
export function findOutdated(recorded: Contents, now: Contents): string[] {
  return Object.keys({ ...recorded, ...now }).flatMap((name) => {
    const before = recorded[name]?.split(separator) ?? [];
    const after = now[name]?.split(separator) ?? [];
    const gone = before.filter((text) => !after.includes(text));
    const added = after.filter((text) => !before.includes(text));
    if (gone.length + added.length === 0 && name in recorded && name in now) return [];
    return [`${name}: shows “${gone.join(separator)}”, its screen “${added.join(separator)}”`];
  });
}
