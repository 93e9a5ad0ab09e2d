/* What an employee sees of their schedule, and the company's two settings about schedules. */
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import type { EndpointInput } from '#contract/index.ts';
import { addDays, dateIn, weekOf } from '#domain/dates.ts';
import { pathFor } from '#domain/paths.ts';
import { judge, WIDTHS } from '#tests/support/browser/axe.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import {
  call,
  desktop,
  employByApi,
  isKept,
  mailTo,
  noonZone,
  phone,
  provokes,
  registerByApi,
  say,
  test,
  untilNewDay,
  urlOf,
} from '#tests/support/browser/support.ts';

const t = say('lv');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

type Shift = EndpointInput<'setScheduleDays'>['body']['days'][number]['shifts'][number];
type World = Awaited<ReturnType<typeof setUp>>;

/** A company with a location and a kind of shift, and a worker's phone. */
async function setUp(browser: Browser) {
  await untilNewDay(noonZone);
  const admin = await browser.newContext({ viewport: desktop });
  await registerByApi(admin, { timezone: noonZone, language: 'lv' });
  // Then every reason stands in its announcement.
  await call(admin, 'updateCompany', { body: { noticeDays: 62 } });
  const { id: locationId } = await call(admin, 'createLocation', { body: { name: 'Zāģētava' } });
  const times = { starts: '07:00', ends: '15:30', breakMinutes: 30, locationId };
  const { id: kindId } = await call(admin, 'createShiftKind', {
    body: { name: 'Rīta maiņa', code: 'R', ...times },
  });
  const context = await browser.newContext({ viewport: phone, locale: 'lv-LV' });
  const worker = await employByApi(admin, context);
  const today = dateIn(Date.now(), noonZone);
  return { admin, context, worker, today, morning: { ...times, kindId, note: null } satisfies Shift };
}

/** Plans these days and publishes from today until the end of next week. */
async function announce(
  { admin, worker, today }: World,
  shiftsByDay: Record<number, Shift[]>,
  reason: string,
) {
  const days = Object.entries(shiftsByDay).map(([day, shifts]) => ({
    ...{ userId: worker.id, date: addDays(today, Number(day)), shifts },
  }));
  await call(admin, 'setScheduleDays', { body: { days } });
  const period = { startDate: today, endDate: addDays(weekOf(today).end, 7) };
  await call(admin, 'publishSchedule', { body: { ...period, reason } });
}

const nextShift = (page: Page) => page.getByRole('link', { name: t('own-schedule:nextShift') });
const news = (page: Page) => page.getByRole('heading', { name: t('own-schedule:new') });
const seenButton = (page: Page) => page.getByRole('button', { name: t('own-schedule:seen') });
const seenAtOf = async ({ admin, today }: World) =>
  (await call(admin, 'listAnnouncements', { query: { startDate: today, endDate: addDays(today, 14) } })).map(
    ({ seenAt }) => seenAt !== null,
  );

async function openFirstPage(page: Page) {
  await page.goto(urlOf('employee', 'lv'));
  await expect(page.getByText(t('employee-dashboard:recent'))).toBeVisible();
}

test('a schedule is announced, seen and changed again; nobody sees anything of it before', async ({
  browser,
}) => {
  const world = await setUp(browser);
  const { context, worker, today, morning } = world;
  const page = await context.newPage();
  await openFirstPage(page);
  await expect(nextShift(page)).toBeHidden();
  await page.getByRole('button', { name: /Kalniņš/ }).click();
  await page.getByRole('menuitem', { name: t('nav:pages.mySchedule') }).click();
  await expect(page.getByText(t('own-schedule:emptyTitle'))).toBeVisible();
  await judge(page, { widths: WIDTHS, inDark: true });

  await announce(world, { 1: [morning], 3: [morning] }, 'Pirmais grafiks');
  await mailTo(
    worker.email,
    new RegExp(`07:00–15:30, Zāģētava[^]*Pirmais grafiks[^]*${pathFor('mySchedule', 'lv')}`),
  );
  await openFirstPage(page);
  await expect(page.getByText(t('own-schedule:changed'))).toBeVisible();
  await expect(nextShift(page)).toContainText(`${t('own-schedule:tomorrow')} 07:00–15:30, Zāģētava`);
  await judge(page, { widths: WIDTHS, inDark: true });
  await nextShift(page).click();
  await expect(news(page)).toBeVisible();
  await expect(page.getByText(t('own-schedule:reason', { reason: 'Pirmais grafiks' }))).toBeVisible();
  await expect(page.getByText('07:00–15:30').last()).toBeVisible();
  await expect(page.getByText('Rīta maiņa').first()).toBeVisible();
  await expect(page.getByText('Zāģētava', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(t('own-schedule:dayOff')).first()).toBeVisible();
  // Once a week where nothing is published.
  await expect(page.getByText(t('own-schedule:noneInWeek'))).toHaveCount(3);
  await page.getByRole('button', { name: t('own-schedule:showMore') }).click();
  await expect(page.getByText(t('own-schedule:noneInWeek'))).toHaveCount(7);
  await judge(page, { widths: WIDTHS, inDark: true });
  await seenButton(page).click();
  await isTold(page, t('own-schedule:seenDone'));
  await expect(news(page)).toBeHidden();
  expect(await seenAtOf(world)).toEqual([true]);

  // Two changes, which are seen in one tap.
  await announce(world, { 1: [] }, 'Slimība');
  await announce(
    world,
    {
      3: [
        { ...morning, starts: '08:00' },
        { ...morning, starts: '20:00', ends: '22:00' },
      ],
    },
    'Pasūtījums',
  );
  await page.reload();
  await expect(page.getByText(`07:00–15:30, Zāģētava → ${t('own-schedule:dayOff')}`)).toBeVisible();
  await expect(
    page.getByText('07:00–15:30, Zāģētava → 08:00–15:30, Zāģētava; 20:00–22:00, Zāģētava'),
  ).toBeVisible();
  await seenButton(page).click();
  await expect(news(page)).toBeHidden();
  expect(await seenAtOf(world)).toEqual([true, true, true]);
  await openFirstPage(page);
  await expect(page.getByText(t('own-schedule:changed'))).toBeHidden();
  await expect(nextShift(page)).toContainText('08:00–15:30, Zāģētava');
  await expect(nextShift(page)).toContainText(addDays(today, 3).split('-').reverse().join('.'));
});

test('without a signal the schedule is there as last known, and “Seen” is refused', async ({ browser }) => {
  provokes(/Failed to load resource/);
  const world = await setUp(browser);
  const { context, morning } = world;
  await announce(world, { 1: [morning] }, 'Pirmais');
  const page = await context.newPage();
  await page.goto(urlOf('employee', 'lv'));
  await expect(nextShift(page)).toBeVisible();
  await isKept(page, '"schedules","own"');
  await context.route('**/api/**', (route) => route.abort());
  await page.goto(urlOf('mySchedule', 'lv'));
  await expect(page.getByText('Rīta maiņa', { exact: true })).toBeVisible();
  await seenButton(page).click();
  await isTold(page, t('own-schedule:seenFailed'));
  await expect(news(page)).toBeVisible();
  await page.goto(urlOf('employee', 'lv'));
  await expect(nextShift(page)).toContainText('07:00–15:30, Zāģētava');
  await context.unroute('**/api/**');
  expect(await seenAtOf(world)).toEqual([false]);
  await page.goto(urlOf('mySchedule', 'lv'));
  await seenButton(page).click();
  await expect(news(page)).toBeHidden();
  expect(await seenAtOf(world)).toEqual([true]);
});

test('an administrator sets the notice of schedules and when somebody is late', async ({ browser }) => {
  const admin: BrowserContext = await browser.newContext({ viewport: desktop, locale: 'lv-LV' });
  await registerByApi(admin);
  const page = await admin.newPage();
  await page.goto(urlOf('settingsTime', 'lv'));
  const notice = page.getByLabel(t('company:fields.notice'));
  const late = page.getByLabel(t('company:fields.grace'));
  await expect(notice).toHaveValue('');
  await expect(page.getByText(t('company:fields.noticeHint', { days: '28–31' }))).toBeVisible();
  const save = page.getByRole('button', { name: t('common:save') }).last();
  const settings = async () => {
    const { noticeDays, graceMinutes } = await call(admin, 'getCompany');
    return [noticeDays, graceMinutes];
  };
  await notice.fill('63');
  await save.click();
  await expect(page.getByText(t('validation:noticeDays'))).toBeVisible();
  await notice.fill('3');
  await late.fill('10');
  await save.click();
  await expect.poll(settings).toEqual([3, 10]);
  await expect(save).toBeHidden();
  await expect(notice).toHaveValue('3');
  await notice.fill('');
  await save.click();
  await expect.poll(settings).toEqual([null, 10]);
});
