import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const systemChromiums = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

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

/** Finds or installs Chromium. Throws an error that says what to do if it cannot. */
export function requireBrowser(): string {
  const canUseApt = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const attempts: [string, string[]][] = [
    ...(canUseApt
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
