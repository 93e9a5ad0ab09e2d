/* Account security: second factor, passkeys, sessions; and scripts that a page must never run. */
import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { dateIn, previousMonthOf } from '#domain/dates.ts';
import { pathFor } from '#domain/paths.ts';
import { judge } from '#tests/support/browser/axe.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import {
  call,
  editPerson,
  employByApi,
  inDatabase,
  mailTo,
  noonZone,
  origin,
  ownPassword,
  phone,
  provokes,
  recordPast,
  registerByApi,
  say,
  signIn,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';
import { openTestProxy } from '#tests/support/browser/test-proxy.ts';

const t = say('en');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) });

/** The code of an authenticator app (RFC 6238), computed without the server's library. */
function codeOf(secret: string): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** A device with passkeys that reports its owner's touch. */
async function withPasskeys(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setOwnerPresent: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    forgetAll: () => cdp.send('WebAuthn.clearCredentials', { authenticatorId }),
  };
}

/** Violations of the page's content policy: there must be none of our own. */
let forbidden: string[] = [];
test.beforeEach(({ page }) => {
  forbidden = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy'))
      forbidden.push(
        `${page.url()} ${message.location().url}:${message.location().lineNumber} ${message.text()}`,
      );
  });
});
test.afterEach(() => expect(forbidden).toEqual([]));

test('a second factor: enabled with an app, required at sign-in, replaced by a recovery code', async ({
  page,
}) => {
  const { id, email } = await registerByApi(page.context());
  // No code works twice; this test does not wait half a minute for the next.
  const forgetUsedCode = () =>
    inDatabase('update second_factor set last_step = last_step - 9 where user_id = $1', [id]);
  await page.goto(urlOf('account', 'en'));
  await button(page, t('account:secondFactor.enable')).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: t('account:secondFactor.qr') })).toBeVisible();
  await judge(page);
  const secret = ((await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? '').replaceAll(' ', '');
  const code = dialog.getByLabel(t('account:secondFactor.code'));
  const password = dialog.getByLabel(t('account:secondFactor.password'), { exact: true });
  const submit = dialog.getByRole('button', { name: t('account:secondFactor.submit'), exact: true });
  await code.fill('000000');
  await password.fill('a guess');
  await submit.click();
  await expect(password).toHaveAccessibleDescription(t('errors:wrong_password'));
  await password.fill(ownPassword);
  await submit.click();
  await expect(code).toHaveAccessibleDescription(t('errors:wrong_code'));
  await code.fill(codeOf(secret));
  await submit.click();

  const codes = dialog
    .getByRole('list', { name: t('account:secondFactor.codesTitle') })
    .getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await judge(page);
  const [firstCode = ''] = await codes.allTextContents();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: t('account:secondFactor.download') }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await dialog.getByRole('button', { name: t('account:secondFactor.done') }).click();
  const left = (count: number) => t('account:secondFactor.codesLeft', { count, total: 10 });
  await expect(page.getByText(left(10))).toBeVisible();
  await mailTo(email, new RegExp(t('mail:secondFactorOnSubject')));

  await call(page.context(), 'logout');
  await page.goto(urlOf('auth', 'en'));
  await signIn(page, 'en', { email, password: ownPassword });
  await expect(page.getByRole('heading', { name: t('auth-steps:code.title') })).toBeVisible();
  await judge(page);
  const asked = page.getByLabel(t('auth-steps:code.label'));
  await asked.fill('000000');
  await button(page, t('auth:login.submit')).click();
  await expect(asked).toHaveAccessibleDescription(new RegExp(t('errors:wrong_code')));
  await forgetUsedCode();
  await asked.fill(codeOf(secret));
  await button(page, t('auth:login.submit')).click();
  await expect(page).toHaveURL(urlOf('dashboard', 'en'));

  await call(page.context(), 'logout');
  await page.goto(urlOf('auth', 'en'));
  await signIn(page, 'en', { email, password: ownPassword });
  await asked.fill(firstCode.toLowerCase());
  await asked.press('Enter');
  await expect(page).toHaveURL(urlOf('dashboard', 'en'));

  await page.goto(urlOf('account', 'en'));
  await expect(page.getByText(left(9))).toBeVisible();
  await button(page, t('account:secondFactor.disable')).click();
  await forgetUsedCode();
  await dialog.getByLabel(t('account:secondFactor.codeOrRecovery')).fill(codeOf(secret));
  await password.fill(ownPassword);
  await dialog.getByRole('button', { name: t('account:secondFactor.disableSubmit') }).click();
  await isTold(page, t('account:secondFactor.disabled'));
  await expect(button(page, t('account:secondFactor.enable'))).toBeVisible();
});

test('a passkey: added, used to sign in without typing, removed', async ({ page }) => {
  const device = await withPasskeys(page);
  const { email } = await registerByApi(page.context());
  await page.goto(urlOf('account', 'en'));
  const add = button(page, t('account:passkeys.add'));
  const dialog = page.getByRole('dialog');
  const addPasskey = async (name: string) => {
    await add.click();
    await dialog.getByLabel(t('account:passkeys.name')).fill(name);
    await dialog.getByLabel(t('account:secondFactor.password'), { exact: true }).fill(ownPassword);
    await dialog.getByRole('button', { name: t('account:passkeys.submit') }).click();
  };
  await device.setOwnerPresent(false);
  await addPasskey('Laptop');
  await isTold(page, t('account:passkeys.stopped'));
  await judge(page);
  await device.setOwnerPresent(true);
  await dialog.getByRole('button', { name: t('account:passkeys.submit') }).click();
  const list = page.getByRole('list', { name: t('account:passkeys.list') });
  await expect(list).toContainText('Laptop');
  await expect(list).toContainText(t('account:passkeys.unused'));
  await mailTo(email, new RegExp(t('mail:passkeyAddedSubject')));
  await addPasskey('The same once more');
  await isTold(page, t('account:passkeys.known'));
  await dialog.getByRole('button', { name: t('common:cancel') }).click();
  await expect(dialog).toBeHidden();

  await call(page.context(), 'logout');
  await page.goto(urlOf('auth', 'en'));
  const use = button(page, t('auth:login.withPasskey'));
  await device.setOwnerPresent(false);
  await use.click();
  await isTold(page, t('auth:login.passkeyStopped'));
  await device.setOwnerPresent(true);
  await use.click();
  await expect(page).toHaveURL(urlOf('dashboard', 'en'));

  await page.goto(urlOf('account', 'en'));
  await expect(list).not.toContainText(t('account:passkeys.unused'));
  await button(page, t('account:passkeys.deleteNamed', { name: 'Laptop' })).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('account:passkeys.deleteSubmit') })
    .click();
  // While the dialog is open, everything behind it counts as hidden.
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(list).toBeHidden();
  await call(page.context(), 'logout');
  await page.goto(urlOf('auth', 'en'));
  await use.click();
  await isTold(page, t('errors:passkey_refused'));
  await device.forgetAll();
});

test('a call that ends its own session shows its result, even if other calls are refused first', async ({
  page,
}) => {
  const testProxy = await openTestProxy();
  await registerByApi(page.context(), { companyName: 'Kokapstrāde SIA' });
  await page.goto(testProxy.origin + pathFor('account', 'en'));
  const dialog = page.getByRole('dialog');
  const submit = async (posted: string, name: string) => {
    const answer = testProxy.hold(`POST ${posted}`);
    await dialog.getByRole('button', { name, exact: true }).click();
    await answer.arrived;
    const refused = page.waitForResponse(
      (response) => response.status() === 401 && !response.url().includes('/api/events'),
    );
    // A page that comes back online refetches everything.
    await page.evaluate(() => ['offline', 'online'].map((event) => dispatchEvent(new Event(event))));
    await (await refused).finished();
    answer.release();
  };
  await button(page, t('account:secondFactor.enable')).click();
  const password = dialog.getByLabel(t('account:secondFactor.password'), { exact: true });
  const secret = ((await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel(t('account:secondFactor.code')).fill(codeOf(secret));
  await password.fill(ownPassword);
  await submit('/api/user/second-factor', t('account:secondFactor.submit'));
  const codes = dialog
    .getByRole('list', { name: t('account:secondFactor.codesTitle') })
    .getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recoveryCode = ''] = await codes.allTextContents();
  await dialog.getByRole('button', { name: t('account:secondFactor.done') }).click();

  await button(page, t('account:deletion.open')).click();
  await dialog.getByLabel(t('account:deletion.companyName')).fill('Kokapstrāde SIA');
  await password.fill(ownPassword);
  await dialog.getByLabel(t('account:secondFactor.codeOrRecovery')).fill(recoveryCode);
  await submit('/api/company/delete', t('account:deletion.submit'));
  await dialog.getByText(t('account:deletion.leave'), { exact: true }).click();
  await expect(page).toHaveURL(testProxy.origin + pathFor('auth', 'en'));
  await testProxy.close();
});

test('an administrator lets a colleague who lost the phone sign in again', async ({ page, browser }) => {
  const colleague = await browser.newContext();
  await registerByApi(page.context());
  const { id, email } = await employByApi(page.context(), colleague, { firstName: 'Ilze' });
  const { secret } = await call(colleague, 'proposeSecondFactor');
  await call(colleague, 'enableSecondFactor', {
    body: { secret, password: ownPassword, code: codeOf(secret) },
  });
  await page.goto(urlOf('employees', 'en'));
  await editPerson(page, 'Ilze Kalniņš');
  await button(page, t('employees:resetFactor.open')).click();
  await expect(button(page, t('employees:resetFactor.submit'))).toBeVisible();
  await judge(page);
  await button(page, t('employees:resetFactor.submit')).click();
  await isTold(page, t('employees:resetFactor.done'));
  await mailTo(email, new RegExp(t('mail:secondFactorResetSubject')));
  expect(await inDatabase('select from session where user_id = $1', [id])).toEqual([]);
  await call(colleague, 'login', { body: { email, password: ownPassword } });
  await page.goto(urlOf('employees', 'en'));
  await editPerson(page, 'Anna Bērziņa');
  await expect(page.getByRole('dialog').getByLabel(t('employees:form.password'))).toHaveCount(0);
  await page.getByRole('link', { name: t('employees:form.ownPassword') }).click();
  await expect(page.getByRole('heading', { name: t('account:title') })).toBeVisible();
});

test('one’s own sessions: one is ended, then all of them', async ({ page, browser }) => {
  const { email } = await registerByApi(page.context());
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile Safari/604.1';
  const other = await (await browser.newContext({ viewport: phone, userAgent })).newPage();
  await other.goto(urlOf('auth', 'en'));
  await signIn(other, 'en', { email, password: ownPassword });
  await expect(other).toHaveURL(urlOf('dashboard', 'en'));

  await page.goto(urlOf('account', 'en'));
  const sessions = section(page, t('account:sessions.title')).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: t('account:sessions.current') })).toHaveCount(1);
  await expect(sessions.filter({ hasText: 'Safari, iPhone' })).toHaveCount(1);
  await judge(page);
  await page.getByRole('button', { name: /^Sign out: Safari, iPhone/ }).click();
  await expect(sessions).toHaveCount(1);
  await other.goto(urlOf('account', 'en'));
  await expect(other).toHaveURL(/\/auth\?next=/);
  await signIn(other, 'en', { email, password: ownPassword });
  await expect(other.getByRole('heading', { name: t('account:title') })).toBeVisible();

  await button(page, t('account:sessions.endAll')).click();
  await button(page, t('account:sessions.endAllSubmit')).click();
  await expect(page).toHaveURL(urlOf('auth', 'en'));
  await other.reload();
  await expect(other).toHaveURL(/\/auth\?next=/);
});

const hostile = `"'><img src=x onerror="window.ran=1"><script>window.ran=1</script>{{7*7}}`;

/** No text has become an element, and no script has run. */
async function expectHarmless(page: Page, where: string) {
  for (const frame of page.frames()) {
    const found = await frame.evaluate(() => ({
      ran: 'ran' in window,
      // The public pages have a script of their own, which applies the theme.
      elements: [...document.querySelectorAll('img[src="x"], script:not([src]):not([type])')].filter(
        ({ textContent }) => !/localStorage\.getItem\(.maina-theme.\)/.test(textContent),
      ).length,
    }));
    expect(found, where).toEqual({ ran: false, elements: 0 });
  }
}

test('a script in any text is shown as text, on every screen, on the poster and in mails', async ({
  page,
  browser,
}) => {
  const workerContext = await browser.newContext();
  const names = { firstName: hostile, lastName: hostile };
  await registerByApi(page.context(), { ...names, companyName: hostile, timezone: noonZone });
  const location = await call(page.context(), 'createLocation', {
    body: { name: hostile, address: hostile, description: hostile },
  });
  const worker = await employByApi(page.context(), workerContext, names);
  await call(workerContext, 'scan', { body: { qrCode: location.qrCode } });
  await call(workerContext, 'createWorkReports', {
    body: {
      items: [{ units: 'pcs', quantity: 1, description: hostile }],
      generalNotes: hostile,
    },
  });
  const message = await call(page.context(), 'createMessage', {
    body: { subject: hostile, content: hostile, recipientId: worker.id },
  });
  const today = dateIn(Date.parse(message.createdAt), noonZone);
  await call(page.context(), 'createAiReport', { params: { id: location.id }, body: { date: today } });
  const month = previousMonthOf(today).start.slice(0, 7);
  const [checkIn, checkOut] = [`${month}-10T08:00:00Z`, `${month}-10T12:00:00Z`];
  await recordPast(worker, location.id, checkIn, checkOut);
  const [entry] = (await call(workerContext, 'getUserData')).timeEntries.filter((one) => one.checkOut);
  await call(workerContext, 'createCorrectionRequest', {
    body: { kind: 'edit', timeEntryId: entry?.id, checkOut: `${month}-10T13:00:00Z`, reason: hostile },
  });
  await call(page.context(), 'approveMonth', { body: { month, userId: worker.id } });
  await call(workerContext, 'answerOwnMonth', { body: { month, answer: 'disputed', text: hostile } });

  const shown = (where: Page) => where.getByText('<img src=x').first();
  const visit = async (where: Page, path: string) => {
    await where.goto(path);
    await expect(shown(where), path).toBeVisible();
    await expectHarmless(where, path);
  };
  for (const name of [
    'dashboard',
    'employees',
    'locations',
    'reports',
    'corrections',
    'rollCall',
    'messages',
    'account',
  ] as const) {
    await visit(page, urlOf(name, 'en'));
  }
  await visit(page, `${urlOf('reports', 'en')}?tab=daily-summaries`);
  await visit(page, `${urlOf('reports', 'en')}?tab=months&month=${month}`);
  await visit(page, urlOf('locationPoster', 'en', { id: location.id }));
  await visit(page, urlOf('message', 'en', { id: message.id }));
  await page.goto(urlOf('dashboard', 'en'));
  await page.getByRole('button', { name: t('dashboard:admin.aiReportNamed', { location: hostile }) }).click();
  await expect(page.getByRole('dialog').getByText('<img src=x').first()).toBeVisible();
  await expectHarmless(page, 'AI report');

  const phonePage = await workerContext.newPage();
  for (const name of ['employee', 'timeTracking', 'workReports', 'messages', 'account'] as const) {
    await visit(phonePage, urlOf(name, 'en'));
  }
  await visit(phonePage, urlOf('myMonth', 'en', { month }));
  await mailTo(worker.email, /<img src=x/);
  // The frames of the mails run no script, nor those of the tests; what a mail brings is looked for.
  provokes(/^Blocked script execution in 'about:srcdoc'/);
  await page.goto(`${origin}/dev/mailbox`);
  await page.getByText(worker.email).first().click();
  await expectHarmless(page, 'mailbox');
});

test('a URL neither runs a script nor redirects to another site', async ({ page }) => {
  await registerByApi(page.context());
  const text = encodeURIComponent(hostile);
  for (const address of [
    `${urlOf('employees', 'en')}?search=${text}`,
    `${urlOf('reports', 'en')}?tab=${text}&start=${text}&employee=${text}`,
    `${urlOf('timeTracking', 'en')}?code=${text}`,
    `${origin}/${text}`,
    `${origin}/lv/${text}?q=${text}`,
    `${urlOf('resetPassword', 'en')}?token=${text}`,
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expectHarmless(page, address);
  }
  for (const next of [
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    'javascript:window.ran=1',
  ]) {
    await page.goto(`${urlOf('auth', 'en')}?next=${encodeURIComponent(next)}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expect(new URL(page.url()).origin, next).toBe(origin);
    await expectHarmless(page, next);
  }
});

test('every page comes with headers that protect it, the app’s with a nonce that no other has', async ({
  page,
}) => {
  await registerByApi(page.context());
  const nonces = new Set<string>();
  for (const address of [urlOf('employees', 'en'), urlOf('employees', 'en'), urlOf('account', 'lv')]) {
    const response = await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const headers = response?.headers() ?? {};
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(self), microphone=(), geolocation=()'),
    });
    const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1];
    expect(nonce).toBe(await page.locator('meta[name="csp-nonce"]').evaluate(({ nonce }) => nonce));
    nonces.add(nonce ?? '');
  }
  expect(nonces.size).toBe(3);
  await call(page.context(), 'logout');
  for (const name of ['landing', 'pricing', 'tutorials', 'privacy'] as const) {
    const policy = (await page.goto(urlOf(name, 'en')))?.headers()['content-security-policy'];
    expect(policy).toMatch(/script-src 'self' 'sha256-[^' ]+';/);
    expect(policy).not.toContain('unsafe');
    // Its own script and its one stylesheet are allowed.
    await page.evaluate(() => localStorage.setItem('maina-theme', 'dark'));
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    const font = await page.locator('body').evaluate((body) => getComputedStyle(body).fontFamily);
    expect(font).toContain('Archivo');
  }
});

test('the page that shows the API obeys its own policy', async ({ page }) => {
  await page.goto(`${origin}/api/docs`);
  await page.locator('.opblock-tag').first().click();
  await page.locator('.opblock-summary-control').first().click();
  await page.getByPlaceholder('Filter by tag').fill('webhooks');
  await expect(page.locator('.opblock-tag')).toHaveCount(1);
  await page.locator('.opblock-tag').click();
  await page.locator('.opblock-summary-control').last().click();
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await expect(page.locator('.auth-container').first()).toBeVisible();
  // What is forbidden, `afterEach` reports.
});
