import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, registerCompany, uniqueEmail } from '#tests/support/factories.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { SUPPORT_EMAIL: 'palidziba@example.test' } });
});
afterAll(() => app.close());

const message = () => ({
  name: 'Ilze Krūmiņa',
  email: uniqueEmail('visitor'),
  subject: 'Cena',
  message: 'Labdien!\n\nCik maksā <40> objekti?',
});

it('reaches the support address in the visitor’s language', async () => {
  const body = message();
  const answer = await app.client().call('sendContactMessage', { body }, { 'accept-language': 'lv' });
  expect(answer).toMatchObject({ status: 200, body: {} });
  const [mail] = await app.mailsTo('palidziba@example.test');
  expect(mail?.subject).toBe('Saziņas veidlapa: Cena');
  for (const part of ['Labdien!', 'Cik maksā <40> objekti?', body.name, body.email, 'Latviešu']) {
    expect(mail?.text).toContain(part);
  }
  expect(mail?.html).toContain('&lt;40&gt;');
});

it('discards what a bot has sent, with the same response', async () => {
  const body = { ...message(), subject: 'Spam', website: 'https://spam.example' };
  expect(await app.client().ok('sendContactMessage', { body })).toEqual({});
  await app.settled('mail');
  const mails = await app.mailsTo('palidziba@example.test');
  expect(mails.filter(({ subject }) => subject.includes('Spam'))).toEqual([]);
});

it('says what is wrong with each field, in the visitor’s language', async () => {
  const body = { name: ' ', email: 'nobody', subject: '', message: '\n' };
  const answer = await app.client().call('sendContactMessage', { body }, { 'accept-language': 'pl' });
  expect(answer).toMatchObject({
    status: 400,
    body: {
      code: 'validation_failed',
      issues: [
        { path: 'name', message: 'Podaj imię i nazwisko' },
        { path: 'email' },
        { path: 'subject', message: 'Podaj temat' },
        { path: 'message', message: 'Wpisz wiadomość' },
      ],
    },
  });
});

it('is accepted five times an hour from one address', async () => {
  const strict = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
  onTestFinished(() => strict.close());
  for (let count = 0; count < 5; count += 1) {
    await strict.client().ok('sendContactMessage', { body: message() });
  }
  const answer = await strict.client().call('sendContactMessage', { body: message() });
  expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000);
});

it('of somebody who is signed in names company and plan, and is a priority where the plan includes it', async () => {
  const env = {
    SUPPORT_EMAIL: 'help@example.test',
    PRIORITY_SUPPORT_EMAIL: 'first@example.test',
    PRIORITY_SUPPORT_HOURS: 'Mon–Fri 8–18',
  };
  const clock = fixedClock('2026-03-02T08:00:00.000Z');
  const server = await startTestApp({ env, clock });
  onTestFinished(() => server.close());
  const send = async (client: TestClient, subject: string) => {
    await client.ok('sendContactMessage', { body: { ...message(), subject } });
    await server.settled('mail');
  };
  const company = await registerCompany(server, { companyName: 'Zīle', subscriptionPlan: 'starter' });
  const { client } = await addEmployee(server, company);
  await send(client, 'On trial');
  const [first] = await server.mailsTo('first@example.test');
  expect(first?.subject).toBe('Priority: On trial');
  expect(first?.text).toContain('Zīle');
  expect(first?.text).toContain('Starter (trialing)');

  await server.services.db
    .updateTable('company')
    .set({ subscriptionStatus: 'active' })
    .where('id', '=', company.user.companyId)
    .execute();
  await send(client, 'On Starter');
  await send(server.client(), 'By a stranger');
  const others = await server.mailsTo('help@example.test', 2);
  expect(others.map(({ subject }) => subject)).toEqual([
    'Contact form: On Starter',
    'Contact form: By a stranger',
  ]);
  expect(others[0]?.text).toContain('Starter (active)');
  expect(others[1]?.text).not.toContain('Zīle');
  expect(await server.mailsTo('first@example.test')).toHaveLength(1);
});
