/* Messages from the desk to the phone: recipients, unread ones, the way back. */
import { expect } from '@playwright/test';
import { judge } from '#tests/support/browser/axe.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import {
  call,
  desktop,
  employByApi,
  phone,
  registerByApi,
  say,
  tapQuickly,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';

test('one person, everyone: badge, reading on a phone, the way back, who has read', async ({ browser }) => {
  const t = say('lv');
  const office = await browser.newContext({ viewport: desktop, locale: 'lv-LV', timezoneId: 'Europe/Riga' });
  await registerByApi(office, { language: 'lv' });
  const pocket = await browser.newContext({ viewport: phone, locale: 'lv-LV' });
  await employByApi(office, pocket, { firstName: 'Łukasz', lastName: 'Wiśniewski' });
  const other = await browser.newContext({ viewport: phone, locale: 'lv-LV' });
  await employByApi(office, other, { firstName: 'Ilze', lastName: 'Krūmiņa' });

  const owner = await office.newPage();
  await owner.goto(urlOf('messages', 'lv'));
  const write = async (subject: string, choose: () => Promise<void>) => {
    await owner
      .getByRole('button', { name: t('messages:compose') })
      .first()
      .click();
    const dialog = owner.getByRole('dialog');
    await choose();
    await dialog.getByLabel(t('messages:form.subject')).fill(subject);
    await dialog
      .getByLabel(t('messages:form.content'))
      .fill(`${subject}, pirmā rinda\nOtrā rinda <b>nav trekna</b>`);
    await dialog.getByRole('button', { name: t('messages:form.send') }).dblclick();
    await isTold(owner, t('messages:sent'));
    await expect(dialog).toBeHidden();
  };
  await write('Tikai tev', async () => {
    const recipient = owner.getByRole('combobox', { name: t('messages:form.recipient') });
    await recipient.fill('lukasz wis');
    await owner.getByRole('option', { name: /Łukasz Wiśniewski/ }).click();
  });
  await write('Visiem', async () => {
    await owner.getByRole('radio', { name: t('messages:form.all') }).check();
    await owner.getByRole('switch', { name: t('messages:form.isAnnouncement') }).check();
  });
  expect((await call(office, 'listMessages', { query: {} })).map((message) => message.subject)).toEqual([
    'Visiem',
    'Tikai tev',
  ]);
  expect(await call(other, 'getUnreadCount')).toBe(1);

  const page = await pocket.newPage();
  await page.goto(urlOf('employee', 'lv'));
  const nav = page.getByRole('navigation', { name: t('nav:main') });
  await expect(nav.getByText('2', { exact: true }).first()).toBeVisible();
  await nav.getByRole('link', { name: t('nav:pages.messages') }).click();
  await page.getByRole('link', { name: /Visiem/ }).click();
  await expect(page).toHaveURL(/\/lv\/messages\/[0-9a-f-]{36}$/);
  // The list, which may still be on screen, shows the beginning of both messages.
  const message = page.getByRole('region', { name: t('messages:message') });
  await expect(message.getByText('<b>nav trekna</b>')).toBeVisible();
  await expect(nav.getByText('1', { exact: true }).first()).toBeVisible();
  await judge(page);
  const deepLink = page.url();
  await tapQuickly(page.getByRole('link', { name: t('messages:all') }), 2);
  await expect(page.getByRole('link', { name: /Tikai tev/ })).toBeVisible();
  await expect(page).toHaveURL(urlOf('messages', 'lv'));
  await page.goto(deepLink);
  await page.getByRole('link', { name: t('messages:all') }).click();
  await expect(page).toHaveURL(urlOf('messages', 'lv'));

  await owner.getByRole('link', { name: /Visiem/ }).click();
  await expect(owner.getByText(t('messages:recipients.readBy', { read: 1, total: 2 }))).toBeVisible();
  await expect(owner.getByText('Ilze Krūmiņa')).toBeVisible();

  // Somebody else's message is not found, even by its URL.
  const [, private1] = await call(office, 'listMessages', { query: {} });
  const stranger = await other.newPage();
  await stranger.goto(urlOf('message', 'lv', { id: private1?.id ?? '' }));
  await expect(stranger.getByText(t('messages:notFound.title'))).toBeVisible();
});

test('a message whose response is lost is sent once more but exists once; a changed one is a new message', async ({
  page,
}) => {
  const t = say('en');
  await registerByApi(page.context());
  const worker = await page.context().browser()?.newContext();
  if (!worker) throw new Error('a browser is needed');
  await employByApi(page.context(), worker);
  await page.goto(urlOf('messages', 'en'));
  await page
    .getByRole('button', { name: t('messages:compose') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: t('messages:form.all') }).check();
  await dialog.getByLabel(t('messages:form.subject')).fill('Helmets');
  await dialog.getByLabel(t('messages:form.content')).fill('From tomorrow on');
  let lost = 0;
  await page.route('**/api/messages', async (route) => {
    if (route.request().method() !== 'POST' || lost === 2) return route.continue();
    // It reaches the server; its response is lost.
    await route.fetch();
    await route.abort();
    lost += 1;
  });
  const send = dialog.getByRole('button', { name: t('messages:form.send') });
  const expectLost = async (count: number) => {
    await send.click();
    await expect.poll(() => lost).toBe(count);
    await expect(send).toBeEnabled();
    await isTold(page, t('common:error'));
  };
  await expectLost(1);
  await expectLost(2);
  await dialog.getByLabel(t('messages:form.subject')).fill('Helmets and gloves');
  await send.click();
  await expect(dialog).toBeHidden();
  expect((await call(worker, 'listMessages', { query: {} })).map(({ subject }) => subject)).toEqual([
    'Helmets and gloves',
    'Helmets',
  ]);
});
