/* A browser that is too old for the app says so in words. */
import { expect } from '@playwright/test';
import { LANGUAGES } from '#domain/languages.ts';
import { provokes, say, test, urlOf } from '#tests/support/browser/support.ts';

/** A browser of another time, of which one part is missing. */
const MISSING: Record<string, () => unknown> = {
  'popovers (before Safari 17)': () => delete (HTMLElement.prototype as { popover?: unknown }).popover,
  'promises from outside (before Safari 17.4)': () =>
    delete (Promise as { withResolvers?: unknown }).withResolvers,
};

for (const [part, remove] of Object.entries(MISSING)) {
  test(`without ${part}`, async ({ page }) => {
    // The app may fail where a part is missing.
    provokes(/^/);
    await page.addInitScript(remove);
    for (const language of LANGUAGES) {
      for (const name of ['auth', 'dashboard'] as const) {
        await page.goto(urlOf(name, language));
        await expect(
          page.getByRole('alert').filter({ hasText: say(language)('site:needsNewerBrowser') }),
        ).toBeVisible();
      }
    }
  });
}

test('a browser that cannot read the app’s scripts shows the sentence instead of a white page', async ({
  page,
}) => {
  provokes(/^/);
  await page.addInitScript(MISSING['popovers (before Safari 17)'] ?? (() => {}));
  await page.route('**/assets/main-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'a syntax of the future' }),
  );
  await page.goto(urlOf('dashboard', 'lv'));
  await expect(page.getByText(say('lv')('site:needsNewerBrowser'))).toBeInViewport();
});

test('a new browser says nothing; one without JavaScript says that it is needed', async ({
  page,
  request,
}) => {
  await page.goto(urlOf('auth', 'en'));
  await expect(page.getByText(say('en')('site:needsNewerBrowser'))).toBeHidden();
  for (const name of ['auth', 'dashboard'] as const) {
    const html = await (await request.get(urlOf(name, 'pl'))).text();
    expect(/<noscript>(.*?)<\/noscript>/s.exec(html)?.[1]).toContain(say('pl')('site:needsScript'));
  }
});

test('the first script uses nothing newer than the JavaScript of 2015', async ({ request }) => {
  const script = await (await request.get(new URL('/theme.js', urlOf('auth', 'en')).href)).text();
  expect(script).toContain('needs-newer-browser');
  // Optional chaining, defaults by ??, catch without a binding, spread of objects, async.
  expect(script).not.toMatch(/\?\.[^\d]|\?\?|catch\s*\{|\{\s*\.\.\.|\basync\b|\*\*/);
});
