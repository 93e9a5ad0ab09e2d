/* The company's webhooks: added with a secret that is shown once, told of a check-in, tested, sent again, changed and deleted. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { expect, type Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import type { Language } from '#domain/languages.ts';
import { judge } from '#tests/support/browser/axe.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import {
  call,
  desktop,
  endTrial,
  ownPassword,
  phone,
  registerByApi,
  say,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';

const t = say('en');

/** A receiver that answers with `status`, and what it was sent. */
async function receive() {
  const got: { body: string; headers: Record<string, string> }[] = [];
  const answer = { status: 204, body: '' };
  const server = createServer(async (request, response) => {
    got.push({ body: await readText(request), headers: request.headers as Record<string, string> });
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/events`;
  return { got, answer, url, close: () => server.close() };
}

async function choose(page: Page, item: string, language: Language = 'en') {
  await page
    .getByRole('button', { name: new RegExp(say(language)('webhooks:menu', { host: '' }).trim()) })
    .click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('a webhook: added, told of a check-in, tested, sent again, moved, rotated, deleted', async ({
  page,
  context,
}) => {
  const { got, answer, url, close } = await receive();
  await page.setViewportSize(desktop);
  await registerByApi(context);
  const location = await call(context, 'createLocation', { body: { name: 'Skanste' } });
  await page.goto(urlOf('kiosks', 'en'));
  await page.getByRole('button', { name: t('webhooks:add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('webhooks:address'), { exact: true }).fill('http://169.254.169.254/');
  await dialog.getByLabel(t('account:secondFactor.password'), { exact: true }).fill(ownPassword);
  await judge(page);
  await dialog.getByRole('button', { name: t('webhooks:add') }).click();
  await expect(dialog.getByLabel(t('webhooks:address'), { exact: true })).toHaveAccessibleDescription(
    new RegExp(t('validation:addressRefused')),
  );
  await dialog.getByLabel(t('webhooks:address'), { exact: true }).fill(url);
  await dialog.getByRole('button', { name: t('webhooks:add') }).click();
  await expect(dialog.getByText(t('webhooks:shown.text'))).toBeFocused();
  const secret = await dialog.getByLabel(t('webhooks:shown.key')).inputValue();
  await judge(page);
  await dialog.getByRole('button', { name: t('webhooks:shown.done') }).click();
  const row = page.getByRole('row', { name: url });
  await expect(row).toContainText(t('webhooks:noAnswer'));

  await call(context, 'scan', { body: { qrCode: location.qrCode } });
  await expect.poll(() => got.length).toBe(1);
  const [checkIn] = got;
  expect(new Webhook(secret).verify(checkIn?.body ?? '', checkIn?.headers ?? {})).toMatchObject({
    type: 'time_entry.checked_in',
    data: { after: { location: { name: 'Skanste' } } },
  });

  Object.assign(answer, { status: 500, body: 'no room' });
  await choose(page, t('webhooks:test.submit'));
  await isTold(page, t('webhooks:test.failed'));
  await expect(row).toContainText(t('webhooks:status', { status: '500' }));
  await judge(page);

  await choose(page, t('webhooks:deliveries.menu'));
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  const tested = dialog.getByRole('listitem').filter({ hasText: t('webhooks:types.webhook.test') });
  await expect(tested).toContainText(t('webhooks:deliveries.failed'));
  await expect(tested).toContainText('no room');
  await judge(page);
  Object.assign(answer, { status: 200, body: 'thanks' });
  await tested.getByRole('button').click();
  await expect(tested).toContainText(t('webhooks:deliveries.accepted'));
  await expect(tested).toContainText('thanks');
  expect(got.at(-1)?.headers['webhook-id']).toBe(got.at(-2)?.headers['webhook-id']);
  await dialog.getByRole('button', { name: t('common:close') }).click();
  await expect(dialog).toBeHidden();

  await choose(page, t('webhooks:form.edit'));
  await dialog.getByLabel(t('webhooks:use')).uncheck();
  await expect(dialog.getByLabel(t('account:secondFactor.password'), { exact: true })).toBeHidden();
  await dialog.getByLabel(t('webhooks:address'), { exact: true }).fill(`${url}?moved`);
  await dialog.getByLabel(t('account:secondFactor.password'), { exact: true }).fill(ownPassword);
  await dialog.getByRole('button', { name: t('common:save') }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText(t('webhooks:off'));
  await expect(row).toContainText('?moved');

  await choose(page, t('webhooks:secret.menu'));
  await dialog.getByLabel(t('account:secondFactor.password'), { exact: true }).fill(ownPassword);
  await dialog.getByRole('button', { name: t('webhooks:secret.submit') }).click();
  expect(await dialog.getByLabel(t('webhooks:shown.key')).inputValue()).not.toBe(secret);
  await dialog.getByRole('button', { name: t('webhooks:shown.done') }).click();

  await choose(page, t('webhooks:delete.menu'));
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('webhooks:delete.submit') })
    .click();
  await expect(row).toBeHidden();
  close();
});

test('a phone shows each webhook as a card; a smaller plan leads to the plans', async ({ page, context }) => {
  await page.setViewportSize({ ...phone, width: 320 });
  const { company } = await registerByApi(context);
  const body = {
    url: 'https://a-long-name-of-a-host.example.com/a/long/path/that/wraps?sig=0123456789abcdef',
    events: ['time_entry.checked_in' as const, 'month.approved' as const],
    password: ownPassword,
  };
  await call(context, 'createWebhook', { body });
  await page.goto(urlOf('kiosks', 'lv'));
  await expect(page.getByRole('row', { name: body.url })).toContainText(say('lv')('webhooks:on'));
  await judge(page);
  await endTrial(company.id);
  await page.getByRole('button', { name: say('lv')('webhooks:add') }).click();
  await expect(page.getByRole('dialog')).toContainText(say('lv')('errors:subscription_required'));
});
