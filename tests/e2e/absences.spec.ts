/* Absences: an employee asks, an administrator decides, and the team's calendar shows who is absent. */
import { expect } from '@playwright/test';
import { addDays, dateIn, monthOf } from '#domain/dates.ts';
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
  urlOf,
} from '#tests/support/browser/support.ts';

const t = say('lv');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an employee asks for leave, an administrator approves it, and both see it', async ({ browser }) => {
  const admin = await browser.newContext({ viewport: desktop });
  await registerByApi(admin, { timezone: noonZone });
  const context = await browser.newContext({ viewport: phone });
  await employByApi(admin, context);
  const codes = await call(admin, 'listAbsenceCodes');
  const leave = codes[0];
  if (!leave) throw new Error('no codes');
  // Within one month, so that one calendar shows it.
  const { start: first } = monthOf(addDays(monthOf(dateIn(Date.now(), noonZone)).end, 1));
  const [startDate, endDate] = [addDays(first, 5), addDays(first, 9)];

  const worker = await context.newPage();
  await worker.goto(urlOf('myHours', 'lv'));
  await worker.getByRole('button', { name: t('absences:ask.title') }).click();
  const dialog = worker.getByRole('dialog', { name: t('absences:ask.title') });
  await dialog.getByLabel(t('absence-details:fields.code')).selectOption(leave.code);
  await dialog.getByLabel(t('absence-details:fields.startDate'), { exact: true }).fill(startDate);
  await dialog.getByLabel(t('absence-details:fields.endDate'), { exact: true }).fill(endDate);
  await dialog.getByLabel(t('absence-details:fields.note')).fill('Jūra');
  await judge(worker, { widths: [320, 768], inDark: true });
  await dialog.getByRole('button', { name: t('absences:ask.submit') }).click();
  await expect(worker.getByText(t('absences:ask.done')).first()).toBeVisible();
  const own = worker.getByRole('listitem').filter({ hasText: 'Jūra' });
  await expect(own.getByRole('button', { name: t('absences:withdraw.submit') })).toBeVisible();
  await judge(worker, { widths: [320, 768], inDark: true });
  // What was asked for already is refused beside the form, which keeps what was typed.
  await worker.getByRole('button', { name: t('absences:ask.title') }).click();
  await dialog.getByLabel(t('absence-details:fields.code')).selectOption(leave.code);
  await dialog.getByLabel(t('absence-details:fields.isPart')).check();
  await dialog.getByLabel(t('absence-details:fields.date'), { exact: true }).fill(endDate);
  await dialog.getByLabel(t('absence-details:fields.part')).fill('02:30');
  await dialog.getByRole('button', { name: t('absences:ask.submit') }).click();
  await expect(dialog.getByText(t('errors:request_pending'))).toBeVisible();
  await dialog.getByRole('button', { name: t('common:cancel') }).click();

  const page = await admin.newPage();
  const calendar = `${urlOf('absences', 'lv')}?month=${first.slice(0, 7)}`;
  await page.goto(calendar);
  await expect(page.getByRole('link', { name: new RegExp(t('absences:pending')) })).toBeVisible();
  await judge(page, { widths: [320, 768], inDark: true });
  await page
    .getByRole('link', { name: t('absence-details:decide'), exact: true })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: t('corrections:title'), level: 1 })).toBeVisible();
  await expect(page.getByText('Jūra')).toBeVisible();
  await judge(page, { widths: [320, 768], inDark: true });
  await page.getByRole('button', { name: t('corrections:approveNamed', { name: 'Jānis Kalniņš' }) }).click();
  await expect(page.getByText(t('corrections:empty.title'))).toBeVisible();

  await page.goto(calendar);
  const row = page.getByRole('row', { name: /Jānis Kalniņš/ });
  await expect(row.getByText(leave.code, { exact: true })).toHaveCount(5);
  await judge(page, { widths: [320, 768], inDark: true });
  // The first day opens it; the last one is taken back.
  await row.getByRole('button').click();
  const edit = page.getByRole('dialog', { name: t('absence-details:edit.title') });
  await edit.getByLabel(t('absence-details:fields.endDate'), { exact: true }).fill(addDays(endDate, -1));
  await edit.getByRole('button', { name: t('common:save') }).click();
  await expect(row.getByText(leave.code, { exact: true })).toHaveCount(4);

  await worker.reload();
  await expect(own).toContainText(t('working-time:status.approved'));
  await own.getByRole('button', { name: t('absences:change.open') }).click();
  const change = worker.getByRole('dialog', { name: t('absences:change.open') });
  await change.getByLabel(t('absences:change.keeps')).check();
  const last = change.getByLabel(t('absence-details:fields.endDate'), { exact: true });
  await last.fill(endDate);
  await change.getByRole('button', { name: t('absences:ask.submit') }).click();
  await expect(last).toHaveAccessibleDescription(t('validation:absenceNotShorter'));
  await last.fill(addDays(startDate, 1));
  await change.getByLabel(t('absence-details:fields.note')).fill('Atgriezos');
  await judge(worker, { widths: [320, 768], inDark: true });
  await change.getByRole('button', { name: t('absences:ask.submit') }).click();
  await expect(change).toBeHidden();
  await expect(own.getByRole('button')).toHaveCount(0);
  const asked = worker.getByRole('listitem').filter({ hasText: 'Atgriezos' });
  await expect(asked.getByRole('button', { name: t('own-time:requests.withdraw') })).toBeVisible();
  await judge(worker, { widths: [320, 768], inDark: true });
  await page.goto(urlOf('corrections', 'lv'));
  await expect(page.getByText('Atgriezos')).toBeVisible();
  await judge(page, { widths: [320, 768], inDark: true });
  await page.getByRole('button', { name: t('corrections:approveNamed', { name: 'Jānis Kalniņš' }) }).click();
  await expect(page.getByText(t('corrections:empty.title'))).toBeVisible();
  await page.goto(calendar);
  await expect(row.getByText(leave.code, { exact: true })).toHaveCount(2);

  await row.getByRole('button').click();
  await edit.getByRole('button', { name: t('absence-details:delete.open') }).click();
  await page.getByRole('button', { name: t('absence-details:delete.submit'), exact: true }).click();
  await expect(page.getByText(t('absence-details:delete.done')).first()).toBeVisible();
  await expect(row).toBeVisible();
  await expect(row.getByText(leave.code, { exact: true })).toHaveCount(0);
  expect(await call(context, 'listAbsences', { query: { startDate, endDate } })).toEqual([]);
  await admin.close();
  await context.close();
});

test('an administrator adds an absence on a phone, of a kind of their own', async ({ browser }) => {
  const admin = await browser.newContext({ viewport: phone });
  await registerByApi(admin, { timezone: noonZone });
  await employByApi(admin, await browser.newContext(), { firstName: 'Ilze', lastName: 'Liepa' });
  const page = await admin.newPage();
  await page.goto(urlOf('settingsAbsences', 'lv'));
  await page.getByRole('button', { name: t('work-rules:codes.add') }).click();
  const kind = page.getByRole('dialog', { name: t('work-rules:codes.add') });
  await kind.getByLabel(t('work-rules:codes.code'), { exact: true }).fill('TA');
  await kind.getByLabel(t('work-rules:codes.name'), { exact: true }).fill('Talka');
  await judge(page, { widths: [320], inDark: true });
  await kind.getByRole('button', { name: t('common:save') }).click();
  await expect(kind).toBeHidden();
  await page.getByText(/^\d+ veid/).click();
  await expect(page.getByRole('row', { name: /Talka/ })).toBeVisible();
  await judge(page, { widths: [320], inDark: true });

  await page.goto(urlOf('absences', 'lv'));
  await page.getByRole('button', { name: t('absence-details:add.title') }).click();
  const dialog = page.getByRole('dialog', { name: t('absence-details:add.title') });
  const today = dateIn(Date.now(), noonZone);
  await dialog.getByLabel(t('absence-details:fields.person')).selectOption({ label: 'Ilze Liepa' });
  await dialog.getByLabel(t('absence-details:fields.code')).selectOption('TA');
  await dialog.getByLabel(t('absence-details:fields.isPart')).check();
  await dialog.getByLabel(t('absence-details:fields.date'), { exact: true }).fill(today);
  await dialog.getByRole('button', { name: t('absence-details:add.submit') }).click();
  await expect(dialog.getByText(t('validation:absencePart'))).toBeVisible();
  await dialog.getByLabel(t('absence-details:fields.part')).fill('02:30');
  await dialog.getByRole('button', { name: t('absence-details:add.submit') }).click();
  const item = page.getByRole('listitem').filter({ hasText: 'Ilze Liepa' });
  await expect(item).toContainText('TA Talka');
  await expect(item).toContainText('2:30');
  await judge(page, { widths: [320, 768], inDark: true });
  await admin.close();
});

test('in Lithuania: on-call time with begin, end and place, and an entry of additional work', async ({
  browser,
}) => {
  const lt = say('lt');
  const admin = await browser.newContext({ viewport: phone });
  await registerByApi(admin, { language: 'lt', timezone: 'Europe/Vilnius' });
  const hall = await call(admin, 'createLocation', { body: { name: 'Dirbtuvės' } });
  const home = await browser.newContext({ viewport: phone });
  const worker = await employByApi(admin, home);
  const page = await admin.newPage();
  await page.goto(urlOf('absences', 'lt'));
  await page.getByRole('button', { name: lt('absence-details:add.title') }).click();
  const dialog = page.getByRole('dialog', { name: lt('absence-details:add.title') });
  const field = (name: string) => dialog.getByLabel(lt(`absence-details:fields.${name}`), { exact: true });
  const submit = dialog.getByRole('button', { name: lt('absence-details:add.submit') });
  await field('person').selectOption({ label: 'Jānis Kalniņš' });
  await field('code').selectOption('BN');
  await field('date').fill(dateIn(Date.now(), 'Europe/Vilnius'));
  await submit.click();
  // Without times nothing is sent, and what is chosen stays.
  await expect(dialog.getByText(lt('validation:invalid'))).toBeVisible();
  await field('begins').fill('20:00');
  await field('ends').fill('06:30');
  await dialog.getByLabel(lt('absence-details:fields.place')).fill('Namuose');
  await judge(page, { widths: [320], inDark: true });
  await submit.click();
  const item = page.getByRole('listitem').filter({ hasText: 'Jānis Kalniņš' });
  await expect(item).toContainText('20:00–06:30, Namuose');
  await judge(page, { widths: [320], inDark: true });
  // Its person sees it, and cannot ask for it.
  const own = await home.newPage();
  await own.goto(urlOf('myHours', 'lt'));
  await expect(own.getByText('20:00–06:30, Namuose')).toBeVisible();
  await own.getByRole('button', { name: lt('absences:ask.title') }).click();
  await expect(own.getByRole('option', { name: /^L · / })).toBeAttached();
  await expect(own.getByRole('option', { name: /^BN · / })).toHaveCount(0);

  const day = addDays(dateIn(Date.now(), 'Europe/Vilnius'), -1);
  await recordPast(worker, hall.id, `${day} 08:00 Europe/Vilnius`, `${day} 10:00 Europe/Vilnius`);
  await page.setViewportSize(desktop);
  await page.goto(`${urlOf('reports', 'lt')}?tab=time-entries&start=${day}&end=${day}`);
  const row = page.getByRole('row', { name: /Jānis Kalniņš/ });
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: lt('reports:actions.edit') }).click();
  const entry = page.getByRole('dialog', { name: lt('time-entries:edit.title') });
  await entry.getByLabel(lt('working-time:status.additional')).check();
  await entry.getByLabel(lt('time-entries:fields.reason')).fill('Susitarimas');
  await judge(page, { widths: [320, 1280], inDark: true });
  await entry.getByRole('button', { name: lt('common:save') }).click();
  await expect(row).toContainText(lt('working-time:status.additional'));
  await Promise.all([admin.close(), home.close()]);
});
