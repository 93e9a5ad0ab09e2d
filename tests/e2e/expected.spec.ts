/* Who is planned and not there: dashboard, roll call, wall view, timeline, and the mail's setting. */
import { expect } from '@playwright/test';
import { dateIn } from '#domain/dates.ts';
import { judge, WIDTHS } from '#tests/support/browser/axe.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import {
  call,
  desktop,
  employByApi,
  noonZone,
  registerByApi,
  say,
  test,
  untilNewDay,
  urlOf,
} from '#tests/support/browser/support.ts';

const t = say('lv');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('who is planned and not there is said with the times, and on the wall as a number', async ({
  browser,
}) => {
  await untilNewDay(noonZone);
  const admin = await browser.newContext({ viewport: desktop });
  await registerByApi(admin, { timezone: noonZone, language: 'lv' });
  const { id: locationId, qrCode } = await call(admin, 'createLocation', { body: { name: 'Zāģētava' } });
  const workers = [];
  for (const firstName of ['Aija', 'Berta', 'Cilda']) {
    const context = await browser.newContext();
    workers.push({ ...(await employByApi(admin, context, { firstName })), context });
  }
  const page = await admin.newPage();
  const block = page.getByRole('heading', { name: t('dashboard:admin.expected.title') });
  await page.goto(urlOf('dashboard', 'lv'));
  await expect(page.getByRole('heading', { name: 'Zāģētava' })).toBeVisible();
  await expect(block).toBeHidden();

  // It is noon: one is missing, one came late, one is still to come.
  const date = dateIn(Date.now(), noonZone);
  const times = [
    ['07:00', '15:30'],
    ['08:00', '16:30'],
    ['22:00', '06:00'],
  ];
  const days = workers.map(({ id: userId }, index) => {
    const [starts = '', ends = ''] = times[index] ?? [];
    return {
      ...{ userId, date },
      shifts: [{ starts, ends, breakMinutes: 30, locationId, kindId: null, note: null }],
    };
  });
  await call(admin, 'setScheduleDays', { body: { days } });
  await call(admin, 'publishSchedule', { body: { startDate: date, endDate: date, reason: 'Jauns' } });
  const [, late] = workers;
  if (!late) throw new Error('three people');
  await call(late.context, 'scan', { body: { qrCode } });

  await page.reload();
  await expect(block).toBeVisible();
  const rows = page.getByRole('list', { name: 'Zāģētava' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const states = (['missing', 'late'] as const).map((state) => t(`dashboard:admin.expected.states.${state}`));
  await expect(rows).toContainText(states);
  await expect(rows).toContainText(
    ['07:00', '08:00'].map((time) => t('dashboard:admin.expected.planned', { time })),
  );
  const coming = t('dashboard:admin.expected.coming', { number: '1', time: '22:00' });
  await expect(page.getByText(coming)).toBeVisible();
  await judge(page, { widths: WIDTHS, inDark: true });
  await page.getByText(t('dashboard-figures:today')).click();
  const line = page.getByRole('listitem', {
    name: `Aija Kalniņš: ${t('dashboard-figures:timeline.planned', { times: '07:00–15:30' })}`,
  });
  await expect(line).toBeVisible();
  await expect(page.getByText(t('dashboard-figures:timeline.looks.planned'), { exact: true })).toBeVisible();
  await expect(page.locator('[data-planned="08:00–16:30"]')).toHaveCount(1);
  await expect(page.locator('[data-planned="22:00–06:00"]')).toHaveCount(0);
  await judge(page, { widths: WIDTHS, inDark: true });

  await page.goto(urlOf('rollCall', 'lv'));
  const planned = page.getByRole('list', { name: t('roll-call:planned') });
  await expect(planned.getByRole('listitem')).toHaveCount(1);
  await expect(planned).toContainText(t('roll-call:shift', { times: '07:00–15:30' }));
  await expect(page.getByRole('definition').first()).toHaveText('1');
  await planned.getByRole('checkbox').check({ force: true });
  await expect(page.getByRole('definition').first()).toHaveText('1');
  await judge(page, { widths: WIDTHS, inDark: true });

  await page.goto(urlOf('board', 'lv'));
  await expect(page.getByText(t('kiosk:board.notHere', { number: 1 }))).toBeVisible();
  await expect(page.getByText('AK')).toBeHidden();
  await expect(page.getByText('BK')).toBeVisible();

  await page.goto(urlOf('settings', 'lv'));
  await page.getByRole('switch', { name: t('company:fields.sendsNotHere') }).click();
  await page.getByRole('button', { name: t('common:save') }).click();
  await isTold(page, t('company:saved'));
  expect(await call(admin, 'getCompany')).toMatchObject({ sendsNotHere: false });
  await judge(page, { widths: WIDTHS, inDark: true });
});
