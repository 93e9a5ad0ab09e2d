/* Joining: from the poster on the wall to the first check-in on a phone that has never seen the product. */
import { once } from 'node:events';
import { expect, type Page } from '@playwright/test';
import type { Language } from '#domain/languages.ts';
import { judge } from '#tests/support/browser/axe.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import { eachLanguage } from '#tests/support/browser/repetition.ts';
import {
  call,
  desktop,
  inDatabase,
  isTakenOver,
  origin,
  ownPassword,
  phone,
  registerByApi,
  say,
  startMailing,
  test,
  uniqueEmail,
  urlOf,
} from '#tests/support/browser/support.ts';
import { startMailReceiver } from '#tests/support/mail-receiver.ts';

test.use({ viewport: phone });

/** Counts the taps; typing is none. */
function countTaps(page: Page) {
  let taps = 0;
  return {
    tap: async (name: string, role: 'button' | 'link' | 'tab' = 'button') => {
      taps += 1;
      await page.getByRole(role, { name }).click();
    },
    count: () => taps,
  };
}

/** An administrator adds somebody without an e-mail address and shows the link, as QR code and as text. */
async function inviteByScreen(page: Page, language: Language): Promise<string> {
  const t = say(language);
  await page.goto(urlOf('employees', language));
  await page
    .getByRole('button', { name: t('employees:add') })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.getByLabel(t('employees:form.firstName'), { exact: true }).fill('Jānis');
  await form.getByLabel(t('employees:form.lastName'), { exact: true }).fill('Kalniņš');
  await form.getByRole('button', { name: t('employees:add') }).click();
  const title = t('employees:invitation.title', { name: 'Jānis Kalniņš' });
  const dialog = page.getByRole('dialog', { name: title });
  // The link is there at once.
  await expect(dialog.getByRole('img', { name: t('employees:invitation.qr') })).toBeVisible();
  const sms = dialog.getByRole('link', { name: t('employees:invitation.sms') });
  expect(await sms.getAttribute('href')).toContain(encodeURIComponent('/invitation?token='));
  return dialog.getByText(/\/invitation\?token=/).innerText();
}

for (const language of eachLanguage('lt')) {
  test(`${language}: from the poster to the first check-in without an e-mail address, in six taps`, async ({
    browser,
  }) => {
    const t = say(language);
    const office = await browser.newContext({ viewport: desktop });
    await registerByApi(office, { language });
    const joinery = await call(office, 'createLocation', { body: { name: 'Joinery' } });
    const owner = await office.newPage();
    const invitation = await inviteByScreen(owner, language);
    await judge(owner);

    const fresh = await browser.newContext({ viewport: phone, locale: language });
    const page = await fresh.newPage();
    const { tap, count } = countTaps(page);
    const begin = performance.now();
    await page.goto(`${origin}/time-tracking?code=${joinery.qrCode}`);
    await isTakenOver(page);
    await expect(page.getByText('Joinery')).toBeVisible();
    await expect(page.getByText(t('auth:poster'))).toBeVisible();
    await judge(page);
    await page.goto(invitation);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      t('invitation:title', { name: 'Jānis' }),
    );
    await expect(page.getByText('Kokapstrāde SIA')).toBeVisible();
    // The token neither stays in the address nor in the history, and a reload keeps the page.
    await expect(page).toHaveURL(urlOf('invitation', language));
    await page.reload();
    await expect(page.getByLabel(t('invitation:pinLabel'))).toBeVisible();
    await judge(page);
    await page.getByLabel(t('invitation:pinLabel')).fill('738261');
    await tap(t('invitation:submit'));
    await expect(page.getByText(t('invitation:companyCode'))).toBeVisible();
    const { company, personalNumber } = await call(fresh, 'getUser');
    await expect(page.getByText(`${company.code.slice(0, 4)}-${company.code.slice(4)}`)).toBeVisible();
    await expect(page.getByText(personalNumber ?? 'no number', { exact: true })).toBeVisible();
    await judge(page);
    await tap(t('invitation:checkInAt', { location: 'Joinery' }), 'link');
    await tap(t('time-tracking:checkIn'));
    await isTold(page, t('time-tracking:done.check-in'));
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    // With the tap into the field for the PIN.
    const taps = count() + 1;
    const description = `${seconds} s, ${taps} taps`;
    test.info().annotations.push({ type: 'from the poster to the first check-in', description });
    expect(taps).toBeLessThanOrEqual(6);
    expect((await call(fresh, 'getActiveEntry'))?.location.name).toBe('Joinery');
    // Signed out, the way in is known.
    await call(fresh, 'logout');
    await page.goto(urlOf('auth', language));
    await expect(page.getByLabel(t('auth-steps:number.companyCode'))).toHaveValue(
      `${company.code.slice(0, 4)}-${company.code.slice(4)}`,
    );
  });
}

test('the language is chosen on the page itself, and the person keeps it', async ({ browser }) => {
  const admin = await browser.newContext();
  await registerByApi(admin, { language: 'lv' });
  const { id } = await call(admin, 'createEmployee', { body: { firstName: 'Олена', lastName: 'Коваль' } });
  const { url } = await call(admin, 'inviteEmployee', { params: { id } });
  const context = await browser.newContext({ viewport: phone });
  const page = await context.newPage();
  await page.goto(url);
  const [lv, pl] = [say('lv'), say('pl')];
  await page.getByRole('combobox', { name: lv('nav:language') }).selectOption('pl');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pl('invitation:title', { name: 'Олена' }));
  await page.getByRole('tab', { name: pl('invitation:ways.password') }).click();
  await page.getByLabel(pl('auth:password'), { exact: true }).and(page.locator('input')).fill(ownPassword);
  await page.getByLabel(pl('auth:confirmPassword')).fill('another one');
  await page.getByRole('button', { name: pl('invitation:submit') }).click();
  await expect(page.getByText(pl('validation:passwordsMatch'))).toBeVisible();
  await page.getByLabel(pl('auth:confirmPassword')).fill(ownPassword);
  await page.getByRole('button', { name: pl('invitation:submit') }).click();
  await page.getByRole('link', { name: pl('invitation:continue') }).click();
  await expect(page).toHaveURL(urlOf('employee', 'pl'));
  expect((await call(context, 'getUser')).language).toBe('pl');
  // Used up.
  const other = await (await browser.newContext()).newPage();
  await other.goto(url);
  await expect(other.getByRole('heading', { name: lv('invitation:invalidTitle') })).toBeVisible();
});

test('a passkey is chosen instead, and signs in', async ({ browser }) => {
  const t = say('en');
  const admin = await browser.newContext();
  await registerByApi(admin);
  const { id } = await call(admin, 'createEmployee', { body: { firstName: 'Ilze', lastName: 'Ozola' } });
  const { url } = await call(admin, 'inviteEmployee', { params: { id } });
  const context = await browser.newContext({ viewport: phone });
  const page = await context.newPage();
  const device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  // A passkey is bound to a host name, and the browser takes localhost for a safe one.
  await page.goto(url.replace('127.0.0.1', 'localhost'));
  await page.getByRole('tab', { name: t('invitation:ways.passkey') }).click();
  await page.getByRole('button', { name: t('invitation:passkeySubmit') }).click();
  await expect(page).toHaveURL(/\/employee$/);
});

test('company code, employee number and PIN sign in; the device remembers the company and the way', async ({
  browser,
}) => {
  const t = say('en');
  const admin = await browser.newContext();
  const { company } = await registerByApi(admin);
  const { id } = await call(admin, 'createEmployee', { body: { firstName: 'Ilze', lastName: 'Ozola' } });
  const { url } = await call(admin, 'inviteEmployee', { params: { id } });
  const token = new URL(url).searchParams.get('token') ?? '';
  const join = await browser.newContext();
  const { personalNumber } = await call(join, 'acceptWithPin', {
    params: { token },
    body: { pin: '738261' },
  });

  const context = await browser.newContext({ viewport: phone });
  const page = await context.newPage();
  await page.goto(urlOf('auth', 'en'));
  await isTakenOver(page);
  await page.getByRole('link', { name: t('auth:login.withNumber') }).click();
  await expect(page.getByLabel(t('auth-steps:number.companyCode'))).toBeFocused();
  await judge(page);
  await page.getByLabel(t('auth-steps:number.companyCode')).fill(company.code.toLowerCase());
  await page.getByLabel(t('auth-steps:number.personalNumber')).fill(personalNumber ?? '');
  await page.getByLabel(t('auth-steps:number.password')).fill('111222');
  await page.getByRole('button', { name: t('auth:login.submit') }).click();
  await expect(page.getByText(t('auth-steps:number.wrong'))).toBeVisible();
  await page.getByLabel(t('auth-steps:number.password')).fill('738261');
  await page.getByRole('button', { name: t('auth:login.submit') }).click();
  await expect(page).toHaveURL(urlOf('employee', 'en'));
  await call(context, 'logout');
  await page.goto(urlOf('auth', 'en'));
  const shown = `${company.code.slice(0, 4)}-${company.code.slice(4)}`;
  await expect(page.getByLabel(t('auth-steps:number.companyCode'))).toHaveValue(shown);
  await expect(page.getByLabel(t('auth-steps:number.personalNumber'))).toBeFocused();
  await page.getByRole('link', { name: t('auth-steps:number.back') }).click();
  await page.getByRole('link', { name: t('auth:login.forgot') }).click();
  await page.getByRole('link', { name: t('auth-steps:forgot.back') }).click();
  await expect(page.getByLabel(t('auth:email'))).toBeVisible();
});

test('a mail server that refuses is seen on the card; "Send again" clears it once it takes the mail', async ({
  browser,
}) => {
  const t = say('en');
  const receiver = await startMailReceiver();
  const mailing = await startMailing(receiver.url);
  try {
    const admin = await browser.newContext({ viewport: desktop });
    const post = async (path: string, data: object) =>
      expect((await admin.request.post(mailing.origin + path, { data })).ok()).toBe(true);
    const names = { firstName: 'Anna', lastName: 'Bērziņa', companyName: 'Kokapstrāde SIA' };
    const passwords = { password: ownPassword, confirmPassword: ownPassword };
    await post('/api/register-company', { ...names, email: uniqueEmail('owner'), ...passwords });
    await inDatabase('update company set confirmed_at = now()', [], mailing.databaseUrl);
    const refused = uniqueEmail('refused');
    receiver.unknown.add(refused);
    await post('/api/employees', { firstName: 'Jānis', lastName: 'Kalniņš', email: refused });
    const stateOf = async () =>
      (await inDatabase('select state from invitation', [], mailing.databaseUrl))[0]?.state;
    await expect.poll(stateOf).toBe('undeliverable');

    const page = await admin.newPage();
    await page.goto(`${mailing.origin}/employees`);
    await expect(page.getByText(t('employees:invitation.badges.undeliverable'))).toBeVisible();
    await page
      .getByRole('button', { name: t('employees:invitation.openNamed', { name: 'Jānis Kalniņš' }) })
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(`The mail server refused the email to ${refused}`)).toBeVisible();
    await judge(page);
    receiver.unknown.delete(refused);
    await dialog.getByRole('button', { name: t('employees:invitation.sendAgain') }).click();
    await isTold(page, t('employees:invitation.isSent'));
    await expect(dialog.getByText(/The mail server took the email/)).toBeVisible();
    await expect.poll(stateOf).toBe('sent');
    await dialog.getByRole('button', { name: t('common:close') }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(t('employees:invitation.badges.sent'))).toBeVisible();
    // One or two: the first mail may have been tried again just before the new one replaced it.
    const arrived = receiver.to(refused).length;
    await page.getByRole('button', { name: t('employees:invitation.again') }).click();
    await isTold(page, t('employees:invitation.sentAgain', { sent: 1 }));
    await expect.poll(() => receiver.to(refused).length).toBe(arrived + 1);
  } finally {
    mailing.server.kill('SIGTERM');
    await once(mailing.server, 'exit');
    await receiver.close();
  }
});

test('the settings show the company’s code and renew it', async ({ browser }) => {
  const t = say('en');
  const admin = await browser.newContext({ viewport: phone });
  const { company } = await registerByApi(admin);
  const shown = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`;
  const page = await admin.newPage();
  await page.goto(urlOf('kiosks', 'en'));
  await expect(page.getByText(shown(company.code))).toBeVisible();
  await page.getByRole('button', { name: t('company:code.renew') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('company:code.submit') })
    .click();
  await isTold(page, t('company:code.done'));
  const { code } = await call(admin, 'getCompany');
  expect(code).not.toBe(company.code);
  await expect(page.getByText(shown(code))).toBeVisible();
});

test('the mail fits a phone, with a long address too', async ({ page }) => {
  const admin = page.context();
  await registerByApi(admin);
  const email = `a.very.long.mailbox.of.somebody.with.many.names.${Date.now()}@a-very-long-subdomain.of-a-company.example.test`;
  await call(admin, 'createEmployee', { body: { firstName: 'Jānis', lastName: 'Kalniņš', email } });
  let html: unknown;
  await expect
    .poll(async () => {
      [{ html } = { html: undefined }] = await inDatabase('select html from dev_mail where recipient = $1', [
        email,
      ]);
      return html;
    })
    .toBeTruthy();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.setContent(String(html));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
