/* Accessibility, judged by axe in the page itself. */
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { inFullRun } from './repetition.ts';

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

/** How a screen is judged. */
type Judged = {
  /** At these widths, in CSS pixels; at the one it has unless said. */
  widths?: number[];
  /** Also in the dark theme, of which only the colours can be at fault. */
  inDark?: boolean;
};

/** Expects that axe finds nothing on this page and that it does not scroll sideways. Afterwards it has its width again and the light theme. */
export async function judge(page: Page, { widths = [], inDark = false }: Judged = {}): Promise<void> {
  const size = page.viewportSize();
  const judgeNow = async (look: string, only?: string[]) => {
    const screen = new URL(page.url()).pathname;
    expect.soft(await axeFaults(page, only), `${screen}, ${look}`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(overflow, `${screen}, ${look}: px to scroll sideways`).toBeLessThanOrEqual(0);
  };
  if (widths.length === 0) await judgeNow('as it is');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await judgeNow(`${width} px`);
  }
  if (inDark) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await judgeNow('dark', COLOURS);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  if (size && widths.length > 0) await page.setViewportSize(size);
}

/** From the narrowest phone to a desktop. Those in between have the layout of a neighbour. */
export const WIDTHS = [320, ...inFullRun(390, 834), 1280];
