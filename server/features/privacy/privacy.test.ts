import { expect, it, onTestFinished } from 'vitest';
import { addEmployee, registerCompany } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';

async function factsWith(env: Record<string, string>) {
  const app = await startTestApp({ env });
  onTestFinished(() => app.close());
  const company = await registerCompany(app, { timezone: 'Europe/Warsaw' });
  const { client } = await addEmployee(app, company);
  expect(await client.call('getPrivacyFacts')).toMatchObject({ status: 403 });
  return company.admin.ok('getPrivacyFacts');
}

it('names the company, the operator and nobody who gets nothing', async () => {
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
    retentionYears: 10,
    retentionFrom: 'departure',
  });
});

it('names by their hosts alone those who get something', async () => {
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
