/* Reliable time records for administrators: settings, corrections, months, the ledger, the roll-call. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { addDays, dateIn, monthOf } from '#domain/dates.ts';
import { monthText } from '#domain/month-text.ts';
import { judge } from '#tests/support/browser/axe.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import {
  call,
  desktop,
  employByApi,
  inDatabase,
  phone,
  recordPast,
  registerByApi,
  say,
  test,
  untilNewDay,
  urlOf,
} from '#tests/support/browser/support.ts';

const t = say('en');
const ZONE = 'Europe/Riga';
/** A day whose month is over, whenever the tests run, and its month. */
let [day, month] = ['', ''];
test.beforeEach(async () => {
  await untilNewDay(ZONE);
  day = addDays(monthOf(dateIn(new Date(), ZONE)).start, -10);
  month = day.slice(0, 7);
});

test.use({ viewport: desktop });

const button = (at: Page | Locator, key: string, values?: Record<string, string>) =>
  at.getByRole('button', { name: t(key, values), exact: true });
const rows = (page: Page) => page.locator('table:has([data-index])').first().locator('tbody tr[data-index]');
const reports = (page: Page, query: Record<string, string>) =>
  page.goto(`${urlOf('reports', 'en')}?${new URLSearchParams(query)}`);
const entriesOfDay = (page: Page) => reports(page, { tab: 'time-entries', start: day, end: day });

/** Jānis at the hall, 8 to 12 and 13 to 16 on that day. */
async function fill(admin: BrowserContext, worker: BrowserContext) {
  const hall = await call(admin, 'createLocation', { body: { name: 'Hall' } });
  const yard = await call(admin, 'createLocation', { body: { name: 'Yard' } });
  const janis = await employByApi(admin, worker);
  await recordPast(janis, hall.id, `${day} 08:00 ${ZONE}`, `${day} 12:00 ${ZONE}`);
  await recordPast(janis, hall.id, `${day} 13:00 ${ZONE}`, `${day} 16:00 ${ZONE}`);
  const entries = await call(admin, 'getTimeEntriesReport', { query: { startDate: day, endDate: day } });
  const [afternoon, morning] = entries;
  if (!morning || !afternoon) throw new Error('two entries were written');
  return { hall, yard, janis, morning, afternoon };
}

/** An instant of that day by the wall clock of a zone two or three hours ahead of UTC. */
const at = async (time: string) => {
  const [row] = await inDatabase('select $1::timestamptz::text as instant', [`${day} ${time} ${ZONE}`]);
  return new Date(String(row?.instant)).toISOString();
};

async function openAction(page: Page, row: Locator, action: 'edit' | 'history' | 'delete') {
  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: t(`reports:actions.${action}`) }).click();
  return page.getByRole('dialog');
}

const moment = (dialog: Locator, end: 'checkIn' | 'checkOut', part: 'date' | 'time') =>
  dialog.getByLabel(t(`time-entries:moment.${part}`, { legend: t(`time-entries:fields.${end}`) }));
/** A step of an entry's history. */
const step = (dialog: Locator, key: string) =>
  dialog.getByRole('paragraph').filter({ hasText: t(`time-entries:history.${key}`) });
const reason = (dialog: Locator) => dialog.getByLabel(t('time-entries:fields.reason'));

test('settings: errors beside their fields, input survives a reload, a time zone change shows a warning', async ({
  page,
}) => {
  await registerByApi(page.context());
  await page.goto(urlOf('settings', 'en'));
  const name = page.getByLabel(t('company:fields.name'));
  const shift = page.getByLabel(t('company:fields.longestShift'));
  const save = button(page, 'common:save');
  await name.fill('Kokapstrāde un dēls SIA');
  await page.reload();
  await expect(name).toHaveValue('Kokapstrāde un dēls SIA');
  await expect(page.getByText(t('company:unsaved'))).toBeVisible();
  await save.dblclick();
  await isTold(page, t('company:saved'));
  await expect(save).toBeHidden();

  await page.getByRole('link', { name: t('nav:settings.settingsTime') }).click();
  await shift.fill('25');
  await save.click();
  await expect(page.getByText(t('validation:longestShift'))).toBeVisible();
  await shift.fill('10');
  // Going away and back loses nothing.
  await page.getByRole('link', { name: t('nav:settings.settings') }).click();
  await expect(name).toHaveValue('Kokapstrāde un dēls SIA');
  await page.goBack();
  await expect(shift).toHaveValue('10');

  const zone = page.getByRole('combobox', { name: t('company:fields.timezone') });
  await zone.fill('vilnius');
  const found = page.getByRole('listbox').getByRole('option');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('UTC+0');
  await page.keyboard.press('Enter');
  await expect(zone).toHaveValue('Europe/Vilnius');
  await expect(page.getByText(t('company:zoneWarning.title'))).toBeVisible();
  await save.dblclick();
  await expect(save).toBeHidden();
  await page.reload();
  await expect(page.getByText(t('company:unsaved'))).toBeHidden();
  await expect(zone).toHaveValue('Europe/Vilnius');

  await page.getByRole('link', { name: t('nav:settings.settingsData') }).click();
  const digest = page.getByRole('switch', { name: t('company:fields.sendsDigest') });
  await digest.uncheck();
  await save.click();
  await expect(save).toBeHidden();
  await page.reload();
  await expect(digest).not.toBeChecked();
  expect(await call(page.context(), 'getCompany')).toMatchObject({
    name: 'Kokapstrāde un dēls SIA',
    timezone: 'Europe/Vilnius',
    longestShiftHours: 10,
    sendsDigest: false,
  });
});

test('a request is approved with changes; both see it in the history', async ({ page, browser }) => {
  await registerByApi(page.context());
  const worker = await browser.newContext();
  const { morning } = await fill(page.context(), worker);
  await call(worker, 'createCorrectionRequest', {
    body: { kind: 'edit', timeEntryId: morning.id, checkOut: await at('12:45'), reason: 'I left later' },
  });
  await page.goto(urlOf('dashboard', 'en'));
  await expect(page.getByRole('main')).toContainText(t('dashboard:admin.attention.title_one', { count: 1 }));
  await expect(
    page.getByRole('banner').getByRole('link', { name: t('nav:needAttention_one', { count: 1 }) }),
  ).toBeVisible();
  await page.getByRole('link', { name: t('dashboard:admin.attention.show') }).click();
  await expect(page).toHaveURL(urlOf('corrections', 'en'));
  // The dashboard, which lists him too, may still be shown while the page loads.
  await expect(button(page, 'corrections:changes.open')).toBeVisible();
  const card = page.getByRole('listitem').filter({ hasText: 'Jānis Kalniņš' });
  await expect(card).toContainText('I left later');
  await expect(card.locator('del')).toContainText(['12:00', '4:00 h']);
  await expect(card.locator('ins')).toContainText(['12:45', '4:45 h']);

  await button(card, 'corrections:changes.open').click();
  const dialog = page.getByRole('dialog');
  await moment(dialog, 'checkOut', 'time').fill('13:15');
  await button(dialog, 'corrections:changes.submit').click();
  await expect(dialog.getByText(t('validation:reasonRequired'))).toBeVisible();
  await reason(dialog).fill('The gate says so');
  await button(dialog, 'corrections:changes.submit').click();
  // The afternoon begins at 13:00; the typed values stay.
  await expect(dialog.getByRole('alert')).toHaveText(t('errors:entry_overlaps'));
  await expect(reason(dialog)).toHaveValue('The gate says so');
  await moment(dialog, 'checkOut', 'time').fill('12:30');
  await button(dialog, 'corrections:changes.submit').dblclick();
  await expect(page.getByText(t('corrections:empty.title'))).toBeVisible();

  await page.getByRole('tab', { name: t('corrections:tabs.decided') }).click();
  await expect(card).toContainText('The gate says so');
  await expect(card.locator('ins')).toContainText(['12:30']);
  await page.reload();
  await card.getByRole('button', { name: t('corrections:historyNamed', { name: 'Jānis Kalniņš' }) }).click();
  await expect(step(dialog, 'requested.edit')).toBeVisible();
  await expect(step(dialog, 'decided.approved')).toBeVisible();
  const history = await call(worker, 'getTimeEntryHistory', { params: { id: morning.id } });
  expect(history.at(-1)).toMatchObject({ kind: 'decision', after: { checkOut: await at('12:30') } });
});

test('a forgotten check-out is ended, an estimate approved, a request rejected with a reason', async ({
  page,
  browser,
}) => {
  await registerByApi(page.context());
  const worker = await browser.newContext();
  const { janis, hall, afternoon } = await fill(page.context(), worker);
  const yesterday = addDays(dateIn(new Date(), ZONE), -1);
  await recordPast(janis, hall.id, `${yesterday} 07:00 ${ZONE}`, null);
  await call(worker, 'createCorrectionRequest', {
    body: { kind: 'delete', timeEntryId: afternoon.id, reason: 'I was not there' },
  });
  await page.goto(urlOf('corrections', 'en'));
  await button(page, 'corrections:missing.setEndNamed', { name: 'Jānis Kalniņš' }).click();
  const dialog = page.getByRole('dialog');
  await button(dialog, 'common:save').click();
  await expect(dialog.getByText(t('time-entries:moment.required'))).toBeVisible();
  await moment(dialog, 'checkOut', 'date').fill(yesterday);
  await moment(dialog, 'checkOut', 'time').fill('23:30');
  await reason(dialog).fill('Told me by phone');
  // It may be true, so that it is not refused.
  await expect(dialog.getByText(t('time-entries:fields.overlong', { hours: 14 }))).toBeVisible();
  await moment(dialog, 'checkOut', 'time').fill('15:30');
  await expect(dialog.getByText(t('time-entries:fields.overlong', { hours: 14 }))).toBeHidden();
  await button(dialog, 'common:save').click();
  await expect(page.getByText(t('corrections:missing.title'))).toBeHidden();

  await button(page, 'corrections:reject.open').click();
  await button(dialog, 'corrections:reject.submit').click();
  await expect(dialog.getByText(t('validation:reasonRequired'))).toBeVisible();
  await reason(dialog).fill('The camera saw you');
  await button(dialog, 'corrections:reject.submit').click();
  await expect(page.getByText(t('corrections:empty.title'))).toBeVisible();
  await expect(page.getByRole('navigation').getByText(/need/)).toBeHidden();

  // The end of an entry, estimated by its employee: recorded at once and approved later.
  const ilze = await employByApi(page.context(), worker, { firstName: 'Ilze', lastName: 'Ozola' });
  await recordPast(ilze, hall.id, `${yesterday} 07:00 ${ZONE}`, null);
  const missing = await call(worker, 'getMissingCheckOut');
  if (!missing) throw new Error('a check-out is missing');
  const leftAt = new Date(Date.parse(missing.checkIn) + 8 * 3_600_000).toISOString();
  await call(worker, 'answerMissingCheckOut', { body: { timeEntryId: missing.timeEntryId, leftAt } });
  const herDay = { start: yesterday, end: yesterday, employee: ilze.id };
  await reports(page, herDay);
  await expect(rows(page)).toContainText([t('reports:status.pending')]);
  await page.goto(urlOf('corrections', 'en'));
  await expect(page.locator('ins')).toContainText(['15:00', '8:00 h']);
  await button(page, 'corrections:approveNamed', { name: 'Ilze Ozola' }).dblclick();
  await expect(page.getByText(t('corrections:empty.title'))).toBeVisible();
  await reports(page, herDay);
  await expect(rows(page)).toContainText([t('reports:status.approved')]);
});

test('two administrators decide at once: the second is told, and the list is up to date', async ({
  page,
  browser,
}) => {
  await registerByApi(page.context());
  const worker = await browser.newContext();
  const { morning, afternoon } = await fill(page.context(), worker);
  const second = await browser.newContext({ viewport: desktop });
  await employByApi(page.context(), second, { firstName: 'Ilze', lastName: 'Ozola', role: 'admin' });
  for (const entry of [morning, afternoon]) {
    await call(worker, 'createCorrectionRequest', {
      body: { kind: 'delete', timeEntryId: entry.id, reason: 'Twice' },
    });
  }
  // Otherwise the list would be up to date before the click.
  await second.route('**/api/events*', (route) => route.abort());
  const other = await second.newPage();
  await page.goto(urlOf('corrections', 'en'));
  await other.goto(urlOf('corrections', 'en'));
  const approve = (at: Page) => button(at, 'corrections:approveNamed', { name: 'Jānis Kalniņš' }).first();
  await expect(approve(page)).toBeVisible();
  await expect(approve(other)).toBeVisible();
  await approve(page).click();
  await isTold(page, t('corrections:approved'));
  // The keyboard goes on from the next request.
  await expect(page.getByRole('link', { name: 'Jānis Kalniņš' })).toBeFocused();
  await approve(other).click();
  await isTold(other, t('errors:already_decided'));
  await expect(button(other, 'corrections:approveNamed', { name: 'Jānis Kalniņš' })).toHaveCount(1);
  // In a dialog as well.
  await button(other, 'corrections:reject.open').click();
  const dialog = other.getByRole('dialog');
  await reason(dialog).fill('No');
  await approve(page).click();
  await expect(page.getByText(t('corrections:empty.title'))).toBeVisible();
  await button(dialog, 'corrections:reject.submit').click();
  await expect(dialog).toBeHidden();
  await isTold(other, t('errors:already_decided'));
  await expect(other.getByText(t('corrections:empty.title'))).toBeVisible();

  // Nobody decides about their own hours while another administrator can.
  const own = await call(second, 'getUser');
  await recordPast(own, morning.locationId, `${day} 18:00 ${ZONE}`, `${day} 19:00 ${ZONE}`);
  const [entry] = await call(second, 'getTimeEntriesReport', {
    query: { startDate: day, endDate: day, employeeId: own.id },
  });
  if (!entry) throw new Error('an entry was written');
  await call(second, 'createCorrectionRequest', {
    body: { kind: 'edit', timeEntryId: entry.id, checkOut: await at('20:00'), reason: 'Overtime' },
  });
  await other.reload();
  await button(other, 'corrections:approveNamed', { name: 'Ilze Ozola' }).click();
  await expect(other.getByRole('alert')).toHaveText(t('errors:needs_another_admin'));
});

test('an entry is added, changed and deleted by hand, each with a reason', async ({ page, browser }) => {
  await registerByApi(page.context());
  await fill(page.context(), await browser.newContext());
  await entriesOfDay(page);
  await button(page, 'reports:actions.add').click();
  const dialog = page.getByRole('dialog');
  await button(dialog, 'time-entries:add.submit').click();
  await expect(dialog.getByText(t('time-entries:fields.employeeRequired'))).toBeVisible();
  await expect(dialog.getByText(t('validation:reasonRequired'))).toBeVisible();
  await dialog.getByLabel(t('time-entries:fields.employee')).selectOption('Jānis Kalniņš');
  await dialog.getByLabel(t('time-entries:fields.location'), { exact: true }).selectOption('Yard');
  await moment(dialog, 'checkIn', 'time').fill('18:30');
  await moment(dialog, 'checkOut', 'time').fill('18:00');
  await reason(dialog).fill('Worked in the evening');
  await button(dialog, 'time-entries:add.submit').click();
  await expect(dialog.getByText(t('validation:checkOutOrder'))).toBeVisible();
  await moment(dialog, 'checkOut', 'time').fill('20:00');
  await expect(dialog).toContainText('1:30 h');
  await button(dialog, 'time-entries:add.submit').dblclick();
  await expect(rows(page)).toHaveCount(3);
  const added = rows(page).filter({ hasText: 'Yard' });
  await expect(added).toContainText(t('reports:marks.corrected'));
  await expect(added).toContainText('1:30');

  await openAction(page, added, 'edit');
  await moment(dialog, 'checkIn', 'time').fill('15:30');
  await reason(dialog).fill('Earlier');
  await button(dialog, 'common:save').click();
  await expect(dialog.getByRole('alert')).toHaveText(t('errors:entry_overlaps'));
  await moment(dialog, 'checkIn', 'time').fill('17:00');
  await button(dialog, 'common:save').click();
  await expect(added).toContainText('3:00');

  await openAction(page, added, 'history');
  await expect(step(dialog, 'kinds.entry-added')).toBeVisible();
  await expect(dialog.locator('del').filter({ hasText: '18:30' })).toBeVisible();
  await expect(dialog.locator('ins').filter({ hasText: '17:00' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await openAction(page, added, 'delete');
  await reason(dialog).fill('Somebody else');
  await button(dialog, 'time-entries:delete.submit').click();
  await expect(rows(page)).toHaveCount(2);
});

test('where the clocks change, a time that was skipped is refused and one that came twice is asked for', async ({
  page,
  browser,
}) => {
  await registerByApi(page.context());
  const { janis, hall } = await fill(page.context(), await browser.newContext());
  await recordPast(janis, hall.id, `2026-03-28 22:00 ${ZONE}`, `2026-03-29 06:00 ${ZONE}`);
  await recordPast(janis, hall.id, `2025-10-25 22:00 ${ZONE}`, `2025-10-26 06:00 ${ZONE}`);
  const dialog = page.getByRole('dialog');

  await reports(page, { start: '2026-03-28', end: '2026-03-28' });
  await openAction(page, rows(page), 'edit');
  await moment(dialog, 'checkOut', 'time').fill('03:30');
  await expect(dialog.getByText(/clocks were put forward/)).toBeVisible();
  await reason(dialog).fill('Night');
  await button(dialog, 'common:save').click();
  await expect(dialog).toBeVisible();
  await moment(dialog, 'checkOut', 'time').fill('04:30');
  await button(dialog, 'common:save').click();
  await expect(rows(page)).toContainText(['5:30']);

  await reports(page, { start: '2025-10-25', end: '2025-10-25' });
  await openAction(page, rows(page), 'edit');
  await moment(dialog, 'checkOut', 'time').fill('03:30');
  await reason(dialog).fill('Night');
  await button(dialog, 'common:save').click();
  await expect(dialog.getByText(t('time-entries:moment.chooseWhich'))).toBeVisible();
  await dialog.getByRole('radio', { name: /UTC\+02:00/ }).check();
  await button(dialog, 'common:save').click();
  await expect(rows(page)).toContainText(['6:30']);
});

test('a double click decides one request, not the next one as well', async ({ page, browser }) => {
  await registerByApi(page.context());
  const worker = await browser.newContext();
  const { morning, afternoon } = await fill(page.context(), worker);
  for (const entry of [morning, afternoon]) {
    await call(worker, 'createCorrectionRequest', {
      body: { kind: 'delete', timeEntryId: entry.id, reason: 'Twice' },
    });
  }
  await page.goto(urlOf('corrections', 'en'));
  const approve = button(page, 'corrections:approveNamed', { name: 'Jānis Kalniņš' });
  await expect(approve).toHaveCount(2);
  const box = await approve.first().boundingBox();
  if (!box) throw new Error('the button is on screen');
  await page.mouse.move(box.x + 20, box.y + 20);
  const press = async (clickCount: number) => {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
  };
  await press(1);
  await expect(approve).toHaveCount(1);
  // The next request has taken its place.
  expect(await approve.boundingBox()).toEqual(box);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.method()));
  await press(2);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(asked).not.toContain('POST');
  expect((await call(page.context(), 'listAttention')).requestCount).toBe(1);
  await press(1);
  await expect(page.getByText(t('corrections:empty.title'))).toBeVisible();
});

test('a month is approved, locked, and unlocked with a reason', async ({ page, browser }) => {
  await registerByApi(page.context());
  const worker = await browser.newContext();
  const { morning } = await fill(page.context(), worker);
  await call(worker, 'answerOwnMonth', { body: { month, answer: 'disputed', text: 'One hour is missing' } });
  await call(worker, 'createCorrectionRequest', {
    body: { kind: 'edit', timeEntryId: morning.id, checkOut: await at('13:00'), reason: 'One hour' },
  });
  await reports(page, { tab: 'months', start: `${month}-01`, end: monthOf(day).end });
  const janis = rows(page).filter({ hasText: 'Jānis Kalniņš' });
  await expect(janis).toContainText('7:00');
  await expect(janis).toContainText(t('reports:months.answers.disputed'));
  const approveJanis = button(janis, 'reports:months.approveNamed', { name: 'Jānis Kalniņš' });
  await expect(approveJanis).toHaveCount(0);
  const unfold = button(janis, 'reports:months.detailOf', { name: 'Jānis Kalniņš' });
  await unfold.click();
  await expect(page.getByText('One hour is missing')).toBeVisible();
  await expect(page.getByText(t('reports:close.withQuestions_one', { count: 1 }))).toBeVisible();
  const confirm = page.getByRole('alertdialog');

  await janis.getByRole('link', { name: t('reports:months.open.requests_one', { count: 1 }) }).click();
  // A new page is scrolled to its position once its heading has the focus.
  await expect(page.getByRole('heading', { level: 1, name: t('corrections:title') })).toBeFocused();
  await button(page, 'corrections:approveNamed', { name: 'Jānis Kalniņš' }).click();
  await isTold(page, t('corrections:approved'));
  await expect(page.getByText(t('corrections:empty.title'))).toBeVisible();
  await page.goBack();
  await expect(janis).toContainText('8:00');
  await unfold.click();
  await expect(page.getByText(t('reports:months.changedSince'))).toBeVisible();
  await approveJanis.click();
  await button(confirm, 'reports:months.approve').click();
  await expect(janis).toContainText(t('reports:months.approved'));
  await page.reload();
  await expect(janis).toContainText(t('reports:months.approved'));

  await entriesOfDay(page);
  await expect(rows(page)).toContainText([t('reports:marks.locked'), t('reports:marks.locked')]);
  const dialog = await openAction(page, rows(page).first(), 'edit');
  await moment(dialog, 'checkOut', 'time').fill('15:00');
  await reason(dialog).fill('Too late');
  await button(dialog, 'common:save').click();
  await expect(dialog.getByRole('alert')).toContainText(monthText(month, 'en'));
  await expect(moment(dialog, 'checkOut', 'time')).toHaveValue('15:00');

  await reports(page, { tab: 'months', start: `${month}-01`, end: monthOf(day).end });
  await button(janis, 'reports:months.unlockNamed', { name: 'Jānis Kalniņš' }).click();
  await button(dialog, 'reports:months.unlock').click();
  await expect(dialog.getByText(t('validation:reasonRequired'))).toBeVisible();
  await reason(dialog).fill('A mistake');
  await button(dialog, 'reports:months.unlock').click();
  await expect(approveJanis).toBeVisible();
  await entriesOfDay(page);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText(t('reports:marks.locked'))).toBeHidden();
});

test('totals open their explanation', async ({ page, browser }) => {
  await registerByApi(page.context());
  await fill(page.context(), await browser.newContext());
  const dialog = page.getByRole('dialog');
  const explain = (at: Page | Locator, title: string) => button(at, 'common:explainHours', { title });
  await page.goto(urlOf('dashboard', 'en'));
  await explain(page, t('dashboard-figures:hoursWeek')).click();
  await expect(dialog).toContainText(t('working-time:explanation.empty'));
  await entriesOfDay(page);
  await explain(page, t('reports:columns.hours')).click();
  await expect(dialog).toContainText('Jānis Kalniņš');
  await expect(dialog).toContainText('7:00:00 h');
  await reports(page, { tab: 'daily-summaries', start: day, end: day });
  await explain(rows(page), `${t('reports:columns.totalHours')}, Hall`).click();
  await expect(dialog).toContainText('7:00:00 h');
  await reports(page, { tab: 'months', start: `${month}-01`, end: monthOf(day).end });
  await explain(page, t('reports:columns.hours')).click();
  await expect(dialog).toContainText('7:00:00 h');
});

/** Opens the part of the ledger's card that is for IT and accountants. */
const unfoldHash = (page: Page) =>
  page
    .locator('details')
    .filter({ hasText: t('company:ledger.verify') })
    .locator('summary')
    .click();

test('the exported ledger is verified without the product', async ({ page, browser }) => {
  await registerByApi(page.context());
  await fill(page.context(), await browser.newContext());
  await page.goto(urlOf('settingsData', 'en'));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await unfoldHash(page);
  await button(page, 'company:ledger.copy').click();
  await isTold(page, t('common:copied'));
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const { seq, hash } = await call(page.context(), 'getLedgerDigest');
  expect(copied).toBe(`${seq}:${hash}`);
  const download = page.waitForEvent('download');
  await button(page, 'company:ledger.export').click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^ledger-\d{4}-\d\d-\d\d\.ndjson$/);
  const { stdout } = await promisify(execFile)(process.execPath, [
    'tools/verify-ledger.ts',
    await file.path(),
    '--digest',
    copied,
  ]);
  expect(stdout).toContain(hash);
});

test('roll-call: ticks survive a reload, the last known state stays without a connection, paper shows it all', async ({
  page,
  browser,
}) => {
  await registerByApi(page.context());
  const { janis, hall, yard } = await fill(page.context(), await browser.newContext());
  const anna = await call(page.context(), 'getUser');
  const today = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  await recordPast(janis, hall.id, today(2), null);
  await recordPast(anna, yard.id, today(20), null);
  await page.setViewportSize(phone);
  await page.clock.install();
  await page.goto(urlOf('dashboard', 'en'));
  await page.getByRole('link', { name: t('dashboard:admin.rollCall') }).click();
  const person = page.getByRole('checkbox', { name: /Jānis Kalniņš/ });
  const count = (key: string) => page.locator('dl div', { hasText: t(`roll-call:${key}`) }).locator('dd');
  await expect(count('missing')).toHaveText('1');
  // People with a forgotten check-out are listed, but not counted as missing.
  await expect(page.getByText(t('roll-call:uncertain'))).toBeVisible();
  await person.check({ force: true });
  await expect(count('missing')).toHaveText('0');
  await expect(count('ticked')).toHaveText('1');
  await page.reload();
  await expect(person).toBeChecked();
  await page.getByLabel(t('roll-call:location')).selectOption('Yard');
  await expect(person).toBeHidden();
  await page.getByLabel(t('roll-call:location')).selectOption('');

  await page.context().setOffline(true);
  await page.clock.fastForward('05:00');
  await expect(page.getByRole('status').filter({ hasText: /Last known state/ })).toContainText(
    '5 minutes ago',
  );
  await expect(person).toBeChecked();
  await person.uncheck({ force: true });
  await expect(count('missing')).toHaveText('1');
  await page.context().setOffline(false);

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByText('Jānis Kalniņš')).toBeVisible();
  await expect(button(page, 'roll-call:print')).toBeHidden();
  const ink = await page.getByRole('heading', { level: 1 }).evaluate((h1) => getComputedStyle(h1).color);
  expect(ink).toBe('rgb(0, 0, 0)');
  await page.emulateMedia({ media: 'screen' });

  await button(page, 'roll-call:again.open').click();
  await button(page.getByRole('alertdialog'), 'roll-call:again.confirm').click();
  await expect(person).not.toBeChecked();
});

test('only administrators have access', async ({ page, browser }) => {
  await registerByApi(page.context());
  const worker = await browser.newContext();
  await fill(page.context(), worker);
  const own = await worker.newPage();
  for (const name of ['settings', 'corrections', 'rollCall'] as const) {
    await own.goto(urlOf(name, 'en'));
    await expect(own).toHaveURL(urlOf('employee', 'en'));
  }
});

test.describe('axe finds nothing', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  const judgeOnceShown = async (page: Page, ready: Locator) => {
    await expect(ready).toBeVisible();
    await judge(page, { widths: [1280, 390], inDark: true });
  };

  test('on the screens of an administrator', async ({ page, browser }) => {
    await registerByApi(page.context());
    const worker = await browser.newContext();
    const { janis, hall, morning } = await fill(page.context(), worker);
    const yesterday = addDays(dateIn(new Date(), ZONE), -1);
    await recordPast(janis, hall.id, `${yesterday} 07:00 ${ZONE}`, null);
    await call(worker, 'createCorrectionRequest', {
      body: { kind: 'edit', timeEntryId: morning.id, checkOut: await at('12:30'), reason: 'Later' },
    });
    await page.goto(urlOf('dashboard', 'en'));
    await judgeOnceShown(page, page.getByRole('link', { name: t('dashboard:admin.attention.show') }));
    await page.goto(urlOf('settingsData', 'en'));
    await unfoldHash(page);
    await judgeOnceShown(page, page.getByText(t('company:ledger.verify')));
    await page.goto(urlOf('corrections', 'en'));
    await judgeOnceShown(page, page.getByText('Later'));
    const dialog = page.getByRole('dialog');
    await button(page, 'corrections:changes.open').click();
    await judgeOnceShown(page, dialog);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: /^History/ }).click();
    await judgeOnceShown(page, step(dialog, 'requested.edit'));
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await button(page, 'corrections:approveNamed', { name: 'Jānis Kalniņš' }).click();
    await page.getByRole('tab', { name: t('corrections:tabs.decided') }).click();
    await judgeOnceShown(page, page.getByText('Later'));
    await reports(page, { tab: 'months', start: `${month}-01`, end: monthOf(day).end });
    await judgeOnceShown(page, rows(page).first());
    await entriesOfDay(page);
    await judgeOnceShown(page, rows(page).first());
    await button(page, 'reports:actions.add').click();
    await judgeOnceShown(page, dialog);
    await page.goto(urlOf('rollCall', 'en'));
    await judgeOnceShown(page, page.getByText('Jānis Kalniņš'));
  });
});
