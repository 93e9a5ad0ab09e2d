/* Messages that disappear by themselves: toasts, what a scan is answered with, and that the connection is back. */
import { type BrowserContext, expect, type Page } from '@playwright/test';

type Noted = { told: string[] };

/** Each page notes its messages: a busy machine may not look for as long as one is shown. */
export const noteMessages = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const told: string[] = [];
    Object.assign(window, { told } satisfies Noted);
    const message = '[role=status] > .fixed, [role=status] > p, [role=region] > ol > li';
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        const found = node.matches(message) ? [node] : node.querySelectorAll(message);
        for (const { textContent } of found) told.push(textContent.replaceAll(/\s+/g, ' '));
      }
    }).observe(document, { childList: true, subtree: true });
  });

/** What nobody has waited for yet. */
export const toldIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as Noted).told);

/** Confirms, where the phone asks because the last scan was less than a minute ago; then such a message comes. */
export async function isToldOnceConfirmed(page: Page, ...words: string[]): Promise<void> {
  const question = page.getByRole('group', { name: / s ago/ });
  const hasMessage = async () =>
    (await toldIn(page)).some((text) => words.every((word) => text.includes(word)));
  await expect.poll(async () => (await question.isVisible()) || (await hasMessage())).toBe(true);
  if (await question.isVisible()) await question.getByRole('button').first().click();
  await isTold(page, ...words);
}

/** Waits for a message with these words, after those that were waited for before. */
export const isTold = (page: Page, ...words: string[]): Promise<void> =>
  // Tries again where the page is just going to another one.
  expect(async () => {
    const isFound = await page.evaluate(
      (wanted) => {
        const { told } = window as unknown as Noted;
        const found = told.findIndex((text) => wanted.every((word) => text.includes(word)));
        if (found >= 0) told.splice(0, found + 1);
        return found >= 0;
      },
      words.map((text) => text.replaceAll(/\s+/g, ' ')),
    );
    expect(isFound, words.join(', ')).toBe(true);
  }).toPass({ timeout: 60_000 });
