/* Hours by category and warnings, for administrators and for the employee. */
import { expect } from '@playwright/test';
import { addDays, dateIn, monthOf, previousMonthOf, weekdayOf } from '#domain/dates.ts';
import { judge } from '#tests/support/browser/axe.ts';
import {
  call,
  desktop,
  employByApi,
  noonZone,
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
const lv = say('lv');

test.use({ viewport: desktop, contextOptions: { reducedMotion: 'reduce' } });

test('a night of last month: by category, explained, with its warnings', async ({ page, browser }) => {
  await untilNewDay(zone);
  await registerByApi(page.context(), { timezone: zone });
  const location = await call(page.context(), 'createLocation', { body: { name: 'Ēvelētava' } });
  const context = await browser.newContext({ viewport: phone, locale: 'lv-LV' });
  const worker = await employByApi(page.context(), context);
  const { start, end } = previousMonthOf(dateIn(Date.now(), zone));
  // A Tuesday in the middle of the month: neither an end of the month nor a change of the clocks is near.
  const tuesday = addDays(start, 14 + ((9 - weekdayOf(start)) % 7));
  const next = addDays(tuesday, 1);
  await recordPast(worker, location.id, `${tuesday} 18:00 ${zone}`, `${next} 07:00 ${zone}`);

  await page.goto(`${urlOf('reports', 'en')}?${new URLSearchParams({ tab: 'months', start, end })}`);
  const table = page.getByRole('table', { name: t('reports:tabs.months') });
  const row = table.getByRole('row').filter({ hasText: 'Jānis Kalniņš' });
  await expect(row).toContainText('13:00');
  await judge(page, { inDark: true });

  await row.getByRole('button', { name: t('reports:months.detailOf', { name: 'Jānis Kalniņš' }) }).click();
  // The night, which the row unfolds.
  await expect(table).toContainText('8:00');
  await table.getByRole('button', { name: t('hours:daysOf', { name: 'Jānis Kalniņš' }) }).click();
  const dialog = page.getByRole('dialog', { name: 'Jānis Kalniņš' });
  await dialog.getByText(t('hours:figures.night'), { exact: true }).click();
  await expect(dialog).toContainText('22:00–00:00');
  await expect(dialog).toContainText('00:00–06:00');
  await expect(dialog).toContainText(t('hours:warnings.long-day'));
  await expect(dialog).toContainText(t('hours:warnings.missing-break'));
  await judge(page, { inDark: true });

  // Employees see the same month as their own.
  const own = await context.newPage();
  await own.goto(urlOf('myMonth', 'lv', { month: start.slice(0, 7) }));
  await own.getByText(lv('hours:title'), { exact: true }).click();
  const card = own.getByRole('group').filter({ hasText: lv('hours:title') });
  await expect(card).toContainText(lv('hours:figures.normToBeWorked'));
  await card.getByText(lv('hours:figures.normToBeWorked'), { exact: true }).click();
  await expect(card).toContainText('13:00');
  await expect(card).toContainText(lv('hours:warnings.long-day'));
  await judge(own, { inDark: true });

  // The month before stands under Needs attention as well.
  await page.goto(`${urlOf('corrections', 'en')}?tab=warnings`);
  const section = page.getByRole('region', { name: t('hours:warnings.title') });
  await section.getByText('Jānis Kalniņš').click();
  await expect(section).toContainText(t('hours:warnings.long-day'));
  await judge(page, { inDark: true });
});

test('what was planned stands beside what was worked, for who approves the month and for the person', async ({
  page,
  browser,
}) => {
  await untilNewDay(zone);
  const admin = page.context();
  await registerByApi(admin, { timezone: zone });
  const location = await call(admin, 'createLocation', { body: { name: 'Ēvelētava' } });
  const context = await browser.newContext({ viewport: phone, locale: 'lv-LV' });
  const worker = await employByApi(admin, context);
  const { start, end } = previousMonthOf(dateIn(Date.now(), zone));
  const pattern = [8, 8, 8, 8, 8, 0, 0].map((hours) => hours * 3_600_000);
  const terms = [{ validFrom: '1970-01-01', pattern, weekly: 40 * 3_600_000, workTime: 'summed' as const }];
  const { firstName, lastName, email } = worker;
  const body = { firstName, lastName, email, role: 'employee' as const, terms };
  await call(admin, 'updateEmployee', { params: { id: worker.id }, body });
  // A Saturday in the middle of the month, 8 hours planned and 9 worked.
  const date = addDays(start, 14 + ((6 - weekdayOf(start) + 7) % 7));
  await recordPast(worker, location.id, `${date} 07:00 ${zone}`, `${date} 16:00 ${zone}`);
  const months = `${urlOf('reports', 'en')}?${new URLSearchParams({ tab: 'months', start, end })}`;
  const table = page.getByRole('table', { name: t('reports:tabs.months') });
  const unfold = () =>
    table.getByRole('button', { name: t('reports:months.detailOf', { name: 'Jānis Kalniņš' }) }).click();
  await page.goto(months);
  await unfold();
  await expect(table).toContainText(t('hours:figures.restDay'));
  await expect(table).not.toContainText(t('hours:figures.plan'));

  const times = { starts: '07:00', ends: '15:00', breakMinutes: 0, locationId: location.id };
  const shifts = [{ ...times, kindId: null, note: null }];
  await call(admin, 'setScheduleDays', { body: { days: [{ userId: worker.id, date, shifts }] } });
  await call(admin, 'publishSchedule', { body: { startDate: start, endDate: end, reason: 'From paper' } });
  await page.goto(months);
  await unfold();
  const fact = (name: string) => table.locator('div').filter({ has: page.getByText(name, { exact: true }) });
  await expect(fact(t('hours:figures.plan')).last()).toContainText('8:00');
  await expect(fact(t('hours:figures.planDifference')).last()).toContainText('1:00');
  await expect(table).not.toContainText(t('hours:figures.restDay'));
  await judge(page, { inDark: true });

  const own = await context.newPage();
  await own.goto(urlOf('myMonth', 'lv', { month: start.slice(0, 7) }));
  await own.getByText(lv('hours:title'), { exact: true }).click();
  const card = own.getByRole('group').filter({ hasText: lv('hours:title') });
  await card.getByText(lv('hours:figures.plan'), { exact: true }).click();
  await expect(card).toContainText(`${lv('hours:figures.planDifference')}: 1:00`);
  await judge(own, { inDark: true });
});

test('while at work, the page says by when a break is due', async ({ page, browser }) => {
  const admin = page.context();
  await registerByApi(admin, { timezone: noonZone });
  await call(admin, 'updateWorkRules', { body: { country: 'LV' } });
  const location = await call(admin, 'createLocation', { body: { name: 'Ēvelētava' } });
  const context = await browser.newContext({ viewport: phone, locale: 'lv-LV' });
  const worker = await employByApi(admin, context);
  const since = new Date(Date.now() - 2 * 3_600_000).toISOString();
  await recordPast(worker, location.id, since, null);
  const own = await context.newPage();
  await own.goto(urlOf('timeTracking', 'lv'));
  await expect(own.getByText(lv('breaks:upcoming.title'))).toBeVisible();
  await expect(own.getByText(/Pārtraukums jāsāk līdz \d\d:\d\d/)).toBeVisible();
  await judge(own, { inDark: true });
  const { start } = monthOf(dateIn(Date.now(), noonZone));
  await own.goto(urlOf('myMonth', 'lv', { month: start.slice(0, 7) }));
  await own.getByText(lv('hours:title'), { exact: true }).click();
  await expect(own.getByText(lv('hours:provisional'))).toBeVisible();
  // Nothing can be done about it on a page that is only read.
  await expect(own.getByText(lv('breaks:upcoming.title'))).toHaveCount(0);
});
