/* The product's main task, from sign-up to the spreadsheet, as its users do it. */
import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { dateIn } from '#domain/dates.ts';
import { cameraArguments, filmOf } from '#tests/support/browser/camera.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import {
  addEmployeeByScreen,
  addLocationByScreen,
  desktop,
  inDatabase,
  launch,
  moveTo,
  noonZone,
  origin,
  type Person,
  phone,
  registerByScreen,
  say,
  signInFirstTime,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';

const today = () => dateIn(new Date(), noonZone);

/** Downloads the QR picture of a location, as its owner does. */
async function downloadQr(page: Page, name: string): Promise<Buffer> {
  const t = say('en');
  await page.goto(urlOf('locations', 'en'));
  await page.getByRole('button', { name: t('locations:qrNamed', { name }) }).click();
  const download = page.waitForEvent('download');
  // A button or a link that downloads a file.
  await page.getByRole('dialog').getByText(t('locations:download'), { exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^location-[0-9a-f-]{36}-qr\.png$/);
  return readFile(await file.path());
}

/** Opens the camera and waits for the result of the scan. */
async function scanWithCamera(page: Page, done: string) {
  const t = say('en');
  await page.goto(urlOf('timeTracking', 'en'));
  await page.getByRole('button', { name: t('time-tracking:scan') }).click();
  await isTold(page, done);
}

/** Moves this person's records two hours into the past, as if the test had taken that long. */
const shiftBackTwoHours = (person: Person) =>
  inDatabase(
    `update time_entry e set check_in = check_in - interval '2 hours', check_out = check_out - interval '2 hours'
       from users u where u.company_id = e.company_id and u.id = e.user_id and u.email = $1`,
    [person.email],
  );

async function csvOf(page: Page, button: string): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('sign up, hang a poster, check in with a camera, switch, check out, read the hours, export', async ({
  browser,
}, info) => {
  const t = say('en');
  const office = await browser.newContext({ viewport: desktop, timezoneId: noonZone, locale: 'en-GB' });
  const owner = await office.newPage();
  await registerByScreen(owner, 'en');
  await addLocationByScreen(owner, 'en', 'Hall');
  await addLocationByScreen(owner, 'en', 'Yard');
  const films: Record<string, string> = {};
  for (const name of ['Hall', 'Yard']) {
    films[name] = info.outputPath(`${name}.y4m`);
    await filmOf(browser, await downloadQr(owner, name), films[name] ?? '');
  }
  const worker = await addEmployeeByScreen(owner, 'en');

  const phones: Browser[] = [];
  const phoneThatSees = async (name: string) => {
    const started = await launch(cameraArguments(films[name] ?? ''));
    phones.push(started);
    return started;
  };
  try {
    const first = await phoneThatSees('Hall');
    const context = await first.newContext({
      viewport: phone,
      permissions: ['camera'],
      timezoneId: 'America/New_York',
      locale: 'en-GB',
    });
    const atHall = await context.newPage();
    await atHall.goto(urlOf('auth', 'en'));
    await signInFirstTime(atHall, 'en', worker);
    await expect(atHall).toHaveURL(urlOf('employee', 'en'));
    await scanWithCamera(atHall, t('time-tracking:done.check-in'));
    await expect(atHall.getByText('Hall').first()).toBeVisible();
    await shiftBackTwoHours(worker);

    const atYard = await moveTo(await phoneThatSees('Yard'), context);
    await scanWithCamera(atYard, t('time-tracking:done.location-switch'));
    await expect(atYard.getByText('Yard').first()).toBeVisible();

    // The same code within a minute: the phone asks before it checks out.
    await atYard.goto(urlOf('timeTracking', 'en'));
    await atYard.getByRole('button', { name: t('time-tracking:scan') }).click();
    const question = atYard.getByRole('group', { name: /Check out\?/ });
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: t('time-tracking:checkOut') }).click();
    await isTold(atYard, t('time-tracking:done.check-out'));

    await atYard.goto(urlOf('employee', 'en'));
    await expect(atYard.getByText('2:00').first()).toBeVisible();
    await expect(atYard.getByText('Hall')).toBeVisible();
  } finally {
    await Promise.all(phones.map((started) => started.close()));
  }

  await owner.goto(urlOf('dashboard', 'en'));
  await expect(owner.getByText('2:00').first()).toBeVisible();
  await expect(owner.getByText('Jānis Kalniņš').first()).toBeVisible();

  await owner.goto(`${urlOf('reports', 'en')}?tab=time-entries`);
  const row = owner.getByRole('row', { name: /Jānis Kalniņš.*Hall/ });
  await expect(row).toContainText('2:00');
  const { name, text } = await csvOf(owner, t('reports:exportCsv'));
  const month = today().slice(0, 7);
  expect(name).toMatch(new RegExp(`^time-entries-${month}-01-${month}-\\d\\d\\.csv$`));
  expect(text.startsWith('\uFEFFEmployee,Location,Check-in,Check-out,')).toBe(true);
  expect(text).toMatch(
    /Jānis Kalniņš,Hall,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,2\.0\d,/,
  );
});

test('Latvian: by typed code and by link', async ({ browser }) => {
  const t = say('lv');
  const office = await browser.newContext({ viewport: desktop, timezoneId: noonZone, locale: 'lv-LV' });
  const owner = await office.newPage();
  await registerByScreen(owner, 'lv');
  await addLocationByScreen(owner, 'lv', 'Ēvelētava');
  await addLocationByScreen(owner, 'lv', 'Noliktava');
  const codes = await owner.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]$/).allInnerTexts();
  expect(codes).toHaveLength(2);
  const worker = await addEmployeeByScreen(owner, 'lv');

  const context = await browser.newContext({
    viewport: phone,
    timezoneId: 'America/New_York',
    locale: 'lv-LV',
  });
  const page = await context.newPage();
  // The phone's camera app has read a code of capitals only, whose URL has no language; nobody is signed in yet.
  await page.goto(`${origin}/time-tracking?code=${codes[0]?.replaceAll('-', '')}`.toUpperCase());
  await expect(page).toHaveURL(new RegExp(`^${origin}/lv/auth\\?`));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('maina_poster'))).not.toBeNull();
  await signInFirstTime(page, 'lv', worker);
  await page.getByRole('link', { name: t('invitation:checkInAt', { location: 'Ēvelētava' }) }).click();
  await page.getByRole('button', { name: t('time-tracking:checkIn') }).click();
  await isTold(page, t('time-tracking:done.check-in'));
  // Neither reload nor back scans again.
  await page.reload();
  await expect(page.getByRole('button', { name: t('time-tracking:checkOut') })).toBeVisible();
  expect(page.url()).toBe(urlOf('timeTracking', 'lv'));
  await shiftBackTwoHours(worker);

  await page.getByRole('button', { name: t('time-tracking:enterCode') }).click();
  const field = page.getByLabel(t('time-tracking:code.label'));
  await field.fill(`${codes[1]?.slice(0, -1)}${codes[1]?.endsWith('A') ? 'B' : 'A'}`);
  await expect(page.getByText(t('time-tracking:code.mistyped'))).toBeVisible();
  await field.fill(` ${codes[1]?.toLowerCase().replaceAll('-', ' ')} `);
  await field.press('Enter');
  await isTold(page, t('time-tracking:done.location-switch'));

  await page.goto(urlOf('timeTracking', 'lv'));
  await page.getByRole('button', { name: t('time-tracking:checkOut') }).click();
  // So soon after the switch the button asks as a scan does.
  await page
    .getByRole('group')
    .getByRole('button', { name: t('time-tracking:checkOut') })
    .dblclick();
  await isTold(page, t('time-tracking:done.check-out'));
  await page.goto(urlOf('employee', 'lv'));
  await expect(page.getByText('2:00').first()).toBeVisible();

  await owner.goto(`${urlOf('reports', 'lv')}?tab=time-entries`);
  await expect(owner.getByRole('row', { name: /Jānis Kalniņš.*Ēvelētava/ })).toContainText('2:00');
  const { text } = await csvOf(owner, t('reports:exportCsv'));
  expect(text).toMatch(/Jānis Kalniņš;Ēvelētava;[\d-]+ [\d:]+;[\d-]+ [\d:]+;2,0\d;/);
});
