/* A company's own language model, a real server on this machine: set up, tested, used, switched off. */
import { expect, type Page } from '@playwright/test';
import type { Language } from '#domain/languages.ts';
import { judge } from '#tests/support/browser/axe.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import { inFullRun } from '#tests/support/browser/repetition.ts';
import {
  call,
  desktop,
  endTrial,
  phone,
  recover,
  registerByApi,
  say,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model.ts';

let model: FakeModel;
test.beforeEach(async () => {
  model = await startFakeModel();
});
test.afterEach(() => model.close());

const key = 'sk-0123456789abcdefWXYZ';

/** The text in the card of the language model. */
function cardOf(page: Page, language: Language) {
  const t = say(language);
  const field = (name: string) => page.getByLabel(t(`ai-endpoint:${name}`), { exact: true });
  const button = (name: string) => page.getByRole('button', { name: t(name), exact: true });
  return {
    t,
    use: page.getByRole('switch', { name: t('ai-endpoint:use') }),
    baseUrl: field('baseUrl'),
    model: field('model'),
    apiKey: field('apiKey'),
    removesKey: field('removesKey'),
    test: button('ai-endpoint:test'),
    save: button('common:save'),
    result: (name: string) => page.getByRole('status').getByText(t(`ai-endpoint:result.${name}`)),
    isSaved: () => isTold(page, t('company:saved')),
  };
}

async function fillIn(card: ReturnType<typeof cardOf>) {
  await card.use.check();
  await card.baseUrl.fill(model.env.AI_BASE_URL ?? '');
  await card.model.fill('own-model');
  await card.apiKey.fill(key);
}

const looks = [
  { language: 'lv', viewport: desktop, colorScheme: 'dark' },
  ...inFullRun({ language: 'en', viewport: phone, colorScheme: 'light' } as const),
] as const;

for (const { language, viewport, colorScheme } of looks) {
  test.describe(language, () => {
    test.use({ viewport, colorScheme });

    test('is tested, saved without showing its key again, and answers questions', async ({ page }) => {
      await registerByApi(page.context());
      await page.goto(urlOf('settingsData', language));
      const card = cardOf(page, language);
      await expect(card.use).not.toBeChecked();
      await expect(card.baseUrl).toHaveCount(0);

      await card.use.check();
      await card.test.click();
      await expect(card.baseUrl).toHaveAccessibleDescription(
        new RegExp(card.t('validation:aiAddressRequired')),
      );
      await card.baseUrl.fill('http://169.254.169.254/latest');
      await card.model.fill('own-model');
      await card.test.click();
      await expect(card.baseUrl).toHaveAccessibleDescription(new RegExp(card.t('validation:addressRefused')));

      await fillIn(card);
      model.reply({ status: 401 });
      await card.test.click();
      await expect(card.result('wrong_key')).toBeVisible();
      await judge(page);
      model.reply({ text: 'OK' });
      await card.test.click();
      await expect(card.result('ok')).toBeVisible();
      expect(model.requests).toMatchObject([
        { authorization: `Bearer ${key}`, body: { model: 'own-model' } },
      ]);
      await judge(page);
      await card.model.fill('own-model-2');
      await expect(card.result('ok')).toHaveCount(0);
      await card.save.click();
      await card.isSaved();

      await page.reload();
      await expect(card.use).toBeChecked();
      await expect(card.apiKey).toHaveValue('');
      await expect(card.apiKey).toHaveAccessibleDescription(
        card.t('ai-endpoint:keyHint.keptEnd', { end: 'WXYZ' }),
      );
      expect(await page.content()).not.toContain(key.slice(0, -4));

      model.reply({ text: '' });
      await page.goto(urlOf('dashboard', language));
      await page.getByRole('button', { name: card.t('dashboard:admin.ask') }).click();
      await page.getByLabel(card.t('ask:question')).fill('?');
      await page.getByRole('button', { name: card.t('ask:submit') }).click();
      await expect(page.getByRole('status').getByText(card.t('ask:note.noAnswer'))).toBeAttached();
      expect(model.requests).toMatchObject([{ body: { model: 'own-model-2' } }]);
    });
  });
}

test.describe('once set', () => {
  test.use({ viewport: phone });
  const language = 'en';

  test('the key is bound to its address and can be removed, and the model switched off', async ({ page }) => {
    await registerByApi(page.context());
    await page.goto(urlOf('settingsData', language));
    const card = cardOf(page, language);
    await fillIn(card);
    await card.save.click();
    await card.isSaved();

    await card.baseUrl.fill(`${model.env.AI_BASE_URL}/elsewhere`);
    await card.save.click();
    await expect(card.apiKey).toHaveAccessibleDescription(new RegExp(card.t('validation:aiKeyAgain')));
    await expect(card.apiKey).toBeFocused();
    await card.baseUrl.fill(model.env.AI_BASE_URL ?? '');

    model.reply({ text: 'OK' });
    await card.removesKey.check();
    await card.test.click();
    await expect(card.result('ok')).toBeVisible();
    expect(model.requests[0]?.authorization).toBeUndefined();
    await card.save.click();
    await expect(card.removesKey).toHaveCount(0);

    const { freeQuestions } = await call(page.context(), 'listAskPresets');
    expect(freeQuestions).toBe(true);
    await card.use.uncheck();
    await card.save.click();
    const asksFreely = async () => (await call(page.context(), 'listAskPresets')).freeQuestions;
    await expect.poll(asksFreely).toBe(false);
    await expect(card.baseUrl).toHaveValue(model.env.AI_BASE_URL ?? '');
  });

  test('without the plan it is kept but not used, and switching it on leads to the plans', async ({
    page,
  }) => {
    const { companyId } = await registerByApi(page.context());
    await page.goto(urlOf('settingsData', language));
    const card = cardOf(page, language);
    await fillIn(card);
    await card.save.click();
    await card.isSaved();
    await endTrial(companyId);
    await page.reload();
    await expect(page.getByText(card.t('ai-endpoint:plan.builtin'))).toBeVisible();
    await expect(card.test).toHaveCount(0);
    await judge(page);
    await card.model.fill('another');
    await card.save.click();
    const dialog = page.getByRole('dialog', { name: card.t('upgrade:planTitle') });
    await expect(dialog).toContainText(card.t('errors:plan_limit_reached_ownAiEndpoint'));
    await dialog.getByRole('button', { name: card.t('upgrade:notNow') }).click();
    await card.use.uncheck();
    await card.save.click();
    await expect(card.save).toHaveCount(0);
  });

  test('a failed answer can be requested again', async ({ page }) => {
    await registerByApi(page.context());
    await page.route('**/api/company/ai-endpoint', (route) => route.abort());
    await page.goto(urlOf('settingsData', language));
    const card = cardOf(page, language);
    const retry = page.getByRole('button', { name: card.t('common:retry') });
    await expect(retry).toBeVisible();
    await page.unroute('**/api/company/ai-endpoint');
    await recover(retry, card.use);
  });
});
