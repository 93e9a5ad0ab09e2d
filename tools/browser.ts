import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chromium, type LaunchOptions, type Page, type Request } from '@playwright/test';

const systemChromiums = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Chromium without its own windows: the same engine at two thirds of the processor time. */
const headlessShell = '/usr/bin/chromium-headless-shell';

/** Chromium takes only the last list of these, so that Playwright's own are repeated; browser.test.ts compares. */
export const disabledFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['msForceBrowserSignIn', 'msEdgeUpdateLaunchServicesPreferredVersion'],
  // The suggestions below the address bar are a page, which every new window would load: half of what it costs.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
];

/** No background network traffic; no sandbox, because tests also run in containers and as root. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
];

/** The Chromium for browser tests: the system's, else Playwright's; undefined if there is neither. */
export function findBrowser(): string | undefined {
  return [...systemChromiums, chromium.executablePath()].find(existsSync);
}

/** Firefox as the system has it; undefined if it has none. */
export const findFirefox = (): string | undefined =>
  [
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ].find(existsSync);

/** WebKitGTK of Debian or Ubuntu, with its driver and a screen in memory; undefined if a part of it is missing. */
export function findWebKit(): { driver: string; browser: string; screen: string } | undefined {
  const [browser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  const driver = '/usr/bin/WebKitWebDriver';
  const screen = '/usr/bin/Xvfb';
  return browser && existsSync(driver) && existsSync(screen) ? { driver, browser, screen } : undefined;
}

/** How the browser tests start Chromium; without a system's, Playwright takes its own headless shell. */
export function testBrowser(): LaunchOptions & { args: string[] } {
  return {
    executablePath: [headlessShell, ...systemChromiums].find(existsSync),
    args: [
      ...chromiumArguments,
      '--in-process-gpu',
      // Texts as wide as in a window.
      '--font-render-hinting=none',
      // A page lives for seconds in a test: optimizing its code would cost more than it saves.
      '--js-flags=--no-opt --no-maglev --single-threaded',
    ],
  };
}

const canUseApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs the headless shell beside Debian's Chromium, in exactly its version, so that nothing else changes. */
export function installHeadlessShell(): void {
  if (existsSync(headlessShell) || !existsSync('/usr/bin/chromium') || !canUseApt()) return;
  try {
    const [, version] = execFileSync('dpkg-query', ['-W', 'chromium'], { encoding: 'utf8' })
      .trim()
      .split('\t');
    const install = () =>
      execFileSync('apt-get', ['install', '-y', '-q', `chromium-headless-shell=${version}`], {
        stdio: 'ignore',
      });
    try {
      install();
    } catch {
      execFileSync('apt-get', ['update', '-q'], { stdio: 'ignore' });
      install();
    }
  } catch {
    console.log('Without the package chromium-headless-shell the browser tests take longer.');
  }
}

/** Finds or installs Chromium. Throws an error that says what to do if it cannot. */
export function requireBrowser(): string {
  const attempts: [string, string[]][] = [
    ...(canUseApt()
      ? ([
          ['apt-get', ['update', '-q']],
          ['apt-get', ['install', '-y', '-q', 'chromium']],
        ] satisfies [string, string[]][])
      : []),
    ['npx', ['playwright', 'install', 'chromium']],
  ];
  for (const [command, args] of attempts) {
    const found = findBrowser();
    if (found) return found;
    console.log(`No Chromium yet: ${command} ${args.join(' ')}`);
    try {
      execFileSync(command, args, { stdio: 'inherit' });
    } catch {
      // The next attempt, or the sentence below.
    }
  }
  const found = findBrowser();
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium, and it could not be installed. Install it yourself (Debian: ' +
      '`apt-get install chromium`; elsewhere: `npx playwright install chromium`) and run `npm test` again.',
  );
}

/**
 * Waits until the page has what it asks for by itself: each request is answered, and what it does with the answers has led to
 * no other. Half a second of silence alone also comes while a busy machine has not yet run the page's code.
 */
export async function allIsLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const known = new Set<Request>();
  for (;;) {
    // Without a timeout, Chromium may never call back on a page where nothing happens any more.
    await page.evaluate(
      () => new Promise<void>((idle) => requestIdleCallback(() => idle(), { timeout: 10_000 })),
    );
    const news = (await page.requests()).filter(
      (one) => !known.has(one) && one.resourceType() !== 'eventsource',
    );
    if (news.length === 0) return;
    for (const request of news) {
      known.add(request);
      const response = await request.response();
      // Some have none: a redirection, and what the page has broken off.
      if (request.resourceType() === 'fetch') await response?.body().catch(() => undefined);
    }
  }
}
