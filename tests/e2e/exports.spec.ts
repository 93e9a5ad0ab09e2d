/* What goes out of a month: the sheet and the files for payroll, downloaded on screen and read back. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { extractText } from 'unpdf';
import { addDays, dateIn, monthOf } from '#domain/dates.ts';
import { judge } from '#tests/support/browser/axe.ts';
import {
  call,
  desktop,
  employByApi,
  endTrial,
  recordPast,
  registerByApi,
  say,
  test,
  untilNewDay,
  urlOf,
} from '#tests/support/browser/support.ts';

const t = say('en');
const ZONE = 'Europe/Riga';
test.use({ viewport: desktop });

test('an administrator downloads the sheet and the payroll files, and mends what they miss', async ({
  page,
  browser,
}) => {
  await untilNewDay(ZONE);
  // In a month that is over, whenever the tests run.
  const day = addDays(monthOf(dateIn(new Date(), ZONE)).start, -10);
  const month = day.slice(0, 7);
  const admin = page.context();
  await registerByApi(admin);
  const hall = await call(admin, 'createLocation', { body: { name: 'Hall' } });
  const elsewhere = await browser.newContext();
  const janis = await employByApi(admin, elsewhere, { payrollNo: '0042' });
  const ilze = await employByApi(admin, elsewhere, { firstName: 'Ільзе', lastName: 'Озола' });
  for (const person of [janis, ilze]) {
    await recordPast(person, hall.id, `${day} 08:00 ${ZONE}`, `${day} 16:15 ${ZONE}`);
  }

  const open = async () => {
    const { start, end } = monthOf(day);
    await page.goto(`${urlOf('reports', 'en')}?${new URLSearchParams({ tab: 'months', start, end })}`);
    await page.getByRole('button', { name: t('reports:months.export') }).click();
    await expect(dialog).toBeVisible();
  };
  const dialog = page.getByRole('dialog');
  const file = dialog.getByLabel(t('month-export:file'), { exact: true });
  const download = dialog.getByRole('button', { name: t('month-export:download') });
  const preview = dialog.getByRole('figure');
  await open();

  const pdf = await downloaded(page, () => download.click());
  expect(pdf.name).toBe(`sheet-${month}.pdf`);
  const { text } = await extractText(new Uint8Array(pdf.content), { mergePages: true });
  for (const part of ['Jānis Kalniņš', 'Ільзе Озола', '16:30', 'Nav apstiprināts'])
    expect(text).toContain(part);
  await dialog.getByLabel(t('month-export:person')).selectOption({ label: 'Jānis Kalniņš' });
  const own = await downloaded(page, () => download.click());
  expect((await extractText(new Uint8Array(own.content), { mergePages: true })).text).not.toContain('Озола');

  await file.selectOption('csv');
  await expect(preview).toContainText('0042;Jānis Kalniņš;');
  const csv = await downloaded(page, () => download.click());
  const lines = csv.content.toString('utf8').slice(1).split('\r\n');
  expect(lines.map((line) => line.split(';').slice(0, 2))).toEqual([
    lines[0]?.split(';').slice(0, 2),
    ['0042', 'Jānis Kalniņš'],
    ['', 'Ільзе Озола'],
    [''],
  ]);
  for (const line of lines.slice(1, 3)) expect(line.split(';')).toContain('8,25');

  // Whoever has no number is named, and left out only when asked.
  await file.selectOption('symfonia');
  await expect(dialog.getByText(t('month-export:issues'))).toBeVisible();
  await expect(download).toBeDisabled();
  await judge(page);
  await dialog.getByLabel(t('month-export:leaveOut')).check();
  const symfonia = await downloaded(page, () => download.click());
  const stamp = day.replaceAll('-', '');
  expect(symfonia.content.toString('ascii')).toBe(
    `0000000042${stamp}080011000010000000\r\n0000000042${stamp}161501000010000000\r\n`,
  );

  await file.selectOption('comarch');
  await expect(preview).toContainText(`${stamp}0800`);
  await dialog.getByText(t('month-export:mask.title')).click();
  await dialog.getByLabel(t('month-export:mask.mask'), { exact: true }).fill('NNNN;RRRR-MM-DD;gg:mm;O');
  await dialog.getByRole('button', { name: t('month-export:mask.save') }).click();
  await expect(preview).toContainText(`0042;${day};08:00;1`);
  await judge(page);
  // What a mask lacks is said beside it.
  await dialog.getByLabel(t('month-export:mask.mask'), { exact: true }).fill('NNNN');
  await dialog.getByRole('button', { name: t('month-export:mask.save') }).click();
  await expect(dialog.getByText(t('validation:mask'))).toBeVisible();

  await dialog.getByRole('link', { name: 'Ільзе Озола' }).click();
  await expect(page.getByRole('link', { name: 'Ільзе Озола' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Jānis Kalniņš' })).toBeHidden();

  await page.goto(urlOf('settingsPayroll', 'en'));
  await page.getByLabel(t('month-export:settings.accountants')).fill('one@example.test\ntwo@example.test');
  const card = page.locator('form', { has: page.getByLabel(t('month-export:settings.accountants')) });
  await card.getByRole('button', { name: t('common:save') }).click();
  await expect(page.getByText(t('company:saved'), { exact: true })).toBeVisible();
  expect((await call(admin, 'getSheetSettings')).accountants).toEqual([
    'one@example.test',
    'two@example.test',
  ]);
});

test('columns, codes and lines of the sheet are set by hand, on a small screen too, and put back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await registerByApi(page.context());
  const read = () => call(page.context(), 'getSheetSettings');
  const { country } = await read();
  const label = (key: string) => country.choices.find((choice) => choice.key === key)?.label ?? '';
  await page.goto(urlOf('settingsPayroll', 'en'));
  const saved = page.getByText(t('company:saved'), { exact: true });
  const card = page.locator('form', { has: page.getByLabel(t('month-export:settings.accountants')) });
  const click = (name: string) => card.getByRole('button', { name, exact: true }).click();
  const save = async () => {
    await click(t('common:save'));
    await expect(saved).toBeVisible();
    await expect(card.getByRole('button', { name: t('common:save') })).toBeHidden();
    await page.getByRole('button', { name: t('common:close') }).click();
    await expect(saved).toBeHidden();
  };
  await card.getByText(t('month-export:settings.columns')).click();
  await expect(
    card.getByRole('button', { name: t('month-export:settings.remove', { label: label('name') }) }),
  ).toBeDisabled();
  await click(t('month-export:settings.remove', { label: label('index') }));
  const columnsIn = (part: string) =>
    card.locator('details', { hasText: t(`month-export:settings.${part}`) });
  const addTo = (part: string) => columnsIn(part).getByLabel(t('month-export:settings.addColumn'));
  await addTo('columns').selectOption(label('absenceHours'));
  await click(t('month-export:settings.down', { label: label('name') }));
  const up = card.getByRole('button', {
    name: t('month-export:settings.up', { label: label('absenceHours') }),
  });
  await up.press('Enter');
  await expect(up).toBeFocused();
  await card.getByText(t('month-export:settings.dayCodes')).click();
  await card.getByLabel('rest day', { exact: true }).fill('-');
  await card.getByText(t('month-export:settings.lines')).click();
  for (const line of country.lines) {
    await card
      .getByRole('checkbox', { name: t(`month-export:settings.line.${line}`), exact: true })
      .uncheck();
  }
  await card.getByText(t('month-export:settings.payrollColumns')).click();
  await card.getByLabel(t('sheets:payroll.total'), { exact: true }).fill('HOURS');
  await addTo('payrollColumns').selectOption('A Annual leave, calendar days');
  await columnsIn('payrollColumns')
    .getByRole('button', { name: t('month-export:settings.remove', { label: t('sheets:column.position') }) })
    .click();
  await judge(page);
  await save();
  const rest = country.columns.filter((key) => key !== 'index').toSpliced(1, 2, 'position', 'name');
  expect(await read()).toMatchObject({
    columns: rest.toSpliced(-1, 0, 'absenceHours'),
    lines: [],
    dayCodes: { restDay: '-', holiday: null },
  });
  const { payrollColumns } = await read();
  expect(payrollColumns).toContainEqual({ column: 'total', heading: 'HOURS' });
  expect(payrollColumns.at(-1)).toEqual({ column: 'A:calendarDays', heading: null });
  expect(payrollColumns.map(({ column }) => column)).not.toContain('position');

  await page.reload();
  for (const part of ['columns', 'dayCodes', 'lines', 'payrollColumns'] as const) {
    await card.getByText(t(`month-export:settings.${part}`)).click();
    await click(t('month-export:settings.reset'));
  }
  await save();
  expect(await read()).toMatchObject({
    ...{ columns: [], payrollColumns: [], lines: null, dayCodes: { restDay: null } },
  });
});

test('without CSV export there are sheets, and the payroll files say which plans have them', async ({
  page,
}) => {
  const { companyId } = await registerByApi(page.context(), { subscriptionPlan: 'starter' });
  const { start, end } = monthOf(addDays(monthOf(dateIn(new Date(), ZONE)).start, -10));
  await call(page.context(), 'createEmployee', {
    body: { firstName: 'Ilze', lastName: 'Ozola', employedFrom: start },
  });
  await endTrial(companyId);
  await page.goto(`${urlOf('reports', 'en')}?${new URLSearchParams({ tab: 'months', start, end })}`);
  await page.getByRole('button', { name: t('reports:months.export') }).click();
  const dialog = page.getByRole('dialog');
  const download = dialog.getByRole('button', { name: t('month-export:download') });
  await downloaded(page, () => download.click());
  await dialog.getByLabel(t('month-export:file'), { exact: true }).selectOption('csv');
  await expect(dialog.getByText(t('errors:plan_limit_reached_csvExport'))).toBeVisible();
  await expect(download).toBeDisabled();
  await expect(dialog.getByRole('link', { name: t('upgrade:seePlans') })).toBeVisible();
});

async function downloaded(page: Page, act: () => Promise<void>) {
  const download = page.waitForEvent('download');
  await act();
  const file = await download;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}
