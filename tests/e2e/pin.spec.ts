/* People who sign in with a PIN: their account page, and what they are told when their PIN was set at a kiosk. */
import { expect } from '@playwright/test';
import { judge } from '#tests/support/browser/axe.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import { call, phone, registerByApi, say, test, urlOf } from '#tests/support/browser/support.ts';

test.use({ viewport: phone });

for (const language of ['en', 'lv'] as const) {
  test(`${language}: a person without a password manages the account with the PIN and reads who changed it`, async ({
    browser,
  }) => {
    const t = say(language);
    const office = await browser.newContext();
    await registerByApi(office, { language });
    const location = await call(office, 'createLocation', { body: { name: 'Joinery' } });
    const { id } = await call(office, 'createEmployee', {
      body: { firstName: 'Jānis', lastName: 'Kalniņš' },
    });
    const { url } = await call(office, 'inviteEmployee', { params: { id } });
    const context = await browser.newContext({ viewport: phone });
    const page = await context.newPage();
    const token = new URL(url).searchParams.get('token') ?? '';
    await call(context, 'acceptWithPin', { params: { token }, body: { pin: '738261' } });

    await page.goto(urlOf('account', language));
    await expect(page.getByRole('heading', { name: 'PIN', exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: t('account:password.title'), exact: true })).toBeHidden();
    await expect(page.getByRole('heading', { name: t('account:secondFactor.title') })).toBeHidden();
    await expect(page.getByText(t('account:sessions.fromPin'))).toBeVisible();
    await expect(page.getByRole('button', { name: t('account:sessions.endAll') })).toBeHidden();
    await judge(page);

    const pinSection = page.locator('section', {
      has: page.getByRole('heading', { name: 'PIN', exact: true }),
    });
    const current = pinSection.getByLabel(t('account:pin.current'), { exact: true });
    await current.fill('738262');
    await pinSection.getByLabel(t('account:pin.pin'), { exact: true }).fill('592846');
    await pinSection.getByRole('button', { name: t('account:pin.submit') }).click();
    await expect(page.getByText(t('errors:wrong_pin'))).toBeVisible();
    await current.fill('738261');
    await pinSection.getByRole('button', { name: t('account:pin.submit') }).click();
    await isTold(page, t('account:pin.done'));
    // The own change is no news here.
    await expect(page.getByRole('complementary', { name: t('notice:label') })).toBeHidden();

    // An administrator allows a new PIN, and somebody with the badge sets it.
    await call(office, 'removePin', { params: { id } });
    const { badge } = await call(office, 'getBadge', { params: { id } });
    const kiosk = await browser.newContext();
    const { code } = await call(office, 'createKioskPairingCode', {
      body: { locationId: location.id, name: 'Door' },
    });
    await call(kiosk, 'pairKiosk', { body: { code } });
    await call(kiosk, 'setPinAtKiosk', { body: { badge, pin: '604917' } });
    await page.reload();
    const { company } = await call(office, 'getUser');
    const body = { companyCode: company.code, personalNumber: '101', password: '604917' };
    await call(context, 'login', { body });
    await page.goto(urlOf('account', language));
    const notice = page.getByRole('complementary', { name: t('notice:label') });
    await expect(notice).toContainText(t('notice:advice'));
    await judge(page);
    await notice.getByRole('button', { name: t('notice:dismiss') }).click();
    await expect(notice).toBeHidden();
  });
}
