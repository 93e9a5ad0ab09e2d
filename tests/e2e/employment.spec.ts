/* What an administrator sets that hours are counted by: the company's work rules and days, and a person's employment. */
import { type Browser, expect, type Page } from '@playwright/test';
import type { Language } from '#domain/languages.ts';
import { judge } from '#tests/support/browser/axe.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import {
  call,
  editPerson,
  employByApi,
  inDatabase,
  phone,
  registerByApi,
  say,
  test,
  toastsOf,
  urlOf,
} from '#tests/support/browser/support.ts';

const HOUR = 3_600_000;

async function open(
  browser: Browser,
  where: 'settingsTime' | 'settingsAbsences' | 'employees',
  language: Language,
  options = {},
) {
  const context = await browser.newContext(options);
  const user = await registerByApi(context);
  const employee = await employByApi(context, await browser.newContext());
  const page = await context.newPage();
  await page.goto(urlOf(where, language));
  return { context, page, user, employee, t: say(language) };
}

const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
const save = (page: Page, t: ReturnType<typeof say>) =>
  page
    .getByRole('dialog')
    .or(page.locator('form').filter({ hasText: t('work-rules:country') }))
    .getByRole('button', { name: t('common:save'), exact: true });

test('the work rules: changed, marked, reset, refused beside the field, and told as a history', async ({
  browser,
}) => {
  const { context, page, t } = await open(browser, 'settingsTime', 'en');
  const group = (name: 'week' | 'breaks' | 'night') =>
    page.getByRole('group').filter({ hasText: t(`work-rules:groups.${name}`) });
  await page.getByText(t('work-rules:groups.week')).click();
  await page.getByLabel(t('work-rules:fields.weeklyNorm')).fill('38,5');
  await page.getByLabel(t('work-rules:fields.settlementMonths'), { exact: true }).selectOption('3');
  await expect(group('week').getByText(t('work-rules:changed'))).toBeVisible();
  await expect(page.getByText(t('work-rules:preset', { value: '40\u00a0h' }))).toBeVisible();
  await page.getByRole('button', { name: t('work-rules:reset') }).click();
  await expect(page.getByLabel(t('work-rules:fields.weeklyNorm'))).toHaveValue('40');
  await page.getByLabel(t('work-rules:fields.settlementMonths'), { exact: true }).selectOption('3');

  // Four hours and then half an hour do not fit before four hours are over: the answer stands beside the field.
  await page.getByText(t('work-rules:groups.breaks')).click();
  await page.getByLabel(t('work-rules:fields.breaks.policy'), { exact: true }).selectOption('automatic');
  const after = page.getByLabel(t('work-rules:fields.breaks.automatic.after'));
  await after.fill('4');
  await page.getByText(t('work-rules:groups.breaks')).click();
  await save(page, t).click();
  await expect(page.getByText(t('validation:automaticBreak'))).toBeVisible();
  await expect(after).toBeFocused();
  await after.fill('6');
  // Nothing is half under the bar at the top.
  await page.evaluate(() => scrollTo(0, 0));
  await judge(page);
  await save(page, t).click();
  await isTold(page, t('company:saved'));
  expect(await call(context, 'getWorkRules')).toMatchObject({
    effectiveFrom: '1970-01-01',
    settlementMonths: 3,
    breaks: { policy: 'automatic', automatic: { after: 6 * HOUR } },
    weeklyNorm: 40 * HOUR,
  });

  // From a later date on; the history says what changes. What was open stays open.
  await expect(save(page, t)).toBeHidden();
  await expect(after).toBeVisible();
  await page.getByLabel(t('work-rules:fields.weeklyNorm')).fill('38:30');
  await page.getByLabel(t('work-rules:effectiveFrom')).fill('1 Jan 2031');
  await save(page, t).click();
  await expect(page.getByText(t('work-rules:since', { date: '1 Jan 2031' }))).toBeHidden();
  await expect(page.getByLabel(t('work-rules:fields.weeklyNorm'))).toHaveValue('40');
  await page.getByText(t('work-rules:history')).click();
  const row = page.getByRole('listitem').filter({ hasText: t('work-rules:since', { date: '1 Jan 2031' }) });
  await expect(row).toContainText('40\u00a0h → 38.5\u00a0h');
  const { history } = await call(context, 'getWorkRules');
  expect(history.map(({ effectiveFrom, weeklyNorm }) => [effectiveFrom, weeklyNorm / HOUR])).toEqual([
    ['1970-01-01', 40],
    ['2031-01-01', 38.5],
  ]);
});

test('what a warning looks at can be chosen beside its figures, and is off together with them', async ({
  browser,
}) => {
  const { context, page, t } = await open(browser, 'settingsTime', 'en');
  const before = await call(context, 'getWorkRules');
  await page.getByText(t('work-rules:groups.warnings')).click();
  const rolling = page.getByLabel(t('work-rules:fields.warnings.week.rolling'));
  await expect(rolling).not.toBeChecked();
  await page.getByRole('button', { name: t('work-rules:showAllWarnings') }).click();
  const week = page.getByRole('group', { name: t('work-rules:warningNames.week') });
  await week.getByLabel(t('work-rules:fields.warnings.week.fixed')).fill('55');
  await rolling.check();
  const every = page.getByLabel(t('work-rules:fields.warnings.missingBreak.every'));
  const wasEvery = before.warnings.missingBreak?.every === true;
  await expect(every).toBeChecked({ checked: wasEvery });
  await every.setChecked(!wasEvery);
  const rest = page.getByLabel(t('work-rules:fields.warnings.weeklyRest.length'));
  await rest.fill('');
  await expect(page.getByLabel(t('work-rules:fields.warnings.weeklyRest.blocks'))).toBeHidden();
  await judge(page);
  await save(page, t).click();
  await isTold(page, t('company:saved'));
  const { warnings } = await call(context, 'getWorkRules');
  expect(warnings).toEqual({
    ...before.warnings,
    week: { ...before.warnings.week, fixed: 55 * HOUR, rolling: true },
    missingBreak: { ...before.warnings.missingBreak, every: !wasEvery },
    weeklyRest: null,
  });
  await page.getByText(t('work-rules:history')).click();
  await expect(page.getByText(t('work-rules:fields.warnings.week.rolling')).last()).toBeVisible();
});

test('an approved month keeps its rules and its person’s employment; the forms say which month, and what to do', async ({
  browser,
}) => {
  const { context, page, user, employee, t } = await open(browser, 'settingsTime', 'lv', { viewport: phone });
  await inDatabase(
    `insert into month_approval (company_id, id, user_id, month, approved_at, approved_by, starts_at, ends_at)
      select $1, gen_random_uuid(), $2, '2026-01', now(), $3, '2025-12-31 22:00Z', '2026-01-31 22:00Z'`,
    [user.companyId, employee.id, user.id],
  );
  await page.getByText(t('work-rules:groups.week')).click();
  await page.getByLabel(t('work-rules:fields.weeklyNorm')).fill('36');
  await page.getByLabel(t('work-rules:effectiveFrom')).fill('01.01.2026');
  await save(page, t).click();
  const field = page.getByLabel(t('work-rules:effectiveFrom'));
  const refusal = /2026\. g\. janvāris.*Izvēlieties citu datumu vai vispirms atveriet mēnesi labošanai/;
  await expect(page.getByText(refusal)).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');

  await page.goto(urlOf('employees', 'lv'));
  const dialog = page.getByRole('dialog', { name: t('employees:form.editTitle') });
  const employedFrom = dialog.getByLabel(t('employment:employedFrom'));
  await editPerson(page, `${employee.firstName} ${employee.lastName}`, 'lv');
  await dialog.getByText(t('employment:title')).click();
  await dialog.getByLabel(t('employment:position')).fill('Krāsotājs');
  await employedFrom.fill('12.01.2026');
  await save(page, t).click();
  const alert = dialog.getByRole('alert');
  await expect(alert).toHaveText(refusal);
  await expect(alert).toBeInViewport();
  await expect(toastsOf(page)).toHaveText([]);
  await expect(employedFrom).toHaveValue('12.01.2026');
  await expect(dialog.getByLabel(t('employment:position'))).toHaveValue('Krāsotājs');
  // A date that leaves the month as it is saves all of it.
  await employedFrom.fill('01.12.2025');
  await save(page, t).click();
  await expect(dialog).toBeHidden();
  const stored = (await call(context, 'listEmployees')).find(({ id }) => id === employee.id);
  expect(stored).toMatchObject({ position: 'Krāsotājs', employedFrom: '2025-12-01' });
});

test('holidays of the year with the company’s own days; a move that cannot be is refused beside its date', async ({
  browser,
}) => {
  const { context, page, t } = await open(browser, 'settingsAbsences', 'en', {
    viewport: { width: 320, height: 700 },
  });
  await call(context, 'updateWorkRules', { body: { country: 'LV' } });
  await page.reload();
  const add = page.getByRole('button', { name: t('work-rules:holidays.add') });
  const dialog = page.getByRole('dialog', { name: t('work-rules:holidays.addTitle') });
  await add.click();
  await dialog.getByLabel(t('work-rules:holidays.kind')).selectOption('moved');
  await dialog.getByLabel(t('work-rules:holidays.from')).fill('24 Jun 2030');
  await dialog.getByLabel(t('work-rules:holidays.to')).fill('29 Jun 2030');
  expect(await fits(page)).toBe(true);
  await dialog.getByRole('button', { name: t('work-rules:holidays.addShort') }).click();
  await expect(dialog.getByText(t('validation:movedFromFreeDay'))).toBeVisible();
  await dialog.getByLabel(t('work-rules:holidays.kind')).selectOption('own-holiday');
  await dialog.getByLabel(t('work-rules:holidays.date'), { exact: true }).fill('24 Dec 2026');
  await dialog.getByRole('button', { name: t('work-rules:holidays.addShort') }).click();
  await expect(dialog.getByText(t('validation:nameRequired'))).toBeVisible();
  await dialog.getByLabel(t('work-rules:holidays.name')).fill('Founders’ day');
  await dialog.getByRole('button', { name: t('work-rules:holidays.addShort') }).click();
  await expect(dialog).toBeHidden();
  expect((await call(context, 'getWorkRules')).holidays).toEqual([
    { date: '2026-12-24', name: 'Founders’ day' },
  ]);
  await page.getByRole('button', { name: t('work-rules:holidays.showYear') }).click();
  const year = new Date().getUTCFullYear();
  for (let shown = year; shown > 2026; shown -= 1) {
    await page
      .getByRole('button', { name: t('work-rules:holidays.earlier', { year: shown - 1 }), exact: true })
      .click();
  }
  const row = page.getByRole('listitem').filter({ hasText: 'Founders’ day' });
  await expect(row).toBeVisible();
  expect(await fits(page)).toBe(true);
  await row.getByRole('button', { name: /Remove/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('work-rules:holidays.remove') })
    .click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(row).toBeHidden();
  expect((await call(context, 'getWorkRules')).holidays).toEqual([]);
});

test('a person’s employment on a small phone: numbers, dates, agreed hours, the hidden code', async ({
  browser,
}) => {
  const { context, page, employee, t } = await open(browser, 'employees', 'lv', {
    viewport: { ...phone, width: 320 },
  });
  const dialog = page.getByRole('dialog', { name: t('employees:form.editTitle') });
  await editPerson(page, `${employee.firstName} ${employee.lastName}`, 'lv');
  await dialog.getByText(t('employment:title')).click();
  await dialog.getByLabel(t('employment:payrollNo')).fill('00042');
  await dialog.getByLabel(t('employment:position')).fill('Krāsotājs');
  await dialog.getByLabel(t('employment:employedFrom')).fill('01.03.2026');
  await dialog.getByLabel(t('employment:personalCode')).fill('010190-12345');
  await dialog.getByText(t('employment:terms.title')).click();
  await dialog.getByRole('button', { name: t('employment:terms.set') }).click();
  await dialog.getByLabel(t('employment:terms.weekly')).fill('20');
  await dialog.getByRole('button', { name: t('employment:terms.add') }).click();
  await dialog.getByLabel(t('employment:terms.validFrom'), { exact: true }).last().fill('01.01.2031');
  await dialog.getByLabel(t('employment:terms.weekly')).last().fill('30');
  await dialog.getByLabel(t('employment:terms.even')).last().uncheck();
  const monday = dialog.locator('[name="terms.1.pattern.0"]');
  await expect(monday).toHaveValue('6');
  await monday.fill('2,5');
  await dialog.locator('[name="terms.1.pattern.5"]').fill('3:30');
  await judge(page);
  await save(page, t).click();
  await expect(dialog).toBeHidden();
  const stored = async () => (await call(context, 'listEmployees')).find(({ id }) => id === employee.id);
  expect(await stored()).toMatchObject({
    payrollNo: '00042',
    position: 'Krāsotājs',
    employedFrom: '2026-03-01',
    employedTo: null,
    hasPersonalCode: true,
    terms: [
      { validFrom: '2026-03-01', weekly: 20 * HOUR, pattern: [4, 4, 4, 4, 4, 0, 0].map((h) => h * HOUR) },
      { validFrom: '2031-01-01', weekly: 30 * HOUR, pattern: [2.5, 6, 6, 6, 6, 3.5, 0].map((h) => h * HOUR) },
    ],
  });

  await page.getByRole('button', { name: t('common:edit'), exact: true }).click();
  await dialog.getByText(t('employment:title')).click();
  await expect(dialog.getByText('010190-12345')).toBeHidden();
  await dialog.getByRole('button', { name: t('employment:showCode') }).click();
  await expect(dialog.getByLabel(t('employment:personalCode'))).toHaveValue('010190-12345');
  await dialog.getByLabel(t('employment:employedTo')).fill('28.02.2026');
  await save(page, t).click();
  await expect(dialog.getByText(t('validation:dateOrder'))).toBeVisible();
  await dialog.getByLabel(t('employment:employedTo')).fill('31.12.2032');
  await dialog.getByText(t('employment:terms.title')).click();
  await dialog
    .getByRole('button', { name: new RegExp(t('employment:terms.remove', { from: '' }).trim()) })
    .last()
    .click();
  await save(page, t).click();
  await expect(dialog).toBeHidden();
  const after = await stored();
  expect(after).toMatchObject({ employedTo: '2032-12-31', hasPersonalCode: true });
  expect(after?.terms).toHaveLength(1);
});
