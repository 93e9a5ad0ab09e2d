/*
 * Paying in the sandbox, where no money moves: start, refused card, change, cancel, resume; and deleting the company.
 */
import { expect, type Page } from '@playwright/test';
import { isTold } from '#tests/support/browser/messages.ts';
import {
  call,
  endTrial,
  inDatabase,
  mailTo,
  ownPassword,
  phone,
  registerByApi,
  say,
  signIn,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';
import { allIsLoaded } from '#tools/browser.ts';

const t = say('en');
const button = (page: Page, key: string, values = {}) =>
  page.getByRole('button', { name: t(key, values), exact: true });
const planCard = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Clicks the plan's button twice; ends on the payment page. */
async function choose(page: Page, plan: string) {
  await planCard(page, plan).getByRole('button').click();
  await planCard(page, plan)
    .getByRole('button', { name: t('subscription:upgradeNow') })
    .click();
  await expect(page).toHaveURL(/\/payment\?client_secret=/);
}

async function payWith(page: Page, card: 'ok' | 'refused' | 'refused_later') {
  await page
    .getByRole('radio', { name: t(`subscription:payment.sandbox.cards.${card}`), exact: true })
    .check();
  await button(page, 'subscription:payNow').click();
}

const expectActive = (page: Page, plan: string) =>
  expect(page.getByRole('heading', { name: t('subscription:payment.done', { plan }) })).toBeVisible();

test('from the trial to a paid plan, to another one, to the cancellation and back', async ({ page }) => {
  await registerByApi(page.context());
  await page.goto(urlOf('subscription', 'en'));
  await expect(page.getByRole('progressbar', { name: t('subscription:trial') })).toBeVisible();
  await expect(button(page, 'subscription:cancel.submit')).toBeHidden();

  await choose(page, 'Growth');
  await payWith(page, 'ok');
  await expectActive(page, 'Growth');
  await page.getByRole('link', { name: t('subscription:payment.toSubscription') }).click();
  await expect(page.getByText(t('subscription:nextBillingDate'))).toBeVisible();
  await expect(page.getByText(t('subscription:invoices.statuses.paid'), { exact: true })).toHaveCount(1);
  await expect(planCard(page, 'Growth').getByRole('button')).toBeHidden();

  // A double click selects the plan but does not confirm.
  await planCard(page, 'Business').getByRole('button').dblclick();
  await expect(button(page, 'subscription:changePlan')).toBeVisible();
  await button(page, 'subscription:changePlan').click();
  await expect(planCard(page, 'Business').getByText(t('subscription:currentPlan'))).toBeVisible();
  await expect(button(page, 'subscription:changePlan')).toBeHidden();
  await expect(page.getByText(t('subscription:invoices.statuses.paid'), { exact: true })).toHaveCount(2);

  await button(page, 'subscription:cancel.submit').click();
  const question = page.getByRole('alertdialog', {
    name: t('subscription:cancel.question', { plan: 'Business' }),
  });
  await question.getByRole('button', { name: t('subscription:cancel.submit') }).click();
  await expect(page.getByText(t('subscription:cancelled'), { exact: true })).toBeVisible();
  await expect(page.getByText(t('subscription:nextBillingDate'))).toBeHidden();
  await button(page, 'subscription:resume.submit').click();
  await expect(page.getByText(t('subscription:nextBillingDate'))).toBeVisible();
});

test('a refused card, a reload in the middle and a forged address change nothing; another card pays', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await registerByApi(page.context(), { subscriptionPlan: 'starter' });
  await page.goto(urlOf('payment', 'en'));
  await expect(page).toHaveURL(urlOf('subscription', 'en'));

  await choose(page, 'Starter');
  await payWith(page, 'refused');
  await expect(page.getByRole('alert')).toHaveText(t('errors:card_refused'));
  const payment = page.url();

  // Left and opened again.
  await page.goBack();
  await page.reload();
  await expect(page.getByText(t('subscription:statuses.incomplete'))).toBeVisible();
  await page.goto(`${payment}&redirect_status=succeeded`);
  await expect(page.getByRole('heading', { name: t('subscription:payment.waiting') })).toBeVisible();
  expect(await call(page.context(), 'getSubscriptionStatus')).toMatchObject({ status: 'incomplete' });

  await page.goto(payment);
  await page.reload();
  await payWith(page, 'ok');
  await expectActive(page, 'Starter');
  // Reloaded, and reached again with the back button: it stays paid.
  await page.reload();
  await expectActive(page, 'Starter');
  await page.getByRole('link', { name: t('subscription:payment.toSubscription') }).click();
  await expect(page.getByText(t('subscription:statuses.active'), { exact: true })).toBeVisible();
  await page.goBack();
  await expectActive(page, 'Starter');
});

test('a lapsed trial leads to the plans, and paying lifts its limits', async ({ page }) => {
  const { companyId } = await registerByApi(page.context());
  await endTrial(companyId);
  await page.goto(urlOf('locations', 'en'));
  await expect(page.getByText(t('upgrade:notice.trialOver'))).toBeVisible();
  await button(page, 'locations:add').first().click();
  await page
    .getByRole('dialog', { name: t('upgrade:subscribeTitle') })
    .getByRole('link', { name: t('upgrade:seePlans') })
    .click();
  await expect(page).toHaveURL(urlOf('subscription', 'en'));
  await expect(page.getByText(t('subscription:notice.trialOver'))).toBeVisible();

  await choose(page, 'Starter');
  await payWith(page, 'refused_later');
  await expectActive(page, 'Starter');
  await page.goto(urlOf('locations', 'en'));
  await button(page, 'locations:add').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('locations:form.name')).fill('Hall 1');
  await dialog.getByRole('button', { name: t('locations:add') }).click();
  await expect(page.getByRole('heading', { name: 'Hall 1' })).toBeVisible();
  await expect(page.getByText(t('upgrade:notice.trialOver'))).toBeHidden();
});

test('a failed renewal is shown and paid with one button', async ({ page }) => {
  const { companyId } = await registerByApi(page.context());
  await page.goto(urlOf('subscription', 'en'));
  await choose(page, 'Growth');
  await payWith(page, 'refused_later');
  await expectActive(page, 'Growth');
  await inDatabase(
    `update sandbox_subscription set period_start = now() - interval '32 days', period_end = now() - interval '1 day'
       where company_id = $1`,
    [companyId],
  );
  await inDatabase(
    `update company set subscription_status = 'past_due', trial_ends_at = now() - interval '30 days',
       current_period_end = now() - interval '1 day' where id = $1`,
    [companyId],
  );
  await page.goto(urlOf('subscription', 'en'));
  await expect(page.getByText(t('subscription:notice.past_due'))).toBeVisible();
  await button(page, 'subscription:payNow').click();
  await expect(page).toHaveURL(/\/payment\?/);
  await payWith(page, 'ok');
  await expectActive(page, 'Growth');
});

test('a deleted company is closed to everybody until the link in the mail restores it', async ({ page }) => {
  const { email } = await registerByApi(page.context(), { companyName: 'Kokapstrāde SIA' });
  await page.goto(urlOf('account', 'en'));
  await button(page, 'account:deletion.open').click();
  const dialog = page.getByRole('dialog');
  const remove = dialog.getByRole('button', { name: t('account:deletion.submit') });
  await dialog.getByLabel(t('account:deletion.companyName')).fill('Another one');
  await dialog.getByLabel(t('account:secondFactor.password'), { exact: true }).fill(ownPassword);
  await remove.click();
  await expect(dialog.getByText(t('validation:companyNameMismatch'))).toBeVisible();
  await dialog.getByLabel(t('account:deletion.companyName')).fill('Kokapstrāde SIA');
  await dialog.getByLabel(t('account:secondFactor.password'), { exact: true }).fill('wrong password');
  await remove.click();
  await expect(dialog.getByText(t('errors:wrong_password'))).toBeVisible();
  await dialog.getByLabel(t('account:secondFactor.password'), { exact: true }).fill(ownPassword);
  await remove.click();
  // It stays although the session has ended, and the server says so.
  const leave = dialog.getByText(t('account:deletion.leave'), { exact: true });
  await expect(leave).toBeVisible();
  const refused = page.waitForResponse(
    (response) => response.url().includes('/api/events') && response.status() === 401,
  );
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await refused;
  await allIsLoaded(page);
  await leave.click();
  await expect(page).toHaveURL(urlOf('auth', 'en'));

  await signIn(page, 'en', { email, password: ownPassword });
  await isTold(page, 'This company was deleted');
  const [link] = await mailTo(email, /https?:\S+\/restore-company\?token=\S+/);
  await page.goto(link);
  await expect(page).not.toHaveURL(/token/);
  await button(page, 'auth-steps:restore.submit').click();
  await expect(page).toHaveURL(urlOf('auth', 'en'));
  await signIn(page, 'en', { email, password: ownPassword });
  await expect(page).toHaveURL(urlOf('dashboard', 'en'));

  await page.goto(link);
  await button(page, 'auth-steps:restore.submit').click();
  await expect(page.getByRole('heading', { name: t('auth-steps:restore.invalidTitle') })).toBeVisible();
});
