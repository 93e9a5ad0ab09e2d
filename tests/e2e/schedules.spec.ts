/* Schedules: kinds of shift, painting by mouse and keyboard, two planners, publishing, and a phone's day. */
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { weekdayDateText } from '#domain/date-text.ts';
import { addDays, addMonths, dateIn, monthOf } from '#domain/dates.ts';
import { judge } from '#tests/support/browser/axe.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import {
  call,
  desktop,
  employByApi,
  noonZone,
  phone,
  provokes,
  registerByApi,
  say,
  tapQuickly,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';

const t = say('en');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Three months ahead, so that no notice is due and nothing has begun. */
const month = addMonths(dateIn(Date.now(), noonZone).slice(0, 7), 3);
const period = { startDate: `${month}-01`, endDate: monthOf(`${month}-01`).end };
const dayKind = {
  name: 'Day',
  code: 'D',
  starts: '07:00',
  ends: '15:30',
  breakMinutes: 30,
  locationId: null,
};
const nightKind = {
  name: 'Night',
  code: 'N',
  starts: '22:00',
  ends: '06:00',
  breakMinutes: 30,
  locationId: null,
};

async function newCompany(
  browser: Browser,
  { withKinds = true, viewport = desktop, timezone = noonZone } = {},
) {
  const admin = await browser.newContext({ viewport });
  await registerByApi(admin, { timezone });
  // By surname: Āboliņa, Bērziņa (the administrator), Kalniņš.
  const anna = await employByApi(admin, await browser.newContext(), {
    firstName: 'Aija',
    lastName: 'Āboliņa',
  });
  await employByApi(admin, await browser.newContext());
  if (withKinds) for (const body of [dayKind, nightKind]) await call(admin, 'createShiftKind', { body });
  return { admin, anna, page: await admin.newPage() };
}

const cellOf = (page: Page, row: number, day: number) => page.locator(`[data-cell="${row}:${day - 1}"]`);
/** What is drawn in a cell. */
const textOf = (page: Page, row: number, day: number) =>
  cellOf(page, row, day).locator('[aria-hidden]').first();
const state = (page: Page, name: string) =>
  expect(
    page.getByRole('status').filter({ hasText: new RegExp(`^${t(`schedules:state.${name}`)}`) }),
  ).toBeVisible();
const choose = (page: Page, name: string) =>
  page
    .getByRole('group', { name: t('schedules:paint') })
    .getByRole('button', { name, exact: true })
    .click();

async function drag(page: Page, from: [number, number], to: [number, number]) {
  await cellOf(page, ...from).hover();
  await page.mouse.down();
  await cellOf(page, ...to).hover();
  await page.mouse.up();
}

/** "07:00,22:00" of each planned day of the person, as the server has it. */
async function planOf(context: BrowserContext, userId: string) {
  const { people } = await call(context, 'getSchedule', { query: { ...period, plan: 'draft' } });
  const days = people.find(({ user }) => user.id === userId)?.days ?? [];
  return days.map(
    ({ date, shifts }) => `${Number(date.slice(8))} ${shifts.map(({ starts }) => starts).join()}`,
  );
}

const open = (page: Page) => page.goto(`${urlOf('schedule', 'en')}?date=${month}`);

test('the first visit offers kinds, which are changed before they are added', async ({ browser }) => {
  const { admin, page } = await newCompany(browser, { withKinds: false });
  await page.goto(urlOf('dashboard', 'en'));
  await page
    .getByRole('link', { name: t('nav:pages.schedule') })
    .first()
    .click();
  await expect(page.getByText(t('schedules:first.title'))).toBeVisible();
  await judge(page, { inDark: true });
  await page.getByRole('button', { name: t('schedules:kinds.editNamed', { name: 'Day' }) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('schedules:fields.starts')).fill('06:30');
  await judge(page, { inDark: true });
  await dialog.getByRole('button', { name: t('common:save') }).click();
  await page.getByRole('checkbox', { name: /Evening/ }).uncheck();
  await page.getByRole('button', { name: t('schedules:first.add') }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await isTold(page, t('schedules:first.done'));
  const kinds = await call(admin, 'listShiftKinds');
  expect(kinds.map(({ code, starts }) => `${code} ${starts}`)).toEqual(['D 06:30', 'N 22:00']);
  // Absences are one click away, and the way back too.
  await page.getByRole('link', { name: t('nav:pages.absences') }).click();
  await page
    .getByRole('link', { name: t('nav:pages.schedule'), exact: true })
    .last()
    .click();
  await expect(page.getByRole('heading', { name: t('schedules:title'), level: 1 })).toBeVisible();
});

test('days are painted by mouse and keyboard, typed, copied, undone, and saved by themselves', async ({
  browser,
}) => {
  const { admin, anna, page } = await newCompany(browser);
  await open(page);
  await choose(page, 'D · Day');
  await drag(page, [0, 2], [0, 4]);
  await expect(textOf(page, 0, 3)).toHaveText('D');
  await expect(page.getByRole('row', { name: /Aija Āboliņa/ })).toContainText('24:00');
  await state(page, 'saved');
  expect(await planOf(admin, anna.id)).toEqual(['2 07:00', '3 07:00', '4 07:00']);

  // The keyboard: a code, times, a range that is copied and pasted, a day off.
  await choose(page, t('schedules:choose'));
  await cellOf(page, 0, 10).click();
  await page.keyboard.type('n');
  await expect(textOf(page, 0, 10)).toHaveText('N');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(cellOf(page, 0, 12)).toBeFocused();
  await page.keyboard.type('8-12, 13-17:30');
  await page.keyboard.press('Enter');
  await expect(cellOf(page, 0, 12)).toHaveAccessibleName(/Aija Āboliņa, .*: 08:00–12:00, 13:00–17:30/);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+c');
  await cellOf(page, 0, 20).click();
  await page.keyboard.press('Control+v');
  await cellOf(page, 0, 4).click();
  await page.keyboard.press('Delete');
  await expect(textOf(page, 0, 4)).toHaveText('');
  await state(page, 'saved');
  const planned = ['2 07:00', '3 07:00', '10 22:00', '12 08:00,13:00', '20 07:00', '21 07:00'];
  expect(await planOf(admin, anna.id)).toEqual(planned);

  // Undo and redo, also of what is saved.
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(textOf(page, 0, 4)).toHaveText('D');
  await expect(textOf(page, 0, 20)).toHaveText('');
  await page.keyboard.press('Control+Shift+z');
  await expect(textOf(page, 0, 21)).toHaveText('D');
  await state(page, 'saved');
  expect(await planOf(admin, anna.id)).toEqual([...planned.slice(0, 2), '4 07:00', ...planned.slice(2)]);

  // What is no shift is said, and what overlaps is kept and not sent.
  await cellOf(page, 0, 11).click();
  await page.keyboard.type('5-9');
  await page.keyboard.press('Enter');
  await state(page, 'failed');
  await isTold(page, '22:00–06:00');
  await expect(cellOf(page, 0, 11)).toHaveAccessibleName(new RegExp(t('schedules:marks.unsaved')));
  await page.keyboard.type('9-8x');
  await page.keyboard.press('Enter');
  await isTold(page, '9-8x');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await state(page, 'saved');
  await judge(page, { inDark: true });

  // Enter opens the day.
  await cellOf(page, 1, 5).click();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('schedules:fields.kind')).selectOption({ label: 'D · Day' });
  await dialog.getByLabel(t('schedules:fields.note')).fill('Gate 2');
  await judge(page, { inDark: true });
  await dialog.getByRole('button', { name: t('schedules:set') }).click();
  await expect(cellOf(page, 1, 5)).toHaveAccessibleName(/Day 07:00–15:30 Gate 2/);
});

test('what another planner has changed stays, and the rest is saved', async ({ browser }) => {
  provokes(/409/);
  const { admin, anna, page } = await newCompany(browser);
  // Otherwise the page would know of the change before it saves.
  await page.route('**/api/events*', (route) => route.abort());
  await open(page);
  await expect(cellOf(page, 0, 1)).toBeVisible();
  const theirs = {
    starts: '12:00',
    ends: '20:00',
    breakMinutes: 0,
    locationId: null,
    kindId: null,
    note: null,
  };
  const dateOf = (day: number) => addDays(period.startDate, day - 1);
  await call(admin, 'setScheduleDays', {
    body: { days: [{ userId: anna.id, date: dateOf(3), shifts: [theirs] }] },
  });
  await choose(page, 'D · Day');
  await drag(page, [0, 2], [0, 4]);
  await isTold(page, t('schedules:conflict.title'));
  await expect(cellOf(page, 0, 3)).toHaveAccessibleName(/12:00–20:00/);
  await state(page, 'saved');
  expect(await planOf(admin, anna.id)).toEqual(['2 07:00', '3 12:00', '4 07:00']);
});

test('a month is filled by a rotation, copied, taken back and published with its reason', async ({
  browser,
}) => {
  // Its law has a notice.
  const timezone = 'Europe/Riga';
  const { admin, anna, page } = await newCompany(browser, { timezone });
  await open(page);
  await page.getByRole('button', { name: t('schedules:tools') }).click();
  await page.getByRole('menuitem', { name: t('schedules:fill.open') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('schedules:fill.rotation')).fill('D D N -');
  await dialog.getByRole('checkbox', { name: 'Aija Āboliņa' }).check();
  await dialog.getByLabel(t('schedules:fill.place', { name: 'Aija Āboliņa' })).fill('2');
  await judge(page, { inDark: true });
  await dialog.getByRole('button', { name: t('schedules:fill.submit') }).click();
  await expect(textOf(page, 0, 2)).toHaveText('N');
  await expect(textOf(page, 0, 4)).toHaveText('D');
  await page.getByRole('button', { name: t('schedules:undo') }).click();
  await expect(textOf(page, 0, 2)).toHaveText('');
  await state(page, 'saved');
  expect(await planOf(admin, anna.id)).toEqual([]);
  await page.getByRole('button', { name: t('schedules:redo') }).click();
  await state(page, 'saved');

  await page.getByRole('button', { name: t('schedules:publish.open') }).click();
  await expect(dialog.getByText(t('schedules:changed_one', { count: 1 }))).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Night 22:00–06:00' }).first()).toBeVisible();
  await judge(page, { inDark: true });
  await dialog.getByRole('button', { name: t('schedules:publish.submit') }).click();
  await isTold(page, t('schedules:publish.done_one', { count: 1 }));

  // A change of tomorrow is nearer than the notice.
  const tomorrow = addDays(dateIn(Date.now(), timezone), 1);
  await page.goto(`${urlOf('schedule', 'en')}?date=${tomorrow}`);
  const cell = page.getByRole('gridcell', { name: /^Aija Āboliņa/ });
  await cell.nth((new Date(tomorrow).getUTCDay() + 6) % 7).click();
  await page.keyboard.type('d');
  await state(page, 'saved');
  await page.getByRole('button', { name: t('schedules:publish.open') }).click();
  await expect(dialog.getByText(t('schedules:publish.lateDay')).first()).toBeVisible();
  provokes(/409/);
  await dialog.getByRole('button', { name: t('schedules:publish.submit') }).click();
  await expect(dialog.getByText(t('errors:notice_needs_reason'))).toBeVisible();
  await dialog.getByLabel(t('schedules:publish.reason')).fill('A colleague is ill');
  await judge(page, { inDark: true });
  await dialog.getByRole('button', { name: t('schedules:publish.submit') }).click();
  await expect(dialog).toBeHidden();
  const told = await call(admin, 'listAnnouncements', { query: { startDate: tomorrow, endDate: tomorrow } });
  expect(told.map(({ reason }) => reason)).toEqual(['A colleague is ill']);
  await page.getByRole('button', { name: t('schedules:tools') }).click();
  await page.getByRole('menuitem', { name: t('schedules:seen.open') }).click();
  await expect(dialog.getByText(t('schedules:seen.waiting_one', { count: 1 }))).toBeVisible();
  await expect(dialog.getByRole('listitem')).toContainText(t('schedules:seen.channels.mail'));
  await judge(page, { inDark: true });
});

test('a month typed in a table is imported after a preview', async ({ browser }) => {
  const { page } = await newCompany(browser);
  await page.goto(`${urlOf('schedule', 'en')}?date=${month}`);
  await page.getByRole('button', { name: t('schedules:tools') }).click();
  await page.getByRole('menuitem', { name: t('schedules:file.import') }).click();
  const dialog = page.getByRole('dialog');
  const choose = (content: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'month.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  const apply = dialog.getByRole('button', { name: t('import:apply'), exact: true });
  await choose('Name;1;2;3\nĀboliņa Aija;D;7-11, 12-16;-\nNobody Known;D;;\n');
  await expect(dialog.getByText(t('import:issues.unknownPerson'))).toBeVisible();
  await expect(apply).toBeDisabled();
  await choose('Name;1;2;3\nĀboliņa Aija;D;7-11, 12-16;-\n');
  await judge(page, { inDark: true });
  await apply.click();
  await expect(dialog.getByText(t('import:done'))).toBeVisible();
  await dialog
    .getByRole('button', { name: t('common:close'), exact: true })
    .first()
    .click();
  await expect(dialog).toBeHidden();
  await expect(cellOf(page, 0, 1)).toContainText('07:00–15:30');
  await expect(cellOf(page, 0, 2)).toContainText('07:00–11:00');
});

test('on a phone a day is a list, three quick taps turn three days, and the same dialog sets a shift', async ({
  browser,
}) => {
  const { page } = await newCompany(browser, { viewport: phone });
  await page.goto(`${urlOf('schedule', 'en')}?date=${period.startDate}`);
  await tapQuickly(page.getByRole('button', { name: t('schedules:nextDay') }), 3);
  await expect(page.getByText(weekdayDateText(addDays(period.startDate, 3), 'en'))).toBeVisible();
  const person = page.getByRole('button', { name: /Aija Āboliņa/ });
  await expect(person).toContainText(t('schedules:dayOff'));
  await person.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('schedules:fields.starts')).fill('09:00');
  await dialog.getByLabel(t('schedules:fields.ends')).fill('17:00');
  await judge(page, { inDark: true });
  await dialog.getByRole('button', { name: t('schedules:set') }).click();
  await expect(person).toContainText('09:00–17:00');
  await state(page, 'saved');
  await judge(page, { widths: [320, 390], inDark: true });
});

test('an accountant reads the schedule and changes nothing', async ({ browser }) => {
  const { admin } = await newCompany(browser);
  const context = await browser.newContext({ viewport: desktop });
  await employByApi(admin, context, { firstName: 'Ilze', lastName: 'Zālīte', role: 'accountant' });
  const page = await context.newPage();
  await open(page);
  await cellOf(page, 0, 2).click();
  await page.keyboard.type('d');
  await expect(textOf(page, 0, 2)).toHaveText('');
  await expect(page.getByRole('button', { name: t('schedules:publish.open') })).toHaveCount(0);
});
