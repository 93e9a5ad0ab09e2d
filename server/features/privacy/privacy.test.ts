import { expect, it, onTestFinished } from 'vitest';
import { addApiKey, addEmployee, type Company, registerCompany } from '#tests/support/factories.ts';
import { startTestApp } from '#tests/support/test-app.ts';

async function factsWith(env: Record<string, string>, prepare?: (company: Company) => Promise<unknown>) {
  const app = await startTestApp({ env });
  onTestFinished(() => app.close());
  const company = await registerCompany(app, { timezone: 'Europe/Warsaw' });
  const { client } = await addEmployee(app, company);
  expect(await client.call('getPrivacyFacts')).toMatchObject({ status: 403 });
  await prepare?.(company);
  return company.admin.ok('getPrivacyFacts');
}

it('names the company and the operator, but nobody who gets no data', async () => {
  expect(await factsWith({})).toEqual({
    company: {
      name: 'Kokaudzētava SIA',
      registrationNo: null,
      address: null,
      phone: null,
      email: expect.stringContaining('@'),
      timezone: 'Europe/Warsaw',
    },
    operator: {
      name: 'SIA “Maina Example”',
      registrationNo: '40000000000',
      address: 'Parauga iela 1, Rīga, LV-1000, Latvia',
      email: 'support@maina.invalid',
    },
    hosting: null,
    mailHost: null,
    languageModelHost: null,
    programs: null,
    signInHost: null,
    webhookHosts: [],
    retentionYears: 10,
    retentionFrom: 'departure',
  });
});

it('names the hosts of those who get data, without paths', async () => {
  const facts = await factsWith({
    SMTP_URL: 'smtps://user:secret@mail.example:465',
    AI_BASE_URL: 'https://models.example/v1?key=secret',
    AI_MODEL: 'm',
    OPERATOR_HOSTING: 'Serveri SIA, Rīga',
  });
  expect(facts).toMatchObject({
    mailHost: 'mail.example',
    languageModelHost: 'models.example',
    hosting: 'Serveri SIA, Rīga',
  });
  expect(JSON.stringify(facts)).not.toContain('secret');
});

it('names the company’s own language model instead of the operator’s, and that programs read data', async () => {
  const operators = { AI_BASE_URL: 'https://models.example/v1', AI_MODEL: 'm' };
  const facts = await factsWith(operators, async (company) => {
    await addApiKey(company);
    const own = {
      isOn: true,
      baseUrl: 'https://own.example.com/v1',
      model: 'm',
      apiKey: '',
      removesKey: false,
    };
    await company.admin.ok('updateAiEndpoint', { body: own });
  });
  expect(facts).toMatchObject({ languageModelHost: 'own.example.com', programs: 'read' });
});

it('says that programs change something once a key may', async () => {
  const facts = await factsWith({}, async (company) => {
    await addApiKey(company);
    await addApiKey(company, { scopes: ['read', 'schedules'] });
  });
  expect(facts.programs).toBe('write');
});
