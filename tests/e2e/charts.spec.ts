/* Charts: what is drawn is what the API and the files say, and each bar leads to the entries that it is made of. */
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { durationText } from '#domain/apportion.ts';
import { addDays, dateIn, monthOf, previousMonthOf, weekdayOf } from '#domain/dates.ts';
import { judge } from '#tests/support/browser/axe.ts';
import {
  call,
  desktop,
  employByApi,
  noonZone,
  origin,
  phone,
  recordPast,
  registerByApi,
  say,
  test,
  untilNewDay,
  urlOf,
} from '#tests/support/browser/support.ts';

const zone = 'Europe/Riga';
const t = say('en');

test.use({ viewport: desktop, contextOptions: { reducedMotion: 'reduce' } });

const chart = (page: Page, title: string) => page.getByRole('figure', { name: title, exact: true });

/** The bars of a chart as they can be read from its SVG: value by id. */
const valuesOf = (figure: Locator) =>
  figure
    .locator('[data-bar]')
    .evaluateAll((bars) =>
      bars.map((bar) => [bar.getAttribute('data-bar'), Number(bar.getAttribute('data-value'))]),
    );

/** Three people at two locations in a week of last month, one of them past midnight. */
async function fill(admin: BrowserContext, somewhere: BrowserContext) {
  const { start, end } = previousMonthOf(dateIn(Date.now(), zone));
  const tuesday = addDays(start, 14 + ((9 - weekdayOf(start)) % 7));
  const hall = await call(admin, 'createLocation', { body: { name: 'Hall' } });
  const yard = await call(admin, 'createLocation', { body: { name: 'Yard' } });
  const names = [
    ['Zane', 'Āboliņa'],
    ['Ilze', 'Ozola'],
    ['Jānis', 'Kalniņš'],
  ];
  const people = [];
  for (const [firstName = '', lastName = ''] of names) {
    people.push(await employByApi(admin, somewhere, { firstName, lastName }));
  }
  const [zane, ilze, janis] = people;
  if (!zane || !ilze || !janis) throw new Error('no people');
  await recordPast(zane, hall.id, `${tuesday} 08:00 ${zone}`, `${tuesday} 16:10 ${zone}`);
  await recordPast(ilze, hall.id, `${tuesday} 09:00 ${zone}`, `${tuesday} 12:20 ${zone}`);
  await recordPast(ilze, yard.id, `${tuesday} 13:00 ${zone}`, `${tuesday} 15:00 ${zone}`);
  await recordPast(janis, yard.id, `${tuesday} 22:00 ${zone}`, `${addDays(tuesday, 1)} 06:00 ${zone}`);
  return { start, end, tuesday, hall, yard, zane, ilze, janis };
}

test('the overview draws what the API and the file say, and a bar leads to entries that add up to it', async ({
  page,
  browser,
}) => {
  await untilNewDay(zone);
  const admin = page.context();
  await registerByApi(admin, { timezone: zone });
  const { start, end, tuesday } = await fill(admin, await browser.newContext());
  await call(admin, 'updateWorkRules', { body: { country: 'LV' } });
  const query = { startDate: start, endDate: end } as const;
  const { current } = await call(admin, 'getOverviewReport', { query });

  await page.goto(`${urlOf('reports', 'en')}?${new URLSearchParams({ tab: 'overview', start, end })}`);
  const days = chart(page, t('overview:hours.title.day'));
  await expect(days.locator('[data-bar]')).toHaveCount(current.bars.length);
  expect(await valuesOf(days)).toEqual(current.bars.map(({ startDate, ms }) => [startDate, ms]));
  const bar = days.locator(`[data-bar="${tuesday}"]`);
  const drawn = await bar
    .locator('[data-series]')
    .evaluateAll((parts) =>
      parts.map((part) => [part.getAttribute('data-series'), part.getAttribute('data-value')]),
    );
  const found = current.bars.find(({ startDate }) => startDate === tuesday);
  expect(drawn).toEqual(found?.locations.map(({ locationId, ms }) => [locationId, String(ms)]));
  const people = chart(page, t('overview:people.title'));
  expect(await valuesOf(people)).toEqual(current.people.map(({ userId, ms }) => [userId, ms]));
  // In the alphabet until hours are asked for.
  const names = () =>
    people.locator('[data-bar]').evaluateAll((bars) => bars.map((one) => one.ariaLabel?.split(':')[0]));
  expect(await names()).toEqual(current.people.map(({ firstName, lastName }) => `${firstName} ${lastName}`));
  await page.getByRole('button', { name: t('overview:people.sort') }).click();
  await expect.poll(names).toEqual(['Zane Āboliņa', 'Jānis Kalniņš', 'Ilze Ozola']);
  await expect(chart(page, t('overview:norm.title')).locator('[data-mark]')).toHaveCount(1);

  // The file has the same figures, in seconds.
  const csv = await admin.request.get(`${origin}/api/reports/overview`, {
    params: { ...query, format: 'csv', table: 'people' },
    headers: { accept: 'text/csv' },
  });
  const lines = (await csv.text()).trim().split('\r\n').slice(1);
  expect(lines).toHaveLength(current.people.length);
  for (const { lastName, ms } of current.people) {
    expect(lines.find((line) => line.includes(lastName))).toContain(String(ms / 1000));
  }

  // As a table, and back.
  await page
    .getByRole('button', { name: t('charts:showTable') })
    .first()
    .click();
  await expect(page.getByRole('table', { name: t('overview:hours.title.day') })).toContainText(
    durationText(found?.ms ?? 0),
  );
  await judge(page, { widths: [390, 1280], inDark: true });
  await page.getByRole('button', { name: t('charts:showChart') }).click();
  await judge(page, { widths: [390, 1280], inDark: true });

  // With the keyboard: one stop for the chart, then bar by bar.
  await days.locator('[data-bar]').first().focus();
  for (let steps = 1; steps < Number(tuesday.slice(8)); steps += 1) await page.keyboard.press('ArrowRight');
  await expect(bar).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`tab=time-entries&start=${tuesday}&end=${tuesday}`));
  await expect(page.getByRole('table').locator('tfoot')).toContainText(durationText(found?.ms ?? 0));
});

test('output of three people is drawn, of fewer it is hidden', async ({ page, browser }) => {
  await untilNewDay(noonZone);
  const admin = page.context();
  await registerByApi(admin, { timezone: noonZone });
  const hall = await call(admin, 'createLocation', { body: { name: 'Hall' } });
  const yard = await call(admin, 'createLocation', { body: { name: 'Yard' } });
  const today = dateIn(Date.now(), noonZone);
  for (const lastName of ['Āboliņa', 'Ozola', 'Kalniņš']) {
    const worker = await browser.newContext();
    const person = await employByApi(admin, worker, { lastName });
    const shifts = [
      { id: yard.id, from: '05:00', to: '06:00' },
      { id: hall.id, from: '07:00', to: '11:00' },
    ];
    for (const { id, from, to } of lastName === 'Ozola' ? shifts : shifts.slice(1)) {
      await recordPast(person, id, `${today} ${from} ${noonZone}`, `${today} ${to} ${noonZone}`);
      // It belongs to the latest entry.
      await call(worker, 'createWorkReports', {
        body: { items: [{ description: 'Planks', quantity: 4, units: 'pcs' }] },
      });
    }
  }
  const { start, end } = monthOf(today);
  const { groups } = await call(admin, 'getOutputReport', { query: { startDate: start, endDate: end } });
  await page.goto(`${urlOf('reports', 'en')}?${new URLSearchParams({ tab: 'output', start, end })}`);
  await expect(page.getByText(t('overview:output.neverPerPerson'))).toBeVisible();
  await expect(page.getByText(t('overview:output.hidden'))).toBeVisible();
  expect(groups.filter(({ hidden }) => hidden).map(({ name }) => name)).toEqual(['Yard']);
  const pieces = page.getByRole('figure');
  expect(await valuesOf(pieces)).toEqual(
    groups.flatMap(({ key, perHour }) => (perHour === null ? [] : [[key, perHour]])),
  );
  await page.getByRole('button', { name: t('overview:targets.open') }).click();
  await page.getByRole('textbox', { name: /^Hall: / }).fill('2.5');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common:save') })
    .click();
  await expect(pieces.locator(`[data-bar="${hall.id}"]`)).toHaveAttribute('data-mark', '2.5');
  await judge(page, { widths: [390, 1280], inDark: true });
});

test('the day of each location as a timeline, the hall’s board, and the employee’s month', async ({
  page,
  browser,
}) => {
  const admin = page.context();
  await registerByApi(admin, { timezone: noonZone });
  const hall = await call(admin, 'createLocation', { body: { name: 'Hall' } });
  const context = await browser.newContext({ viewport: phone });
  const worker = await employByApi(admin, context);
  const today = dateIn(Date.now(), noonZone);
  await recordPast(worker, hall.id, `${today} 07:00 ${noonZone}`, `${today} 09:30 ${noonZone}`);

  await page.clock.install();
  await page.goto(urlOf('dashboard', 'en'));
  await page.getByText(t('dashboard-figures:today')).click();
  const row = page.getByRole('list', { name: 'Hall' }).getByRole('listitem');
  await expect(row).toHaveAttribute('aria-label', /Jānis Kalniņš: 07:00–09:30/);
  const { locations } = await call(admin, 'getTimeline', { query: {} });
  const [entry] = locations[0]?.entries ?? [];
  await expect(row.locator('[data-entry]')).toHaveAttribute('data-from', entry?.from ?? '');
  await judge(page, { widths: [390, 1280], inDark: true });
  // A check-in appears without a reload.
  await call(context, 'scan', { body: { qrCode: hall.qrCode } });
  await page.clock.runFor(31_000);
  await expect(row.locator('[data-look="working"]')).toHaveCount(1);

  await page.goto(urlOf('board', 'en'));
  const section = page.getByRole('region', { name: 'Hall' });
  await expect(section.getByRole('listitem')).toHaveText(['JK']);
  await judge(page, { widths: [390, 1280], inDark: true });
  const company = await call(admin, 'getCompany');
  await call(admin, 'updateCompany', {
    body: { ...company, boardNames: 'names' },
  });
  await page.clock.runFor(16_000);
  await expect(section.getByRole('listitem')).toHaveText(['Jānis Kalniņš']);
  // What was known stays on the wall while the network is away, and says how old it is.
  await page.route('**/api/board', (route) => route.abort());
  await page.clock.runFor(61_000);
  await expect(page.getByRole('status')).toContainText(t('kiosk:board.stale').split('.')[0] ?? '');
  await expect(section.getByRole('listitem')).toHaveText(['Jānis Kalniņš']);
  await page.unroute('**/api/board');
  await page.clock.runFor(16_000);
  await expect(page.getByRole('status')).toBeEmpty();

  const own = await context.newPage();
  await own.goto(urlOf('myHours', 'en'));
  const cell = own.locator(`[data-date="${today}"] [data-value]`);
  await expect(cell).toBeVisible();
  const query = { userId: worker.id, details: 'true' } as const;
  const [month] = await call(context, 'getMonthHours', { params: { month: today.slice(0, 7) }, query });
  const day = month?.details?.days.find(({ date }) => date === today);
  // It grows while the person works.
  expect(Number(await cell.getAttribute('data-value'))).toBeGreaterThanOrEqual(2.5 * 3_600_000);
  expect(day?.total).toBeGreaterThanOrEqual(Number(await cell.getAttribute('data-value')));
  await judge(own, { widths: [390, 1280], inDark: true });
});
