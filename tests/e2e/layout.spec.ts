/* On every width and in every language nothing scrolls sideways, and the menu of the person is in reach. */
import { expect } from '@playwright/test';
import type { PageName } from '#domain/paths.ts';
import { eachLanguage } from '#tests/support/browser/repetition.ts';
import { call, employByApi, recordPast, registerByApi, test, urlOf } from '#tests/support/browser/support.ts';

const widths = [320, 390, 768, 834, 1024, 1180, 1280];
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** Which elements stand beyond the right edge, and how far the page scrolls sideways. */
function measure() {
  const { clientWidth, scrollWidth } = document.documentElement;
  const beyond = [...document.querySelectorAll('header *, nav *, h1, main button')].filter((element) => {
    const { right, width } = element.getBoundingClientRect();
    return width > 1 && right > clientWidth + 1;
  });
  return {
    beyond: beyond.map(({ outerHTML }) => outerHTML.slice(0, 80)),
    scrolls: scrollWidth - clientWidth,
  };
}

for (const [role, pages] of [
  ['administrator', ['dashboard', 'employees', 'locations', 'messages']],
  ['employee', ['employee', 'timeTracking', 'messages']],
] as const satisfies [string, PageName[]][]) {
  test(`${role}: the pages of the navigation, with badges on`, async ({ browser }) => {
    const [admin, worker] = [await browser.newContext(), await browser.newContext()];
    await registerByApi(admin);
    const location = await call(admin, 'createLocation', { body: { name: 'Hall' } });
    const employee = await employByApi(admin, worker);
    // Something to decide, and something to read.
    await recordPast(employee, location.id, hoursAgo(30), null);
    await call(admin, 'createMessage', {
      body: { subject: 'Safety', content: 'Helmets on.', isAnnouncement: true },
    });
    const page = await (role === 'administrator' ? admin : worker).newPage();
    for (const language of eachLanguage('lt')) {
      for (const name of pages) {
        await page.goto(urlOf(name, language));
        await expect(page.getByRole('navigation').getByRole('link').first()).toBeAttached();
        await page.waitForLoadState('networkidle');
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          // What the page draws anew for another width comes a moment later.
          await expect
            .poll(() => page.evaluate(measure), { message: `${language} ${name} ${width}` })
            .toEqual({ beyond: [], scrolls: 0 });
        }
      }
    }
    await admin.close();
    await worker.close();
  });
}
