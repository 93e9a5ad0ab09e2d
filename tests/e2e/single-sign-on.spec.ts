/* Single sign-on with a real provider on this machine: set up, signed in with on another device, refused, removed. */
import { expect, type Page } from '@playwright/test';
import { formatCompanyCode } from '#domain/company-code.ts';
import { judge } from '#tests/support/browser/axe.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import {
  call,
  desktop,
  employByApi,
  endTrial,
  origin,
  ownPassword,
  phone,
  registerByApi,
  say,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';
import { startProvider } from '#tests/support/oidc-provider.ts';

const t = say('en');

/** Says at the provider who one is. */
async function signInThere(page: Page, email: string) {
  await page.locator('input[name=login]').fill(email);
  await page.locator('input[name=password]').fill('of the other account');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

const goOn = (page: Page) => page.getByRole('button', { name: t('auth-steps:company.submit') }).click();

test('single sign-on: set up by the owner, used on a phone, refused to the owner, removed', async ({
  page,
  context,
  browser,
}) => {
  await page.setViewportSize(desktop);
  const owner = await registerByApi(context);
  const worker = await employByApi(context, await browser.newContext());
  const provider = await startProvider([`${origin}/api/single-sign-on/${owner.companyId}`], { asks: true });

  await page.goto(urlOf('settingsData', 'en'));
  await page.getByRole('button', { name: t('single-sign-on:setUp') }).click();
  const dialog = page.getByRole('dialog');
  const field = (name: Parameters<typeof t>[0]) => dialog.getByLabel(t(name), { exact: true });
  await expect(field('single-sign-on:form.redirectUri')).toHaveValue(
    `${origin}/api/single-sign-on/${owner.companyId}`,
  );
  await expect(field('single-sign-on:form.address')).toHaveCount(0);
  await field('single-sign-on:provider').selectOption('microsoft');
  await field('single-sign-on:form.tenant').fill('common');
  await field('single-sign-on:form.clientId').fill(provider.settings.clientId);
  await field('single-sign-on:form.clientSecret').fill(provider.settings.clientSecret);
  await field('account:secondFactor.password').fill(ownPassword);
  await judge(page);
  const save = dialog.getByRole('button', { name: t('single-sign-on:setUp') });
  await save.click();
  await expect(field('single-sign-on:form.tenant')).toHaveAccessibleDescription(/8eaef023/);
  await field('single-sign-on:provider').selectOption('other');
  await field('single-sign-on:form.address').fill(provider.issuer);
  await save.click();
  await isTold(page, t('single-sign-on:form.done'));
  const address = await page
    .getByLabel(t('single-sign-on:signIn', { service: new URL(provider.issuer).host }))
    .inputValue();
  await judge(page);

  // With the code, as somebody types it who has been told it.
  const theirs = await (await browser.newContext({ viewport: { ...phone, width: 320 } })).newPage();
  await theirs.goto(`${urlOf('auth', 'en')}?next=${encodeURIComponent('/my-hours')}`);
  await theirs.getByRole('link', { name: t('auth:login.withCompany') }).click();
  const code = theirs.getByLabel(t('auth-steps:number.companyCode'));
  await expect(code).toBeFocused();
  await code.fill('0000-0000');
  await goOn(theirs);
  await isTold(theirs, t('errors:single_sign_on_off'));
  await code.fill(formatCompanyCode(owner.company.code).toLowerCase());
  await judge(theirs);
  await goOn(theirs);
  await signInThere(theirs, worker.email);
  await expect(theirs).toHaveURL(urlOf('myHours', 'en'));

  // The device remembers how its people sign in; the provider, who they are. Nothing leads to another site.
  await call(theirs.context(), 'logout');
  await theirs.goto(`${urlOf('auth', 'en')}?next=${encodeURIComponent('https://evil.example/')}`);
  await expect(code).toHaveValue(formatCompanyCode(owner.company.code));
  await goOn(theirs);
  await expect(theirs).toHaveURL(urlOf('employee', 'en'));

  // The address of the settings leads there at once; the owner keeps the own way.
  const elsewhere = await (await browser.newContext({ viewport: desktop })).newPage();
  await elsewhere.goto(address);
  await expect(elsewhere.getByLabel(t('auth-steps:number.companyCode'))).toHaveValue(
    formatCompanyCode(owner.company.code),
  );
  await goOn(elsewhere);
  await signInThere(elsewhere, owner.email);
  await expect(elsewhere.getByRole('alert')).toHaveText(t('errors:single_sign_on_own_way'));
  await judge(elsewhere);

  await page.getByRole('button', { name: t('single-sign-on:remove.submit') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('single-sign-on:remove.submit') })
    .click();
  await expect(page.getByRole('button', { name: t('single-sign-on:setUp') })).toBeVisible();
  await theirs.goto(urlOf('account', 'en'));
  await expect(theirs).toHaveURL(/\/auth\?/);
  await provider.close();
});

test('without the plan its button leads to the plans', async ({ page, context }) => {
  await page.setViewportSize({ ...phone, width: 320 });
  const { company } = await registerByApi(context);
  await endTrial(company.id);
  await page.goto(urlOf('settingsData', 'lv'));
  await page.getByRole('button', { name: say('lv')('single-sign-on:setUp') }).click();
  await expect(page.getByRole('dialog')).toContainText(say('lv')('errors:subscription_required'));
  await judge(page);
});
