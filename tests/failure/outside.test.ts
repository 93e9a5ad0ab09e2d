/* The mail server, the language model and the payment provider are down at the same time. */
import { SMTPServer } from 'smtp-server';
import { expect, it, onTestFinished } from 'vitest';
import { dateIn } from '#domain/dates.ts';
import { freePort } from '#server/platform/database/embedded/cluster.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { addEmployee, addLocation, registerCompany, uniqueEmail } from '#tests/support/factories.ts';
import { startTestApp } from '#tests/support/test-app.ts';

it('the product keeps working, says what is unavailable, and delivers e-mails later', async () => {
  const smtpPort = await freePort(null);
  const nobody = `http://127.0.0.1:${await freePort(null)}`;
  const app = await startTestApp({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      AI_BASE_URL: nobody,
      AI_MODEL: 'none',
      STRIPE_SECRET_KEY: 'sk_test',
      STRIPE_PUBLISHABLE_KEY: 'pk_test',
      STRIPE_WEBHOOK_SECRET: 'whsec_test',
      STRIPE_PRICE_STARTER: 'price_1',
      STRIPE_PRICE_GROWTH: 'price_2',
      STRIPE_PRICE_BUSINESS: 'price_3',
      STRIPE_API_BASE: nobody,
    },
  });
  onTestFinished(() => app.close());
  const company = await registerCompany(app);
  const { admin } = company;
  const { client, employee } = await addEmployee(app, company);
  const location = await addLocation(company);
  const scanned = await client.ok('scan', { body: { qrCode: location.qrCode } });
  expect(scanned.action).toBe('check-in');

  const report = await admin.call('createAiReport', {
    params: { id: location.id },
    body: { date: dateIn(scanned.timeEntry.checkIn, 'Europe/Riga') },
  });
  const note = translator('en')('ai-reports:note.failed');
  expect(report).toMatchObject({ status: 200, body: { source: 'builtin', note } });
  const payment = await admin.call('upgradeFromTrial', { body: { planId: 'growth' } });
  expect(payment).toMatchObject({ status: 503, body: { code: 'billing_unavailable' } });
  expect((await client.ok('checkOut', { body: {} })).action).toBe('check-out');
  const hired = uniqueEmail('hired');
  await admin.ok('createEmployee', {
    body: { firstName: 'Ieva', lastName: 'Liepa', email: hired, password: 'first-password' },
  });

  const delivered = new Set<string>();
  const receiver = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      for (const { address } of envelope.rcptTo) delivered.add(address);
      stream.on('end', done).resume();
    },
  });
  await new Promise<void>((listening) => receiver.listen(smtpPort, '127.0.0.1', listening));
  onTestFinished(() => new Promise<void>((closed) => receiver.close(closed)));
  const expected = new Set([company.user.email, employee.email, hired]);
  await expect.poll(() => delivered).toEqual(expected);
});
