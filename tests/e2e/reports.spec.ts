/* The reports: filters are kept in the URL, exports open in a spreadsheet. */
import { readFile } from 'node:fs/promises';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { dateText } from '#domain/date-text.ts';
import { addDays, dateIn, monthOf, previousMonthOf, weekOf } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import {
  call,
  desktop,
  employByApi,
  endTrial,
  inDatabase,
  phone,
  provokes,
  recordPast,
  recover,
  registerByApi,
  say,
  test,
  untilNewDay,
  urlOf,
} from '#tests/support/browser/support.ts';

const t = say('en');
const ZONE = 'Europe/Riga';
const today = () => dateIn(new Date(), ZONE);
/** A day whose month is over, whenever the tests run. */
let day: string;
test.beforeEach(async () => {
  await untilNewDay(ZONE);
  day = addDays(monthOf(today()).start, -10);
});

test.use({ viewport: desktop });

const rows = (page: Page) => page.locator('table:has([data-index])').first().locator('tbody tr[data-index]');
const report = (page: Page, language: Language, query: Record<string, string>) =>
  page.goto(`${urlOf('reports', language)}?${new URLSearchParams(query)}`);

/** Two people at two locations on one day, one of them past midnight. */
async function fill(admin: BrowserContext, somewhere: BrowserContext) {
  const hall = await call(admin, 'createLocation', { body: { name: 'Hall' } });
  const yard = await call(admin, 'createLocation', { body: { name: 'Yard, north' } });
  const janis = await employByApi(admin, somewhere);
  const ilze = await employByApi(admin, somewhere, { firstName: 'Ilze', lastName: 'Ozola' });
  await recordPast(janis, hall.id, `${day} 08:00 ${ZONE}`, `${day} 12:00 ${ZONE}`);
  await recordPast(janis, yard.id, `${day} 13:00 ${ZONE}`, `${day} 16:15 ${ZONE}`);
  await recordPast(ilze, hall.id, `${day} 23:30 ${ZONE}`, `${addDays(day, 1)} 01:30 ${ZONE}`);
  return { hall, yard, janis, ilze };
}

async function csvOf(page: Page, language: Language) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: say(language)('reports:exportCsv') }).click();
  const file = await download;
  const text = await readFile(await file.path(), 'utf8');
  return { name: file.suggestedFilename(), lines: text.slice(1).split('\r\n'), mark: text.slice(0, 1) };
}

test('filters are kept in the URL: quick ones, typed ones, reload, back', async ({ page, browser }) => {
  await registerByApi(page.context());
  const { hall, ilze } = await fill(page.context(), await browser.newContext());
  await report(page, 'en', { tab: 'time-entries' });
  const quick = (name: string) => page.getByRole('button', { name: t(`reports:quick.${name}`) });
  const dates = async ({ start, end }: { start: string; end: string }) => {
    await expect(page.getByLabel(t('reports:filters.start'))).toHaveValue(dateText(start, 'en'));
    await expect(page.getByLabel(t('reports:filters.end'))).toHaveValue(dateText(end, 'en'));
  };
  await expect(quick('thisMonth')).toHaveAttribute('aria-pressed', 'true');
  await dates(monthOf(today()));
  await quick('thisWeek').click();
  await dates(weekOf(today()));
  await quick('lastMonth').click();
  await dates(previousMonthOf(today()));
  await expect(rows(page)).toHaveCount(3);
  await page.getByLabel(t('reports:filters.employee')).selectOption({ label: 'Ilze Ozola' });
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel(t('reports:filters.location')).selectOption({ label: 'Hall' });
  await expect(page).toHaveURL(new RegExp(`employee=${ilze.id}&location=${hall.id}`));

  await page.reload();
  await dates(previousMonthOf(today()));
  await expect(page.getByLabel(t('reports:filters.employee'))).toHaveValue(ilze.id);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('link', { name: t('nav:pages.locations'), exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Hall' })).toBeVisible();
  await page.goBack();
  await dates(previousMonthOf(today()));
  await expect(page.getByLabel(t('reports:filters.location'))).toHaveValue(hall.id);
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('tab', { name: t('reports:tabs.daily-summaries') }).click();
  await expect(page).toHaveURL(/tab=daily-summaries/);
  await page.reload();
  await expect(page.getByRole('tab', { name: t('reports:tabs.daily-summaries') })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await dates(previousMonthOf(today()));
  await expect(rows(page)).toHaveCount(3);

  // Invalid parameters fall back to the default.
  await report(page, 'en', { start: '2026-02-31', end: 'never', employee: "'; drop table users" });
  await dates(monthOf(today()));
  await expect(page.getByText(t('reports:entriesEmpty.title'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('reports:exportCsv') })).toBeDisabled();
});

test('sorts by what is clicked and adds up what is shown, by the day of the company’s midnight', async ({
  page,
  browser,
}) => {
  await registerByApi(page.context());
  await fill(page.context(), await browser.newContext());
  await report(page, 'en', { start: day, end: day });
  await expect(
    page.getByText(t('reports:entries_other', { count: 3 }).replace(/\{\{.*\}\}/, '3')),
  ).toBeVisible();
  const first = rows(page).first();
  const total = page.getByRole('table').locator('tfoot');
  // Newest first; of the night shift the hours inside the day count.
  await expect(first).toContainText('Ilze Ozola');
  await expect(first).toContainText('23:30');
  await expect(first).toContainText('0:30');
  await expect(first).toContainText(t('reports:ofWholeEntry', { hours: '2:00' }));
  await expect(total).toContainText('7:45');
  const header = (column: string) =>
    page.getByRole('columnheader', { name: t(`reports:columns.${column}`), exact: true });
  const sort = (column: string) => header(column).getByRole('button').click();
  await sort('hours');
  await expect(header('hours')).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page)).toContainText(['0:30', '3:15', '4:00']);
  await sort('hours');
  await expect(header('hours')).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page)).toContainText(['4:00', '3:15', '0:30']);
  await sort('employee');
  await expect(rows(page)).toContainText(['Ilze', 'Jānis', 'Jānis']);
  await sort('location');
  await expect(rows(page)).toContainText(['Hall', 'Hall', 'Yard']);
  // Entries of the day before are not in the next day.
  await report(page, 'en', { start: addDays(day, 1), end: addDays(day, 1) });
  await expect(rows(page)).toContainText(['1:30']);
  await expect(total).toContainText('1:30');
  await report(page, 'en', { start: day, end: addDays(day, 1) });
  await expect(first).toContainText('2:00');
  await expect(total).toContainText('9:15');

  // Daily hours are counted on the day they were worked.
  await report(page, 'en', { tab: 'daily-summaries', start: day, end: addDays(day, 1) });
  await expect(rows(page)).toHaveCount(3);
  await sort('totalHours');
  await expect(rows(page)).toContainText(['1:30', '3:15', '4:30']);
  await expect(page.getByRole('table').locator('tfoot')).toContainText('9:15');
});

test('CSV: separators of the language, no formulas, names of the files', async ({ page, browser }) => {
  await registerByApi(page.context());
  const { hall, janis } = await fill(page.context(), await browser.newContext());
  await inDatabase('update users set first_name = $2 where id = $1', [janis.id, "=cmd|' /C calc'!A0"]);
  await inDatabase('update location set name = $2 where id = $1', [hall.id, '+Halle "A"; 1']);
  await report(page, 'en', { tab: 'daily-summaries', start: day, end: addDays(day, 1) });
  await page
    .getByRole('columnheader', { name: t('reports:columns.totalHours') })
    .getByRole('button')
    .click();
  await expect(rows(page)).toContainText(['1:30', '3:15', '4:30']);
  const summaries = await csvOf(page, 'en');
  expect(summaries.name).toBe(`daily-summaries-${day}-${addDays(day, 1)}.csv`);
  expect(summaries.lines).toEqual([
    ['date', 'location', 'totalHours', 'uniqueEmployees', 'averageHours', 'seconds']
      .map((column) => t(`reports:columns.${column}`))
      .join(','),
    `${addDays(day, 1)},"'+Halle ""A""; 1",1.50,1,1.50,5400`,
    `${day},"Yard, north",3.25,1,3.25,11700`,
    `${day},"'+Halle ""A""; 1",4.50,2,2.25,16200`,
    '',
  ]);

  await report(page, 'lv', { start: day, end: day });
  await expect(rows(page)).toHaveCount(3);
  const { name, lines, mark } = await csvOf(page, 'lv');
  const words = say('lv');
  expect(name).toBe(`time-entries-${day}-${day}.csv`);
  expect(mark).toBe('\uFEFF');
  const columns = [
    ...['employee', 'location', 'checkIn', 'checkOut', 'totalHours', 'status', 'tasksAndComments'],
    ...['seconds', 'generalNotes', 'breaks'],
  ];
  const done = words('reports:status.completed');
  expect(lines).toEqual([
    columns.map((column) => words(`reports:columns.${column}`)).join(';'),
    `Ilze Ozola;"'+Halle ""A""; 1";${day} 23:30:00;${addDays(day, 1)} 01:30:00;0,50;${done};;1800;;0,00`,
    `'=cmd|' /C calc'!A0 Kalniņš;Yard, north;${day} 13:00:00;${day} 16:15:00;3,25;${done};;11700;;0,00`,
    `'=cmd|' /C calc'!A0 Kalniņš;"'+Halle ""A""; 1";${day} 08:00:00;${day} 12:00:00;4,00;${done};;14400;;0,00`,
    '',
  ]);
});

test('the columns of a month add up as they are printed, on screen and in the files', async ({
  page,
  browser,
}) => {
  await registerByApi(page.context());
  const hall = await call(page.context(), 'createLocation', { body: { name: 'Hall' } });
  const yard = await call(page.context(), 'createLocation', { body: { name: 'Yard' } });
  const contexts = [
    await browser.newContext({ viewport: desktop }),
    await browser.newContext({ viewport: desktop }),
  ] as const;
  const janis = await employByApi(page.context(), contexts[0]);
  const ilze = await employByApi(page.context(), contexts[1], { firstName: 'Ilze' });
  const { start, end } = monthOf(day);
  const at = (date: string, time: string) => `${date} ${time} ${ZONE}`;
  // Thirds of an hour, seconds, and a night at each edge of the month: together 43 h 42 min 40 s.
  for (const [index, seconds] of ['00', '20', '20', '20', '20'].entries()) {
    const date = addDays(start, 2 + index);
    await recordPast(janis, hall.id, at(date, '07:00'), at(date, `15:00:${seconds}`));
    await recordPast(ilze, yard.id, at(date, '07:00'), at(date, `07:20:${seconds}`));
  }
  await recordPast(ilze, yard.id, at(addDays(start, -1), '22:00'), at(start, '01:00:20'));
  await recordPast(janis, hall.id, at(end, '23:00:20'), at(addDays(end, 1), '06:00'));

  const minutes = (text = '') => {
    const [, hours, rest] = /(\d+):(\d\d)/.exec(text) ?? [];
    return Number(hours) * 60 + Number(rest);
  };
  const column = async (header: string, selector: string) => {
    const table = page.getByRole('table').first();
    const headers = await table.getByRole('columnheader').allInnerTexts();
    const position = headers.findIndex((text) => text.trim() === t(`reports:columns.${header}`));
    return table.locator(`${selector} > :nth-child(${position + 1})`).allInnerTexts();
  };
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const files: number[][] = [];
  for (const [tab, header, seconds] of [
    ['time-entries', 'hours', 7],
    ['daily-summaries', 'totalHours', 5],
    ['months', 'hours', null],
  ] as const) {
    await report(page, 'en', { tab, start, end });
    await expect(rows(page).first()).toBeVisible();
    const shown = (await column(header, 'tbody tr[data-index]')).map(minutes);
    const [total] = await column(header, 'tfoot tr');
    expect(sum(shown)).toBe(43 * 60 + 43);
    expect(minutes(total)).toBe(43 * 60 + 43);
    if (seconds === null) continue;
    const records = (await csvOf(page, 'en')).lines.slice(1, -1).map((line) => line.split(','));
    const hours = seconds === 7 ? 4 : 2;
    files.push(
      [hours, seconds].map((at) => Math.round(100 * sum(records.map((cells) => Number(cells[at]))))),
    );
  }

  // Jānis and Ilze download their own months.
  const own = [0, 0];
  for (const context of contexts) {
    const at = await context.newPage();
    await at.goto(urlOf('myMonth', 'en', { month: start.slice(0, 7) }));
    const download = at.waitForEvent('download');
    await at.getByRole('button', { name: t('own-time:csv.download') }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
    const cells = lines.at(-1)?.split(',') ?? [];
    own[0] = (own[0] ?? 0) + Math.round(100 * Number(cells[5]));
    own[1] = (own[1] ?? 0) + Math.round(100 * Number(cells[7]));
  }
  expect(files).toEqual([
    [4371, 15_736_000],
    [4371, 15_736_000],
  ]);
  expect(own).toEqual([4371, 15_736_000]);
});

test('two people of one name are told apart in the list, the filter and the file', async ({
  page,
  browser,
}) => {
  await registerByApi(page.context());
  const hall = await call(page.context(), 'createLocation', { body: { name: 'Hall' } });
  const people = [
    await employByApi(page.context(), await browser.newContext()),
    await employByApi(page.context(), await browser.newContext()),
  ];
  for (const person of people) {
    await recordPast(person, hall.id, `${day} 08:00 ${ZONE}`, `${day} 12:00 ${ZONE}`);
  }
  await report(page, 'en', { start: day, end: day });
  await expect(rows(page)).toHaveCount(2);
  for (const { email } of people) {
    const name = `Jānis Kalniņš (${email})`;
    await expect(rows(page).filter({ hasText: name })).toHaveCount(1);
    await page.getByLabel(t('reports:filters.employee')).selectOption({ label: name });
    await expect(rows(page)).toHaveCount(1);
    expect((await csvOf(page, 'en')).lines[1]).toContain(name);
    await page.getByLabel(t('reports:filters.employee')).selectOption('');
    await expect(rows(page)).toHaveCount(2);
  }
});

test('after the trial, Starter can read its reports but not export them', async ({ page, browser }) => {
  const { companyId } = await registerByApi(page.context());
  await fill(page.context(), await browser.newContext());
  await endTrial(companyId);
  await inDatabase(`update company set subscription_plan = 'starter' where id = $1`, [companyId]);
  await report(page, 'en', { start: day, end: day });
  await expect(rows(page)).toHaveCount(3);
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  const exportCsv = page.getByRole('button', { name: t('reports:exportCsv') });
  await exportCsv.click();
  const upgrade = page.getByRole('dialog', { name: t('upgrade:planTitle') });
  await expect(upgrade).toContainText(t('errors:plan_limit_reached_csvExport'));
  await upgrade.getByRole('button', { name: t('upgrade:notNow') }).click();
  await expect(upgrade).toBeHidden();
  await expect(rows(page)).toHaveCount(3);
  expect(downloads).toBe(0);
  // The plan that includes it has been bought meanwhile.
  await inDatabase(`update company set subscription_plan = 'growth' where id = $1`, [companyId]);
  expect((await csvOf(page, 'en')).lines).toHaveLength(5);
});

test('thousands of rows can be scrolled, sorted and exported, on a phone too', async ({ page }) => {
  const { id, companyId } = await registerByApi(page.context());
  const location = await call(page.context(), 'createLocation', { body: { name: 'Hall' } });
  await inDatabase(
    `insert into time_entry (company_id, id, user_id, location_id, check_in, check_out, check_in_source, check_out_source)
       select $1, gen_random_uuid(), $2, $3, at, at + n * interval '1 second', 'qr', 'qr'
       from generate_series(1, 2500) n, lateral (select '2026-01-02'::timestamptz + n * interval '1 hour') x(at)`,
    [companyId, id, location.id],
  );
  await report(page, 'en', { start: '2026-01-01', end: '2026-06-30' });
  await expect(page.getByText(/2,500/)).toBeVisible();
  const frame = page.getByRole('region', { name: t('reports:tabs.time-entries') });
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    await frame.evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(rows(page).first()).toHaveAttribute('aria-rowindex', '2');
    await expect(frame.getByRole('columnheader').first()).toBeInViewport();
    // Only the visible rows are rendered.
    expect(await rows(page).count()).toBeLessThan(200);
    // Row heights are estimates until they are rendered: the end moves as it is approached.
    await frame.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await expect(async () => {
      await frame.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
      await expect(rows(page).last()).toHaveAttribute('aria-rowindex', '2501', { timeout: 500 });
      await expect(rows(page).last()).toBeInViewport({ timeout: 500 });
    }).toPass({ timeout: 60_000 });
    await expect(frame.locator('tfoot')).toBeInViewport();
    await expect(frame.locator('tfoot')).toContainText('868:24');
  }
  await frame.getByRole('button', { name: t('reports:columns.hours'), exact: true }).click();
  await expect(page.locator('[aria-sort=ascending]')).toContainText(t('reports:columns.hours'));
  expect((await csvOf(page, 'en')).lines).toHaveLength(2502);
});

test('a report on screen stays when it cannot be refreshed, with its age and a retry', async ({
  page,
  browser,
}) => {
  await registerByApi(page.context());
  await fill(page.context(), await browser.newContext());
  const old = page.getByText(/Couldn’t be refreshed\. As of \d\d:\d\d\./).first();
  const tab = (name: string) => page.getByRole('tab', { name: t(`reports:tabs.${name}`) });
  const retry = page.getByRole('button', { name: t('common:retry') });
  await report(page, 'en', { start: day, end: day });
  await expect(rows(page)).toHaveCount(3);
  await tab('months').click();
  await expect(rows(page)).toHaveCount(2);
  await expect(old).toBeHidden();

  // Each tab refetches when it is opened.
  provokes(/status of 500/);
  await page.route(/\/api\/(reports|months)/, (route) => route.fulfill({ status: 500, body: '' }));
  await tab('time-entries').click();
  await expect(old).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await tab('months').click();
  await expect(old).toBeVisible();
  await expect(rows(page)).toHaveCount(2);

  // No data of another period: the rows of this one must not be shown for it.
  await tab('time-entries').click();
  await page.getByRole('button', { name: t('reports:quick.thisWeek') }).click();
  await expect(page.getByText(t('reports:entriesFailed'))).toBeVisible();
  await expect(rows(page)).toHaveCount(0);

  await page.goBack();
  await report(page, 'en', { start: day, end: day });
  await expect(page.getByText(t('reports:entriesFailed'))).toBeVisible();
  await page.unrouteAll();
  await recover(retry, rows(page).first());
  await expect(rows(page)).toHaveCount(3);
  await expect(old).toBeHidden();
});
