/* The company's API keys: created and shown once, used by a program, revoked; and plans without them. */
import { expect, type Page } from '@playwright/test';
import type { Language } from '#domain/languages.ts';
import { judge } from '#tests/support/browser/axe.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import {
  call,
  desktop,
  endTrial,
  inDatabase,
  origin,
  ownPassword,
  phone,
  registerByApi,
  say,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';

const t = say('en');

/** As a program would: without the browser and its cookies. */
const read = (path: string, key: string) =>
  fetch(origin + path, { headers: { authorization: `Bearer ${key}` } });

async function createKey(page: Page, language: Language, name: string): Promise<string> {
  const t = say(language);
  await page.getByRole('button', { name: t('api-keys:create') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('api-keys:name'), { exact: true }).fill(name);
  await dialog.getByLabel(t('account:secondFactor.password'), { exact: true }).fill(ownPassword);
  await dialog.getByRole('button', { name: t('api-keys:create') }).click();
  return dialog.getByLabel(t('api-keys:shown.key')).inputValue();
}

test('an API key: created, copied, used by a program, shown as used, revoked', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize(desktop);
  const { company } = await registerByApi(context);
  await page.goto(urlOf('kiosks', 'en'));
  await expect(page.getByRole('button', { name: t('api-keys:create') })).toBeVisible();
  await judge(page);

  await page.getByRole('button', { name: t('api-keys:create') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('api-keys:name'), { exact: true }).fill('Payroll');
  await dialog.getByLabel(t('api-keys:form.expires')).selectOption({ label: 'In 90 days' });
  const password = dialog.getByLabel(t('account:secondFactor.password'), { exact: true });
  await password.fill('a guess');
  await judge(page);
  await dialog.getByRole('button', { name: t('api-keys:create') }).click();
  await expect(password).toHaveAccessibleDescription(t('errors:wrong_password'));
  await password.fill(ownPassword);
  await dialog.getByRole('button', { name: t('api-keys:create') }).click();

  await expect(dialog.getByText(t('api-keys:shown.text'))).toBeFocused();
  await judge(page);
  await dialog.getByRole('button', { name: t('api-keys:shown.copy') }).click();
  await isTold(page, t('common:copied'));
  const key = await page.evaluate(() => navigator.clipboard.readText());
  expect(await dialog.getByLabel(t('api-keys:shown.key')).inputValue()).toBe(key);
  await dialog.getByRole('button', { name: t('api-keys:shown.done') }).click();
  const row = page.getByRole('row', { name: 'Payroll' });
  await expect(row).toContainText(key.slice(0, 12));
  await expect(row).toContainText(t('api-keys:unused'));
  await expect(page.locator('body')).not.toContainText(key.slice(12));
  await page.keyboard.press('Escape');

  const answer = await read('/api/company', key);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ name: company.name, timezone: 'Europe/Riga' });
  expect((await read('/api/employees', key)).status).toBe(403);
  await page.reload();
  await expect(row).not.toContainText(t('api-keys:unused'));
  await judge(page);

  await row.getByRole('button', { name: t('api-keys:revoke.named', { name: 'Payroll' }) }).click();
  const confirmation = page.getByRole('alertdialog');
  await judge(page);
  await confirmation.getByRole('button', { name: t('api-keys:revoke.submit') }).click();
  await expect(confirmation).toBeHidden();
  await expect(row).toBeHidden();
  expect((await read('/api/company', key)).status).toBe(401);
});

test('a phone shows each key as a card, in any language', async ({ page, context }) => {
  await page.setViewportSize(phone);
  const { company } = await registerByApi(context);
  await page.goto(urlOf('kiosks', 'lt'));
  const key = await createKey(page, 'lt', 'Atlyginimai');
  expect((await read('/api/people', key)).status).toBe(200);
  await page.getByRole('button', { name: say('lt')('api-keys:shown.done') }).click();
  await inDatabase(`update api_key set expires_at = now() - interval '1 day' where company_id = $1`, [
    company.id,
  ]);
  await page.reload();
  await expect(page.getByRole('row', { name: 'Atlyginimai' })).toContainText(say('lt')('api-keys:expired'));
  await judge(page);
});

test('a plan without API keys leads to the plans', async ({ page, context }) => {
  const { company } = await registerByApi(context);
  const body = { name: 'Payroll', expiresInDays: null, password: ownPassword };
  const { key } = await call(context, 'createApiKey', { body });
  const paid = `update company set subscription_status = 'active', current_period_end = now() + interval '9 days' where id = $1`;
  await endTrial(company.id);
  const dialog = page.getByRole('dialog');

  await page.goto(urlOf('kiosks', 'en'));
  await page.getByRole('button', { name: t('api-keys:create') }).click();
  await expect(dialog).toContainText(t('errors:subscription_required'));
  await page.keyboard.press('Escape');
  await inDatabase(paid, [company.id]);
  await page.getByRole('button', { name: t('api-keys:create') }).click();
  await expect(dialog).toContainText(t('api-keys:needsPlan'));
  const refused = await read('/api/company', key);
  expect(refused.status).toBe(402);
  expect(await refused.json()).toMatchObject({ requiresUpgrade: true, action: 'upgrade_plan' });
  await dialog.getByRole('link', { name: t('upgrade:seePlans') }).click();
  await expect(page).toHaveURL(urlOf('subscription', 'en'));
});
