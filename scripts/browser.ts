import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const systemChromiums = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A browser that works without a sandbox or a screen and asks nobody outside for anything. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The Chromium that the browser tests run in: the system's, else Playwright's own; undefined where there is none. */
export function findBrowser(): string | undefined {
  return [...systemChromiums, chromium.executablePath()].find(existsSync);
}

/** Finds a Chromium or installs one. Throws a sentence that says what to do where it can't. */
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
