/* Reading and using a page in any engine. What runs in the page sees nothing but its arguments. */
import { expect } from '@playwright/test';
import type { Window } from './engine.ts';

/** What a page shows. Boxes are in CSS pixels. */
export type Look = {
  /** Of the whole page. */
  height: number;
  /** How far the page can be scrolled sideways. */
  sideways: number;
  /** The topmost dialog, menu or calendar. */
  overlay: { width: number; height: number; shown: number } | null;
  /** Everything written on screen, in order: of the overlay if there is one. */
  texts: string[];
};

/** Waits until the page has what it shows and nothing moves. */
export async function settle(window: Window): Promise<void> {
  await expect(async () => expect(await window.evaluate(waitForRest)).toBe(true)).toPass({ timeout: 60_000 });
}

/** Whether the page came to rest within some seconds. */
async function waitForRest(): Promise<boolean> {
  const isBusy = () =>
    document.readyState !== 'complete' ||
    document.querySelector('[aria-busy="true"], .animate-pulse') !== null ||
    document.getAnimations().some(
      ({ playState, effect }) =>
        playState === 'running' &&
        effect instanceof KeyframeEffect &&
        effect.getTiming().iterations !== Infinity &&
        // Firefox stops the transitions of what `content-visibility: auto` leaves out.
        effect.target?.checkVisibility({ contentVisibilityAuto: true }),
    );
  let before = '';
  let calm = 0;
  for (let tick = 0; tick < 100 && calm < 3; tick += 1) {
    await document.fonts.ready;
    const boxes = [...document.querySelectorAll('[role=dialog], [role=alertdialog], :popover-open')].map(
      (element) => JSON.stringify(element.getBoundingClientRect()),
    );
    const { scrollHeight } = document.documentElement;
    const now = [location.href, scrollHeight, document.body.innerHTML.length, ...boxes].join();
    calm = !isBusy() && now === before ? calm + 1 : 0;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 80));
  }
  return calm === 3;
}

/** Measures a page at rest. */
export const look = (window: Window): Promise<Look> =>
  window.evaluate(() => {
    // What is far below has the height that it is expected to have.
    for (const section of document.querySelectorAll('section')) section.style.contentVisibility = 'visible';
    const { scrollHeight, scrollWidth, clientWidth } = document.documentElement;
    const overlay = [
      ...document.querySelectorAll('[role=dialog], [role=alertdialog], [popover]:popover-open'),
    ].findLast((element) => element.checkVisibility());
    const box = overlay?.getBoundingClientRect();
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      // Messages come and go by themselves; below a chart's title stands what the pointer is on.
      !element.closest('[aria-label*="(F8)"], noscript, figure > [aria-hidden=true]');
    const texts: string[] = [];
    const root = overlay ?? document.body;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node instanceof Text) {
        const text = node.data.replace(/\s+/g, ' ').trim();
        if (text && node.parentElement && isShown(node.parentElement)) texts.push(text);
      } else if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) {
        if (isShown(node) && !node.matches('[type=checkbox], [type=radio]'))
          texts.push(node.value || node.placeholder);
      }
    }
    return {
      height: scrollHeight,
      sideways: scrollWidth - clientWidth,
      overlay: box
        ? {
            width: Math.round(box.width),
            height: Math.round(box.height),
            shown: Math.round(Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)),
          }
        : null,
      texts: texts.filter(Boolean),
    };
  });

/** What somebody reads on a control: the text of a button, a link or a menu item; the label of a field. */
export type Control = { kind: 'button' | 'link' | 'field' | 'row'; name: string; nth?: number };

/** Clicks a control once it is there, is not covered and does not move. */
export async function click(window: Window, control: Control): Promise<void> {
  await expect(async () => {
    const at = await window.evaluate(findControl, control);
    expect(at, `${window.engine}: ${control.kind} “${control.name}”`).not.toBeNull();
    if (at) await window.clickAt(at.x, at.y);
  }).toPass({ timeout: 60_000 });
}

/** How many dialogs, menus and calendars are open. */
export const countOpen = (window: Window): Promise<number> =>
  window.evaluate(
    () =>
      [...document.querySelectorAll('[role=dialog], [role=alertdialog], [popover]:popover-open')].filter(
        (element) => element.checkVisibility(),
      ).length,
  );

/** Clicks a control and waits for the dialog, menu or calendar that it opens. */
export async function open(window: Window, control: Control): Promise<void> {
  await click(window, control);
  await expect.poll(() => countOpen(window), `${window.engine}: ${control.name} opens`).toBeGreaterThan(0);
  await settle(window);
}

/** Replaces what is in a field. */
export async function fill(window: Window, name: string, text: string): Promise<void> {
  await click(window, { kind: 'field', name });
  await window.evaluate(() => {
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.select();
  });
  await window.type(text);
}

/** Waits until this is written on screen. */
export const shows = (window: Window, text: string): Promise<void> =>
  expect
    .poll(async () => (await look(window).catch(() => null))?.texts.some((shown) => shown.includes(text)), {
      message: `${window.engine}: ${text}`,
    })
    .toBe(true);

/** The middle of a control; null if it is not there, covered, or on the move. */
async function findControl({ kind, name, nth = 0 }: Control): Promise<{ x: number; y: number } | null> {
  const selector = {
    button: 'button, [role=menuitem], [role=tab], summary',
    link: 'a[href]',
    field: 'input, textarea, select',
    row: 'tr',
  }[kind];
  /** The text without what only decorates. */
  const spoken = (element: Element) => {
    const copy = element.cloneNode(true);
    if (copy instanceof Element) for (const one of copy.querySelectorAll('[aria-hidden=true]')) one.remove();
    return copy.textContent ?? '';
  };
  const nameOf = (element: Element) => {
    const labels = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    const label = labels ? element.labels?.[0] : undefined;
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    return (
      element.getAttribute('aria-label') ??
      (ids.length > 0
        ? ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
        : spoken(label ?? element))
    )
      .replace(/\s+/g, ' ')
      .trim();
  };
  const modal = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [popover]:popover-open')]
    .filter((element) => element.checkVisibility())
    .at(-1);
  const shown = [...(modal ?? document).querySelectorAll(selector)].filter((each) => each.checkVisibility());
  // The hours of an open entry grow while the page is looked at.
  const withoutHours = (text: string) => text.replace(/\d+:\d\d h/, '');
  const exact = shown.filter((each) => nameOf(each) === name);
  const alike = () => shown.filter((each) => withoutHours(nameOf(each)) === withoutHours(name));
  const found = (exact.length > 0 ? exact : alike())[nth];
  if (!found) return null;
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const boxOf = () => found.getBoundingClientRect();
  const before = boxOf();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const { left, top, width, height } = boxOf();
  const at = { x: left + width / 2, y: top + height / 2 };
  const hit = document.elementFromPoint(at.x, at.y);
  const isFree = found.contains(hit) || (hit?.closest('label')?.contains(found) ?? false);
  return isFree && before.left === left && before.top === top ? at : null;
}

/** What differs from how Chromium shows the same; empty if nothing does. */
export function differences(inChromium: Look, here: Look, isPaper = false): string[] {
  const found: string[] = [];
  const compare = (what: string, expected: number, actual: number) => {
    // Another engine may break a line elsewhere.
    if (Math.abs(expected - actual) > Math.max(LINES, expected * 0.03))
      found.push(`${what}: ${actual} px instead of ${expected}`);
  };
  // A sheet that is too wide for paper is printed smaller, by every engine.
  if (here.sideways > (isPaper ? inChromium.sideways : 0))
    found.push(`can be scrolled sideways by ${here.sideways} px`);
  if (Boolean(here.overlay) !== Boolean(inChromium.overlay))
    return [...found, here.overlay ? 'something is open here only' : 'nothing is open here'];
  if (here.overlay && inChromium.overlay) {
    for (const part of ['width', 'height', 'shown'] as const)
      compare(`overlay’s ${part}`, inChromium.overlay[part], here.overlay[part]);
  } else compare('page’s height', inChromium.height, here.height);
  // Time goes on between two looks: numbers differ.
  const [expected, actual] = [inChromium, here].map(({ texts }) =>
    texts.map((text) => text.replace(/\d+/g, '0')),
  );
  const missing = expected?.filter((text) => !actual?.includes(text)) ?? [];
  const extra = actual?.filter((text) => !expected?.includes(text)) ?? [];
  if (missing.length > 0) found.push(`not shown: ${missing.slice(0, 8).join(' | ')}`);
  if (extra.length > 0) found.push(`shown here only: ${extra.slice(0, 8).join(' | ')}`);
  return found;
}

/** Three lines of text: letters are a little wider elsewhere, and a list breaks several of its lines. */
const LINES = 72;

/** What scripts did wrong. Requests that fail are not among it: pages answer these, and not all of them are mistakes. */
export const faultsOf = ({ errors }: Window): string[] =>
  errors.filter((error) => !/Failed to load|NETWORK ERROR|NetworkError/.test(error));
