/*
 * The pictures of the public pages show the product as it is: the way to each screen is gone again, and what the screen says
 * is compared with what it said when the picture was taken.
 */
import { expect } from '@playwright/test';
import { eachLanguage } from '#tests/support/browser/repetition.ts';
import { test } from '#tests/support/browser/support.ts';
import { startTestCluster } from '#tests/support/test-cluster.ts';
import RECORDED from '#tools/pictures/contents.json' with { type: 'json' };
import { type Contents, findOutdated, readContents } from '#tools/pictures/contents.ts';
import { STILLS_AT, takeStills } from '#tools/pictures/stills.ts';
import { openStudio } from '#tools/pictures/studio.ts';

for (const language of eachLanguage('lv')) {
  test(`${language}: the pictures show what their screens say now`, async () => {
    // It makes a demo company and takes twenty pictures: twice the work of any other test.
    test.setTimeout(900_000);
    const now: Contents = {};
    const cluster = await startTestCluster();
    try {
      const studio = await openStudio(cluster, { language, scheme: 'light' }, STILLS_AT);
      try {
        await takeStills(studio, async (name, subject) => {
          now[name] = await readContents(subject);
        });
      } finally {
        await studio.close();
      }
    } finally {
      await cluster.stop();
    }
    expect(findOutdated(RECORDED[language], now), 'take these again: npm run screenshots').toEqual([]);
  });
}

test('a screen whose heading or column changes is found', async ({ browser }) => {
  const page = await browser.newPage();
  const read = async (heading: string, column: string) => {
    await page.setContent(`<nav><a>Home</a></nav><h1>${heading}</h1><h2 hidden>Folded</h2>
      <table><thead><tr><th>Name</th><th>${column}</th></tr></thead>
      <tr><td>Anna</td><td>7:30</td></tr></table>`);
    return { months: await readContents(page) };
  };
  const recorded = await read('Months', 'Hours');
  expect(recorded).toEqual({ months: 'Home | Months | Name | Hours' });
  expect(findOutdated(recorded, await read('Months', 'Hours'))).toEqual([]);
  expect(findOutdated(recorded, await read('Hours of the month', 'Hours'))).toHaveLength(1);
  expect(findOutdated(recorded, await read('Months', 'Counted'))).toEqual([
    'months: shows “Hours”, its screen “Counted”',
  ]);
  await page.close();
});
