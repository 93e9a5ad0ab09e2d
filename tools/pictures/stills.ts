/* The still pictures of the public pages: what is on them, and how the product gets there. */
import type { Locator, Page } from '@playwright/test';
import type { CompanySettings } from '#contract/company.ts';
import type { Location } from '#contract/locations.ts';
import type { MonthSheet } from '#contract/sheets.ts';
import type { TimeEntry } from '#contract/time-tracking.ts';
import { formatLocationCode } from '#domain/location-code.ts';
import { pathFor } from '#domain/paths.ts';
import type { Printed } from './contents.ts';
import {
  type Box,
  boardOf,
  callApi,
  desktop,
  narrow,
  phone,
  type Studio,
  settle,
  siteOf,
  tablet,
} from './studio.ts';

/** A Thursday morning at 10:24 in Riga: every run shows the same people at work. */
export const STILLS_AT = '2026-11-19T08:24:00Z';

/** Takes one picture, or reads what would be on it. */
export type Take = (name: string, subject: Page | Locator | Printed, clip?: Box) => Promise<void>;

/** Goes to every screen that is in a picture, in the studio's look. The browser's camera should show the poster. */
export async function takeStills(studio: Studio, take: Take): Promise<void> {
  await take('poster', await openPoster(studio));
  await takeSignUp(studio, take);
  await takeDesk(studio, take);
  await takeDialogs(studio, take);
  await takeSheet(studio, take);
  await takeOutdoors(studio, take);
  await takeKiosk(studio, take);
  await takePhone(studio, take);
}

async function takeSignUp({ open, goto, t }: Studio, take: Take): Promise<void> {
  const page = await open(narrow);
  await goto(page, 'auth', { query: '?mode=register' });
  const fill = (label: string, value: string) => page.getByLabel(t(label), { exact: true }).fill(value);
  await fill('sign-up:firstName', 'Anna');
  await fill('sign-up:lastName', 'Bērziņa');
  await fill('sign-up:companyName', 'Kokamatnieks SIA');
  await fill('auth:email', 'anna@kokamatnieks.example');
  await page.getByRole('heading', { level: 1 }).click();
  await take('sign-up', page, { x: 0, y: 0, width: 720, height: 640 });
  await page.context().close();
}

/** What an administrator sees at a desk. */
async function takeDesk(studio: Studio, take: Take): Promise<void> {
  const { open, goto, t, signIn } = studio;
  const page = await open(desktop, signIn.admin);
  const corrected = await correctEntry(studio, page);
  await approveMonths(page);
  await goto(page, 'dashboard');
  await take('dashboard', page);
  await goto(page, 'employees');
  await take('employees', page);
  await page.context().close();

  // As narrow as a desk is, so that they can be read on a phone.
  const table = await open({ viewport: { width: 1100, height: 860 }, deviceScaleFactor: 1 }, signIn.admin);
  await goto(table, 'reports', { query: '?start=2026-10-01&end=2026-10-31&tab=months' });
  await take('months', table);
  await goto(table, 'absences', { query: '?month=2026-09' });
  await take('absences', table);
  await table.setViewportSize({ width: 1280, height: 1400 });
  await goto(table, 'reports', {
    query: `?start=2026-11-17&end=2026-11-17&employee=${corrected.userId}`,
  });
  const row = table.getByRole('row').filter({ hasText: t('reports:marks.corrected') });
  await row.getByRole('button').last().click();
  await table.getByRole('menuitem', { name: t('reports:actions.history') }).click();
  const steps = table.getByRole('dialog').locator('ol > li');
  const request = await steps.nth(1).boundingBox();
  const decision = await steps.last().boundingBox();
  if (!request || !decision) throw new Error('The history shows no decision on the request.');
  const margin = 20;
  await take('history', table, {
    x: request.x - margin,
    y: request.y - margin,
    width: request.width + 2 * margin,
    height: decision.y + decision.height - request.y + 2 * margin,
  });
  await table.context().close();
}

/** An administrator's dialogs, forms and cards. */
async function takeDialogs({ open, goto, t, signIn }: Studio, take: Take): Promise<void> {
  const page = await open(narrow, signIn.admin);
  const press = (name: string) =>
    page
      .getByRole('button', { name: t(name) })
      .first()
      .click();
  const dialog = page.getByRole('dialog');
  const fill = (label: string, value: string) => dialog.getByLabel(t(label), { exact: true }).fill(value);

  await goto(page, 'dashboard');
  await take('now', boardOf(page));

  // The demo has as many locations as its plan allows; the picture is of a company that has room.
  const status = await callApi<{ usage: object }>(page, 'GET', '/api/subscription/status');
  const roomy = { ...status, usage: { ...status.usage, locations: { current: 5, max: 10 } } };
  await page.route('**/api/subscription/status', (route) => route.fulfill({ json: roomy }));
  await goto(page, 'locations');
  await press('locations:add');
  await fill('locations:form.name', 'Noliktava, Salaspils');
  await fill('locations:form.address', 'Miera iela 31, Salaspils');
  await take('add-location', dialog);
  await goto(page, 'employees');
  await press('employees:add');
  await fill('employees:form.firstName', 'Jānis');
  await fill('employees:form.lastName', 'Ozols');
  await fill('employees:form.email', 'janis.ozols@kokamatnieks.example');
  await take('add-employee', dialog);
  await goto(page, 'employees');
  await page.getByRole('main').getByRole('link', { name: 'Aigars Dzenis', exact: true }).click();
  await press('common:edit');
  await dialog.getByRole('switch').uncheck();
  await take('edit-employee', dialog);

  await page.context().close();
}

/** What who is responsible on site has on the phone. */
async function takeOutdoors({ open, goto, t, signIn }: Studio, take: Take): Promise<void> {
  const outdoors = await open(phone, signIn.admin);
  const { id } = await siteOf(outdoors);
  await goto(outdoors, 'crew', { query: `?location=${id}` });
  await outdoors.getByLabel(t('crew:action')).selectOption('check-out');
  for (const tick of (await outdoors.getByRole('checkbox').all()).slice(0, 4)) await tick.press('Space');
  // The names, which are below the choice of the location.
  await outdoors
    .getByRole('heading', { name: t('crew:list.title') })
    .evaluate((list) => window.scrollBy(0, list.getBoundingClientRect().top - 80));
  await take('crew', outdoors);
  await goto(outdoors, 'rollCall');
  for (const tick of (await outdoors.getByRole('checkbox').all()).slice(0, 3)) await tick.press('Space');
  await outdoors.evaluate(() => window.scrollTo(0, 0));
  await take('roll-call', outdoors);
  await outdoors.context().close();
}

/** A worker stayed longer than recorded two days ago, asks for a correction and gets it. */
async function correctEntry({ open, signIn }: Studio, admin: Page): Promise<TimeEntry> {
  const day = 'startDate=2026-11-17&endDate=2026-11-17';
  const entries = await callApi<TimeEntry[]>(admin, 'GET', `/api/reports/time-entries?${day}`);
  const entry = entries.findLast(({ user, checkOut }) => user.lastName === 'Ozols' && checkOut);
  if (!entry?.checkOut) throw new Error('The worker did not work that day.');
  const checkOut = new Date(Date.parse(entry.checkOut) + 35 * 60_000).toISOString();
  const worker = await open(phone, signIn.employee);
  const reason = 'Pēc atzīmēšanās vēl izkrāvu piegādi.';
  const body = { kind: 'edit', timeEntryId: entry.id, checkOut, reason };
  const { id } = await callApi<{ id: string }>(worker, 'POST', '/api/correction-requests', body);
  await callApi(admin, 'POST', `/api/correction-requests/${id}/decision`, { decision: 'approved' });
  await worker.context().close();
  return entry;
}

/** Some months are approved already, the rest waits. */
async function approveMonths(page: Page): Promise<void> {
  const people = await callApi<{ user: { id: string; lastName: string } }[]>(
    page,
    'GET',
    '/api/months?month=2026-10',
  );
  for (const { user } of people.filter((_, index) => index % 3 !== 2)) {
    await callApi(page, 'POST', '/api/months/approve', { month: '2026-10', userId: user.id });
  }
}

/** What an employee sees on the phone. */
async function takePhone(studio: Studio, take: Take): Promise<void> {
  const { open, goto, t, signIn, clock } = studio;
  const locations = await locationsOf(studio);
  const codeOf = (name: string) =>
    formatLocationCode(locations.find((one) => one.name.startsWith(name))?.qrCode ?? '');
  const page = await open(phone, signIn.employee);
  const type = async (code: string) => {
    const field = page.getByLabel(t('time-tracking:code.label'));
    if (!(await field.isVisible()))
      await page.getByRole('button', { name: t('time-tracking:enterCode') }).click();
    await field.fill(code);
  };
  await goto(page, 'timeTracking');
  await take('time-tracking', page);

  await openScanner(page, studio);
  await take('scanner', page);

  await goto(page, 'timeTracking');
  await type(codeOf('Galdniecība'));
  await take('enter-code', page);
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText(t('time-tracking:done.location-switch')).waitFor();
  await take('switched', page);

  clock.set('2026-11-19T11:31:00Z');
  await goto(page, 'timeTracking');
  await type(codeOf('Galdniecība'));
  await page.context().setOffline(true);
  await page.keyboard.press('Enter');
  await page.getByText(t('time-tracking:saved.title')).first().waitFor();
  await take('offline', page);
  await page.context().close();
}

async function locationsOf({ open, signIn }: Studio): Promise<Location[]> {
  const page = await open(narrow, signIn.admin);
  const locations = await callApi<Location[]>(page, 'GET', '/api/locations');
  await page.context().close();
  return locations;
}

/** A tablet at the building site's door, with a reader instead of its camera. The page is in the company's language. */
async function takeKiosk({ open, t, signIn, look: { language } }: Studio, take: Take): Promise<void> {
  const admin = await open(desktop, signIn.admin);
  const { name, timezone, longestShiftHours, sendsDigest } = await callApi<CompanySettings>(
    admin,
    'GET',
    '/api/company',
  );
  const settings = { name, timezone, longestShiftHours, sendsDigest, language };
  await callApi(admin, 'PUT', '/api/company', settings);
  const door = { locationId: (await siteOf(admin)).id, name: 'Planšete' };
  const { code } = await callApi<{ code: string }>(admin, 'POST', '/api/kiosks/pairing-codes', door);
  await admin.context().close();
  const page = await open(tablet);
  await page.addInitScript(() => localStorage.setItem('maina-kiosk-camera', 'none'));
  await page.goto(pathFor('auth', language));
  await callApi(page, 'POST', '/api/kiosk/pair', { code });
  await page.goto(pathFor('kiosk', language));
  await settle(page);
  await page.getByText(t('kiosk:scanWithPhone')).waitFor();
  await take('kiosk', page);
  await page.context().close();
}

/** The approved month's sheet of the company in the language's country. */
async function takeSheet({ open, ownCountry }: Studio, take: Take): Promise<void> {
  const page = await open(desktop, ownCountry.admin);
  const address = '/api/months/2026-09/sheet';
  const tables = await callApi<MonthSheet[]>(page, 'GET', `${address}?format=json`);
  const pdf = await page.evaluate(async (url) => {
    const answer = await fetch(url);
    return new Uint8Array(await answer.arrayBuffer()).toBase64();
  }, address);
  const texts = tables
    .slice(0, 1)
    .flatMap(({ title, columns }) => [title, ...columns.map(({ label }) => label)]);
  await take('sheet', { pdf, texts });
  await page.context().close();
}

/** The poster of the building site, which is printed on white in every look. */
export async function openPoster({ open, goto, signIn, look: { language } }: Studio): Promise<Locator> {
  const page = await open(desktop, signIn.admin);
  const { id } = await siteOf(page);
  await goto(page, 'locationPoster', { params: { id } });
  await page.getByRole('combobox').selectOption(language);
  const sheet = page.locator(`article[lang="${language}"]`);
  await sheet.waitFor();
  return sheet;
}

/** Opens the scanner, which sees the poster but does not read it until the returned function is called. */
export async function openScanner(page: Page, { t }: Studio): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const send = Worker.prototype.postMessage;
    Object.assign(window, {
      letScan: () => {
        Worker.prototype.postMessage = send;
      },
    });
    // The decoder gets an empty picture instead of what the camera sees.
    Worker.prototype.postMessage = function () {
      createImageBitmap(new ImageData(8, 8)).then((picture) =>
        send.call(this, { picture, visible: { x: 0, y: 0, width: 8, height: 8 } }, { transfer: [picture] }),
      );
    };
  });
  await page
    .getByRole('button', { name: t('time-tracking:scan') })
    .first()
    .click();
  await page.getByText(t('time-tracking:scanner.scanning')).first().waitFor();
  return () => page.evaluate(() => (window as unknown as { letScan: () => void }).letScan());
}
