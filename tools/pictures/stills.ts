/* The still pictures of the public pages: what is on them, and how the product gets there. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Location } from '#contract/locations.ts';
import type { TimeEntry } from '#contract/time-tracking.ts';
import { formatLocationCode } from '#domain/location-code.ts';
import {
  type Box,
  boardOf,
  type Camera,
  callApi,
  desktop,
  narrow,
  phone,
  picturesFolder,
  type Size,
  type Studio,
} from './studio.ts';

/** A Thursday morning at 10:24 in Riga: every run shows the same people at work. */
export const STILLS_AT = '2026-11-19T08:24:00Z';
const LAST_MONTH = '?start=2026-10-01&end=2026-10-31';

/** The sizes of the pictures by name. */
export type Sizes = Record<string, Size>;

/** Takes every still picture in the studio's look. Its browser's camera must show the poster. */
export async function takeStills(studio: Studio): Promise<Sizes> {
  const sizes: Sizes = {};
  const { language, scheme } = studio.look;
  const take = async (name: string, subject: Parameters<Camera>[0], clip?: Box) => {
    sizes[name] = await studio.camera(
      subject,
      join(picturesFolder, `${name}.${language}.${scheme}.webp`),
      clip,
    );
  };
  await takeSignUp(studio, take);
  await takeDesk(studio, take);
  await takeDialogs(studio, take);
  await takePhone(studio, take);
  return sizes;
}

type Take = (name: string, subject: Parameters<Camera>[0], clip?: Box) => Promise<void>;

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
  await goto(page, 'reports', { query: LAST_MONTH });
  await take('reports', page);
  await goto(page, 'employees');
  await take('employees', page);
  await page.context().close();

  // Narrower, so that they can be read on a phone.
  const table = await open({ ...narrow, viewport: { width: 960, height: 640 } }, signIn.admin);
  await goto(table, 'reports', { query: `${LAST_MONTH}&tab=months` });
  await take('months', table);
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

/** An administrator's dialogs, forms and cards, and the roll call on a phone. */
async function takeDialogs({ open, goto, t, signIn }: Studio, take: Take): Promise<void> {
  const page = await open(narrow, signIn.admin);
  const press = (name: string, values = {}) =>
    page
      .getByRole('button', { name: t(name, values) })
      .first()
      .click();
  const dialog = page.getByRole('dialog');
  const fill = (label: string, value: string) => dialog.getByLabel(t(label), { exact: true }).fill(value);

  await goto(page, 'dashboard');
  const board = boardOf(page);
  await take('now', board);
  await board.getByRole('button').first().click();
  await press('ai-reports:generate');
  const told = page.getByText(t('ai-reports:made')).first();
  await told.waitFor();
  await told.waitFor({ state: 'hidden' });
  await take('ai-report', dialog);

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
  await press('employees:editNamed', { name: 'Aigars Dzenis' });
  await dialog.getByRole('switch').uncheck();
  await take('edit-employee', dialog);

  await page.context().close();

  const outdoors = await open(phone, signIn.admin);
  await goto(outdoors, 'rollCall');
  for (const tick of (await outdoors.getByRole('checkbox').all()).slice(0, 3))
    await tick.check({ force: true });
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
  await goto(page, 'myHours');
  await take('my-hours', page);

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

/** The poster of the building site, which is printed on white in every look. */
export async function takePoster(studio: Studio, file: string): Promise<Size> {
  const { language } = studio.look;
  const [location] = (await locationsOf(studio)).filter(({ name }) => name.startsWith('Objekts'));
  const page = await studio.open(desktop, studio.signIn.admin);
  await studio.goto(page, 'locationPoster', { params: { id: location?.id ?? '' } });
  await page.getByRole('combobox').selectOption(language);
  const sheet = page.locator(`article[lang="${language}"]`);
  await sheet.waitFor();
  const size = await studio.camera(sheet, file);
  await page.context().close();
  return size;
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
      createImageBitmap(new ImageData(8, 8)).then((empty) => send.call(this, empty, { transfer: [empty] }));
    };
  });
  await page
    .getByRole('button', { name: t('time-tracking:scan') })
    .first()
    .click();
  await page.getByText(t('time-tracking:scanner.scanning')).first().waitFor();
  return () => page.evaluate(() => (window as unknown as { letScan: () => void }).letScan());
}
