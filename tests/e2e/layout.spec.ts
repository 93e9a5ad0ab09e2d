/* On every width and in every language nothing scrolls sideways, and the menu of the person is in reach. */
import { expect } from '@playwright/test';
import type { PageName } from '#domain/paths.ts';
import { eachLanguage } from '#tests/support/browser/repetition.ts';
import { call, employByApi, recordPast, registerByApi, test, urlOf } from '#tests/support/browser/support.ts';
import { allIsLoaded } from '#tools/browser.ts';

/** As long as a name may be, without a place to break. */
const word = 'Kokapstrādesuzņēmumagaldniecībasdarbnīcasnoliktava';
const widths = [320, 390, 768, 834, 1024, 1180, 1280];
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** Which elements stand beyond the right edge, but for tabs, whose strip scrolls, and how far the page scrolls sideways. */
function measure() {
  const { clientWidth, scrollWidth } = document.documentElement;
  const beyond = [...document.querySelectorAll('header *, nav *, h1, main button:not([role=tab])')].filter(
    (element) => {
      const { right, width } = element.getBoundingClientRect();
      return width > 1 && right > clientWidth + 1;
    },
  );
  return {
    beyond: beyond.map(({ outerHTML }) => outerHTML.slice(0, 80)),
    scrolls: scrollWidth - clientWidth,
  };
}

for (const [role, pages] of [
  ['administrator', ['dashboard', 'employees', 'locations', 'messages', 'reports', 'corrections']],
  ['employee', ['employee', 'timeTracking', 'messages', 'myHours', 'mySchedule', 'workReports']],
] as const satisfies [string, PageName[]][]) {
  test(`${role}: the pages of the navigation, with badges on and long words`, async ({ browser }) => {
    const [admin, worker] = [await browser.newContext(), await browser.newContext()];
    await registerByApi(admin);
    const location = await call(admin, 'createLocation', { body: { name: word } });
    const employee = await employByApi(admin, worker, { lastName: word });
    // Something to decide, and something to read.
    await recordPast(employee, location.id, hoursAgo(30), null);
    await recordPast(employee, location.id, hoursAgo(40), hoursAgo(36));
    await call(worker, 'createWorkReports', {
      body: { items: [{ description: word, quantity: 4, units: 'pcs' }] },
    });
    await call(admin, 'createMessage', {
      body: { subject: word, content: word, isAnnouncement: true },
    });
    const page = await (role === 'administrator' ? admin : worker).newPage();
    for (const language of eachLanguage('lt')) {
      for (const name of pages) {
        await page.goto(urlOf(name, language));
        await expect(page.getByRole('navigation').getByRole('link').first()).toBeAttached();
        await allIsLoaded(page);
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
