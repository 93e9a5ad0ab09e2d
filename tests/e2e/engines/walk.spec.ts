/*
 * Every page with its dialogs, menus, date fields and print in Firefox and in Safari's engine, compared with Chromium:
 * `npm run test:engines`. Chromium finds out what each button opens; the others open the same.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { test as base, expect } from '@playwright/test';
import { dateIn, previousMonthOf } from '#domain/dates.ts';
import {
  type Engine,
  type EngineName,
  hasEngine,
  type Size,
  startEngine,
  type Window,
} from '#tests/support/browser/engine.ts';
import {
  type Control,
  click,
  countOpen,
  differences,
  faultsOf,
  look,
  open,
  settle,
} from '#tests/support/browser/look.ts';
import { SCREENS, type Screen, type Shown } from '#tests/support/browser/screens.ts';
import { say, urlOf } from '#tests/support/browser/support.ts';

const t = say('en');
/** Of a screen. */
const WIDTHS = [390, 834, 1280];
/** A sheet of A4 at 96 pixels to the inch. */
const PAPER = { width: 794, height: 1123 };
const others = (['firefox', 'webkit'] satisfies EngineName[]).filter(hasEngine);

/** The same window in each engine. */
type Windows = { name: EngineName; window: Window }[];
type Rooms = { of(who: Screen['who']): Promise<Windows>; shown: Shown };

const test = base.extend<object, { rooms: Rooms }>({
  rooms: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here.
    async ({}, use) => {
      const engines = await Promise.all(['chromium' as const, ...others].map(startEngine));
      let opened: { who: Screen['who']; windows: Windows } | undefined;
      // One person's at a time: an engine slows down the window behind another.
      const of = async (who: Screen['who']) => {
        if (opened?.who === who) return opened.windows;
        await Promise.all(opened?.windows.map(({ window }) => window.close()) ?? []);
        opened = { who, windows: await openFor(who, engines) };
        return opened.windows;
      };
      await use({ of, shown: await findShown(of) });
      await Promise.all(engines.map((engine) => engine.close()));
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** A window of each engine, signed in to the demo company. */
const openFor = (who: Screen['who'], engines: Engine[]): Promise<Windows> =>
  Promise.all(
    engines.map(async (engine) => {
      const window = await engine.open();
      await window.goto(urlOf('terms', 'en'));
      if (who === 'visitor') return { name: engine.name, window };
      // At the start of the server a job makes the company.
      await expect
        .poll(() =>
          window.evaluate(async (role) => {
            const body = JSON.stringify({ role });
            const headers = { 'content-type': 'application/json' };
            return (await fetch('/api/demo', { method: 'POST', headers, body })).status;
          }, who),
        )
        .toBeLessThan(300);
      return { name: engine.name, window };
    }),
  );

/** What of the demo company the pages are opened with. */
async function findShown(of: Rooms['of']): Promise<Shown> {
  const read = async (who: Screen['who'], path: string) =>
    (await of(who))[0]?.window.evaluate(async (url) => {
      const found = await (await fetch(url)).json();
      const list: { id: string }[] = Array.isArray(found) ? found : found.messages;
      return list[0]?.id ?? '';
    }, path);
  return {
    location: (await read('admin', '/api/locations')) ?? '',
    person: (await read('admin', '/api/employees')) ?? '',
    message: (await read('employee', '/api/messages')) ?? '',
    month: previousMonthOf(dateIn(Date.now(), 'Europe/Riga')).start.slice(0, 7),
  };
}

const everywhere = (windows: Windows, act: (window: Window, name: EngineName) => Promise<unknown>) =>
  Promise.all(windows.map(({ window, name }) => act(window, name)));

/** Compares what the windows show with Chromium's, and keeps a picture of each. */
async function compare(windows: Windows, title: string, isPaper = false): Promise<void> {
  const problems = async () => {
    // A page may look at rest before it begins to load, and a minute may pass between two looks.
    await everywhere(windows, settle);
    const [chromium, ...looks] = await Promise.all(windows.map(({ window }) => look(window)));
    const found = looks.flatMap((here, index) =>
      chromium
        ? differences(chromium, here, isPaper).map((one) => `${windows[index + 1]?.name}: ${one}`)
        : [],
    );
    // A request that failed explains what is not shown.
    const failed = windows.flatMap(({ name, window }) =>
      window.errors.slice(-2).map((one) => `${name}: ${one}`),
    );
    return found.length > 0 ? [...found, ...failed] : [];
  };
  await expect.soft.poll(problems, { message: title }).toEqual([]);
  await everywhere(windows, async (window, name) => {
    const folder = `test-results/engines/${name}`;
    await mkdir(folder, { recursive: true });
    await writeFile(`${folder}/${title.replace(/[^\w.-]+/g, '_').slice(0, 120)}.png`, await window.picture());
  });
}

/** What has been tried, so that the same is not opened on every page. */
const tried = new Set<string>();

type Opener = Control & { key: string; isFrame: boolean };

/** The buttons that may open something, of what is open now: of similar ones, such as those of rows, the first. */
function listOpeners(untouched: string[]): Opener[] {
  const overlay = [
    ...document.querySelectorAll('[role=dialog], [role=alertdialog], [popover]:popover-open'),
  ].findLast((element) => element.checkVisibility());
  const selector = !overlay ? 'button' : '[role=menuitem]:is(button), button[aria-haspopup]';
  const seen = new Map<string, number>();
  const found: Opener[] = [];
  for (const element of (overlay ?? document).querySelectorAll<HTMLButtonElement>(selector)) {
    if (!element.checkVisibility() || element.disabled || element.closest('aside, [aria-label*="(F8)"]'))
      continue;
    // As findControl reads it: without what only decorates.
    const copy = element.cloneNode(true) as HTMLButtonElement;
    for (const one of copy.querySelectorAll('[aria-hidden=true]')) one.remove();
    const name = (element.getAttribute('aria-label') ?? copy.textContent).replace(/\s+/g, ' ').trim();
    const nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    if (element.type === 'submit' || element.role === 'tab' || untouched.includes(name)) continue;
    const icon = element.querySelector('svg')?.getAttribute('class') ?? '';
    const key = `${element.className} ${icon} ${element.hasAttribute('aria-label') ? name.split(/[ :]/)[0] : name}`;
    if (found.some((other) => other.key === key)) continue;
    found.push({ kind: 'button', name, nth, key, isFrame: element.closest('header, nav') !== null });
  }
  return found;
}

/** These do something at once, begin what never comes to rest, or need a camera. */
const UNTOUCHED = [
  ...(['nav:signOut', 'time-tracking:checkOut', 'time-tracking:checkIn', 'common:close'] as const),
  ...(['time-tracking:scan', 'time-tracking:scanShort', 'time-tracking:hideCamera'] as const),
  ...(['site-landing:hero.film.pause', 'site-landing:hero.film.play', 'site-landing:demo.button'] as const),
].map((key) => t(key));

const readStorage = (window: Window) => window.evaluate(() => JSON.stringify(localStorage));

/** Loads the page anew, with what its storage had before, and clicks these controls one after another. */
async function openAnew(window: Window, url: string, storage: string, path: Control[]): Promise<void> {
  await window.evaluate((before) => {
    sessionStorage.clear();
    localStorage.clear();
    Object.assign(localStorage, JSON.parse(before));
  }, storage);
  await window.goto('about:blank');
  await window.goto(url);
  await settle(window);
  await openPath(window, path);
}

async function openPath(window: Window, path: Control[]): Promise<void> {
  for (const control of path) {
    await click(window, control);
    await settle(window);
  }
}

/** Closes what is open, one after another. */
async function closeAll(window: Window, title: string): Promise<void> {
  for (let open = await countOpen(window); open > 0; open = await countOpen(window)) {
    await window.press('Escape');
    await expect.poll(() => countOpen(window), { message: `${title} closes` }).toBeLessThan(open);
  }
  await settle(window);
}

/** Opens what can be opened from here, in Chromium first; `title` says where here is. */
async function explore(windows: Windows, url: string, path: Control[], title: string, width: number) {
  const chromium = windows[0]?.window;
  if (!chromium || path.length > 2) return;
  const place = title.replace(/ \d+/, '');
  for (const { key, isFrame, ...control } of await chromium.evaluate(listOpeners, UNTOUCHED)) {
    const mark = `${isFrame ? 'frame' : place} ${path.length} ${key}`;
    if (tried.has(mark) || tried.has(`${mark} ${width}`)) continue;
    tried.add(`${mark} ${width}`);
    if ((await countOpen(chromium)) < path.length && path.length > 0) {
      await closeAll(chromium, title);
      await openPath(chromium, path);
    }
    const storage = await readStorage(chromium);
    await openPath(chromium, [control]);
    const opened = await countOpen(chromium);
    if (opened === 0 || (await chromium.evaluate(() => location.href)) !== url) {
      // It opens nothing; what it did instead is undone.
      tried.add(mark);
      await openAnew(chromium, url, storage, path);
      continue;
    }
    const name = `${title} › ${control.name}`;
    await everywhere(windows.slice(1), async (window) => {
      await closeAll(window, name);
      await openPath(window, path);
      await open(window, control);
    });
    await compare(windows, name);
    await explore(windows, url, [...path, control], name, width);
    await everywhere(windows, (window) => closeAll(window, name));
    if (path.length > 0) await openPath(chromium, path);
  }
}

/** Shows the page as on paper: no driver of all three engines can print. */
function showAsOnPaper(): void {
  const change = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule)
        rule.media.mediaText = rule.media.mediaText
          .replace(/\bscreen\b/g, 'not all')
          .replace(/\bprint\b/g, 'all');
      if ('cssRules' in rule) change(rule.cssRules as CSSRuleList);
    }
  };
  for (const sheet of document.styleSheets) change(sheet.cssRules);
  dispatchEvent(new Event('beforeprint'));
}

test.skip(others.length === 0, 'Neither Firefox nor WebKit is installed here');

for (const { name, who, params } of SCREENS.toSorted((a, b) => a.who.localeCompare(b.who))) {
  test(`${name}`, async ({ rooms }) => {
    const windows = await rooms.of(who);
    const url = urlOf(name, 'en', params(rooms.shown));
    const before = windows.map(({ window }) => faultsOf(window).length);
    await everywhere(windows, async (window) => {
      await window.goto(url);
      await settle(window);
    });
    const storages = await Promise.all(windows.map(({ window }) => readStorage(window)));
    const openAt = (size: Size) =>
      Promise.all(
        windows.map(async ({ window }, index) => {
          await window.resize(size);
          await openAnew(window, url, storages[index] ?? '{}', []);
        }),
      );
    for (const width of WIDTHS) {
      await openAt({ width, height: 1000 });
      await compare(windows, `${name} ${width}`);
      // The page may lead on to another one.
      const arrived = (await windows[0]?.window.evaluate(() => location.href)) ?? url;
      await explore(windows, arrived, [], `${name} ${width}`, width);
    }
    await openAt(PAPER);
    await everywhere(windows, async (window) => {
      await window.evaluate(showAsOnPaper);
      await settle(window);
    });
    await compare(windows, `${name} on paper`, true);
    for (const [index, { window, name: engine }] of windows.entries())
      expect.soft(faultsOf(window).slice(before[index]), engine).toEqual([]);
  });
}
