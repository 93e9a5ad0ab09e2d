/*
 * WebKit, Safari's engine, as Debian has it: WebKitGTK's MiniBrowser on a screen in memory, driven by WebDriver
 * (https://www.w3.org/TR/webdriver2/). Playwright drives a WebKit of its own only, which Debian does not have.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#server/platform/database/embedded/cluster.ts';
import { findWebKit } from '#tools/browser.ts';
import type { Engine, Size, Window } from './engine.ts';

/** Without it the browser's own toolbar would keep the window wider than a phone. */
const FLAT_TOOLBAR = `* { font-size: 1px; margin: 0; border-width: 0; padding: 0; min-width: 0; min-height: 0; -gtk-icon-transform: scale(0); }`;

/** Texts as wide as in the other engines: letters stand where the font wants them. */
const UNHINTED = `<fontconfig><match target="font">
  <edit name="hinting" mode="assign"><bool>false</bool></edit>
  <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
</match></fontconfig>`;

const KEYS = { Enter: '\uE007', Escape: '\uE00C' };

export async function openWebKit(timeZone: string): Promise<Engine> {
  const { driver, browser, screen } = findWebKit() ?? {};
  if (!driver || !browser || !screen) throw new Error('WebKit is not installed.');
  const folder = await mkdtemp(join(tmpdir(), 'maina-webkit-'));
  await mkdir(join(folder, 'gtk-3.0'));
  await writeFile(join(folder, 'gtk-3.0/gtk.css'), FLAT_TOOLBAR);
  await mkdir(join(folder, 'fontconfig'));
  await writeFile(join(folder, 'fontconfig/fonts.conf'), UNHINTED);
  const display = spawn(
    screen,
    ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp', '-noreset'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [number] = await once(display.stdout, 'data');
  const env = {
    ...process.env,
    TZ: timeZone,
    DISPLAY: `:${String(number).trim()}`,
    XDG_CONFIG_HOME: folder,
    // Colours, texts and motion as in the other engines, whatever the desktop's settings are.
    GTK_THEME: 'Adwaita',
  };
  const windows = new Set<Window>();
  const open = async () => {
    const opened = await openWindow(driver, browser, env);
    windows.add(opened.window);
    return opened;
  };
  const first = await open();
  return {
    name: 'webkit',
    version: `WebKitGTK ${first.version}`,
    async open() {
      // The first one was opened for its version.
      if (windows.delete(first.window)) return first.window;
      return (await open()).window;
    },
    async close() {
      await Promise.all([...windows].map((window) => window.close()));
      await end(display);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Each driver has one window: nothing of one is in another. */
async function openWindow(driver: string, browser: string, env: NodeJS.ProcessEnv) {
  const port = await freePort(null);
  const errors: string[] = [];
  const running = spawn(driver, [`--port=${port}`], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  readErrors(running, errors);

  async function send<Value>(method: string, path: string, body?: object): Promise<Value> {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    return value;
  }
  await untilItListens(() => send('GET', '/status'), running);
  const { sessionId, capabilities } = await send<{
    sessionId: string;
    capabilities: { browserVersion: string };
  }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': {
          binary: browser,
          args: ['--automation', '--enable-write-console-messages-to-stdout=true'],
        },
      },
    },
  });
  const command = <Value>(name: string, body: object) =>
    send<Value>('POST', `/session/${sessionId}/${name}`, body);
  const act = (type: 'pointer' | 'key', actions: object[]) =>
    command('actions', { actions: [{ type, id: type, actions }] });

  const window: Window = {
    engine: 'webkit',
    errors,
    goto: (url) => command('url', { url }),
    async evaluate(run, ...args) {
      const answer = await command<{ value?: never; error?: string }>('execute/async', {
        script: `const done = arguments[arguments.length - 1];
          Promise.resolve().then(() => (${run})(...arguments[0])).then((value) => done({ value }), (error) => done({ error: String(error) }));`,
        args: [args],
      });
      if (answer.error) throw new Error(answer.error);
      return answer.value as never;
    },
    async resize({ width, height }: Size) {
      // The window is higher than its page by the toolbar.
      let outer = height;
      for (let attempt = 0; attempt < 50; attempt += 1) {
        await command('window/rect', { width, height: outer });
        const inner = await window.evaluate(() => ({ width: innerWidth, height: innerHeight }));
        if (inner.width === width && inner.height === height) return;
        if (inner.width === width) outer += height - inner.height;
        await wait(20);
      }
      throw new Error(`The window did not become ${width} × ${height}.`);
    },
    async clickAt(x, y) {
      const at = { x: Math.round(x), y: Math.round(y), duration: 0 };
      await act('pointer', [
        { type: 'pointerMove', ...at },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]);
    },
    async type(text) {
      const element = Object.values(
        await send<Record<string, string>>('GET', `/session/${sessionId}/element/active`),
      )[0];
      await command(`element/${element}/value`, { text });
    },
    press: async (key) =>
      void (await act('key', [
        { type: 'keyDown', value: KEYS[key] },
        { type: 'keyUp', value: KEYS[key] },
      ])),
    picture: async () => Buffer.from(await send<string>('GET', `/session/${sessionId}/screenshot`), 'base64'),
    sheets: async () => null,
    async close() {
      await send('DELETE', `/session/${sessionId}`).catch(() => {});
      await end(running);
    },
  };
  return { window, version: capabilities.browserVersion };
}

/** WebDriver tells nothing of the console; the browser writes it to its output, which is the driver's. */
function readErrors(running: ChildProcess, errors: string[]): void {
  let rest = '';
  running.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    errors.push(...lines.flatMap((line) => /CONSOLE (?:\w+ )?ERROR .*/.exec(line)?.[0] ?? []));
  });
}

async function untilItListens(ask: () => Promise<unknown>, running: ChildProcess): Promise<void> {
  while (running.exitCode === null) {
    try {
      await ask();
      return;
    } catch {
      await wait(50);
    }
  }
  throw new Error('WebKitWebDriver did not start.');
}

async function end(running: ChildProcess): Promise<void> {
  if (running.exitCode !== null || running.signalCode !== null) return;
  running.kill();
  await once(running, 'exit');
}
