/* Accessibility, judged by axe in the page itself. */
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The rules of WCAG 2.2, A and AA. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rules that judge colours: all that another theme of the same page can break. */
export const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Waits until nothing moves or fades: axe would judge half faded-in elements by their current colours. A new colour
 * may take several frames, because a text fades when its parent has.
 */
const isStill = (page: Page) =>
  page.evaluate(async () => {
    const isEnding = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    for (let frames = 0; frames < 3; frames += 1) {
      await new Promise(requestAnimationFrame);
      const ending = document.getAnimations().filter(isEnding);
      if (ending.length > 0) frames = 0;
      // One whose element has gone meanwhile never finishes.
      const aSecond = new Promise((resolve) => setTimeout(resolve, 1000));
      await Promise.race([aSecond, Promise.allSettled(ending.map(({ finished }) => finished))]);
    }
  });

/** What axe finds on this page, by all rules, or these, or those with one of these tags. */
export async function axeFaults(page: Page, only?: string[]): Promise<string[]> {
  await isStill(page);
  // Loading axe costs more than running it, so each document gets it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    (runOnly) =>
      (window as unknown as { axe: typeof axe }).axe.run({
        resultTypes: ['violations'],
        // No rule in use reads the style sheets.
        preload: { assets: ['media'] },
        // Not on by default: a control's name contains the text on it, for those who speak to their device.
        rules: { 'label-content-name-mismatch': { enabled: true } },
        ...(runOnly && { runOnly }),
      }),
    only,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}

/**
 * What axe finds on this page in both themes, by all rules or those with one of these tags. Of the dark theme only what
 * colours can break: nothing else differs. Afterwards the page is light.
 */
export async function axeFaultsInBothThemes(page: Page, tags?: string[]): Promise<string[]> {
  const faults = await axeFaults(page, tags);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await axeFaults(page, COLOURS);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...faults, ...inDark.map((fault) => `dark: ${fault}`)];
}

/** Checks the page on phones, a tablet and a desktop with axe in both themes and for sideways scrolling, then returns to `size`. */
export async function judgeWidths(page: Page, screen: string, size: { width: number; height: number }) {
  for (const width of [320, 390, 834, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    expect.soft(await axeFaultsInBothThemes(page), `${screen}, ${width}`).toEqual([]);
    const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect.soft(fits, `${screen}, ${width}`).toBe(true);
  }
  await page.setViewportSize(size);
}
