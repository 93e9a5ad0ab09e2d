/* The engines that the product is opened in, each with the same few actions: Chromium, Firefox, and Safari's WebKit. */
import puppeteer, { type Page } from 'puppeteer-core';
import { findFirefox, findWebKit, requireBrowser, testBrowser } from '#tools/browser.ts';
import { openWebKit } from './webkit.ts';

export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** In CSS pixels. */
export type Size = { width: number; height: number };

/** A value that JSON can carry. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A browser window with cookies and storage of its own. */
export type Window = {
  engine: EngineName;
  goto(url: string): Promise<void>;
  /** Runs this in the page. It sees nothing but its arguments. */
  evaluate<Args extends Json[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  resize(size: Size): Promise<void>;
  clickAt(x: number, y: number): Promise<void>;
  /** Types into the element that has the focus. */
  type(text: string): Promise<void>;
  press(key: 'Enter' | 'Escape'): Promise<void>;
  /** A PNG of what is on screen. */
  picture(): Promise<Buffer>;
  /** How many sheets the page is on paper; null where the engine's driver cannot print. */
  sheets(): Promise<number | null>;
  /** What scripts did wrong so far: uncaught errors, and what the console says of errors. */
  errors: string[];
  close(): Promise<void>;
};

export type Engine = { name: EngineName; version: string; open(): Promise<Window>; close(): Promise<void> };

/** A zone that is none of the companies': pages show the company's time. */
const TZ = 'America/New_York';

/** Starts an engine that is installed. */
export function startEngine(name: EngineName): Promise<Engine> {
  if (name === 'webkit') return openWebKit(TZ);
  return openPuppeteer(name);
}

/** Whether this machine has the engine. */
export const hasEngine = (name: EngineName): boolean =>
  name === 'chromium' || Boolean(name === 'firefox' ? findFirefox() : findWebKit());

async function openPuppeteer(name: 'chromium' | 'firefox'): Promise<Engine> {
  const isFirefox = name === 'firefox';
  const { executablePath, args } = testBrowser();
  const browser = await puppeteer.launch({
    browser: isFirefox ? 'firefox' : 'chrome',
    executablePath: isFirefox ? findFirefox() : (executablePath ?? requireBrowser()),
    args: isFirefox ? [] : args,
    env: { ...process.env, TZ },
    defaultViewport: null,
    // As in the other engines, scrollbars take no room from the page.
    extraPrefsFirefox: { 'ui.useOverlayScrollbars': 1 },
  });
  return {
    name,
    version: await browser.version(),
    async open() {
      const context = await browser.createBrowserContext();
      return windowOf(name, await context.newPage(), () => context.close());
    },
    close: () => browser.close(),
  };
}

function windowOf(engine: EngineName, page: Page, close: () => Promise<void>): Window {
  const errors: string[] = [];
  page.on('pageerror', (error) => void errors.push(String(error)));
  page.on('console', (line) => {
    if (line.type() === 'error') errors.push(line.text());
  });
  return {
    engine,
    errors,
    goto: async (url) => void (await page.goto(url)),
    async evaluate(run, ...args) {
      for (;;) {
        try {
          // Its types describe handles of objects in the page as well, which are not in use here.
          return await page.evaluate(run as (...args: unknown[]) => never, ...args);
        } catch (error) {
          // A click may lead on to another page while this one is read.
          if (!/context was destroyed/.test(String(error))) throw error;
        }
      }
    },
    resize: (size) => page.setViewport(size),
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    picture: async () => Buffer.from(await page.screenshot()),
    async sheets() {
      const pdf = Buffer.from(await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      return pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    },
    close,
  };
}
