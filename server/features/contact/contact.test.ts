import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { uniqueEmail } from '#server/testing/factories.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

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
