import { expect, it, onTestFinished } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { password, registerCompany } from '#tests/support/factories.ts';
import { startTestApp } from '#tests/support/test-app.ts';
import { removeExpiredSecrets } from './auth.jobs.ts';

async function start() {
  const clock = fixedClock('2026-03-02T07:00:00Z');
  const app = await startTestApp({ clock });
  onTestFinished(() => app.close());
  const { admin, user } = await registerCompany(app);
  const count = async (table: 'session' | 'passwordResetToken') =>
    (await app.services.db.selectFrom(table).select('companyId').execute()).length;
  /** Asks for a temporary password and reads it in the mail. */
  const temporaryPassword = async (nth: number) => {
    await app.client().ok('forgotPassword', { body: { email: user.email } });
    const mails = await app.mailsTo(user.email, nth);
    return /(?:\w{5}-){3}\w{5}/.exec(mails[nth - 1]?.text ?? '')?.[0] ?? '';
  };
  const signIn = (secret: string) =>
    app.client().call('login', { body: { email: user.email, password: secret } });
  return { app, clock, admin, user, count, temporaryPassword, signIn };
}

it('removes sessions that have ended, in whatever number, and keeps those that live', async () => {
  const { app, clock, admin, user, count } = await start();
  const expired = Array.from({ length: 5_001 }, (_, index) => ({
    tokenHash: Buffer.from(`a session of the test ${index}`),
    companyId: user.companyId,
    userId: user.id,
    expiresAt: '2026-03-02T06:59:59.999Z',
  }));
  await app.services.db.insertInto('session').values(expired).execute();
  await removeExpiredSecrets(app.services);
  expect(await count('session')).toBe(1);
  expect((await admin.call('getUser')).status).toBe(200);

  clock.set('2026-04-02T07:00:00Z');
  await removeExpiredSecrets(app.services);
  expect(await count('session')).toBe(0);
});

it('removes temporary passwords that nobody used in time; they open nothing before and after', async () => {
  const { app, clock, count, temporaryPassword, signIn } = await start();
  const secret = await temporaryPassword(1);
  await removeExpiredSecrets(app.services);
  expect(await count('passwordResetToken')).toBe(1);
  clock.set('2026-03-02T08:00:00Z');
  expect((await signIn(secret)).status).toBe(401);
  await removeExpiredSecrets(app.services);
  expect(await count('passwordResetToken')).toBe(0);
  expect((await signIn(secret)).status).toBe(401);
  expect((await signIn(password)).status).toBe(200);
});

it('keeps one that was used while it is still the password, so that it opens the door no second time', async () => {
  const { app, clock, user, count, temporaryPassword, signIn } = await start();
  const secret = await temporaryPassword(1);
  const person = app.client();
  await person.ok('login', { body: { email: user.email, password: secret } });
  clock.set('2026-03-05T07:00:00Z');
  await removeExpiredSecrets(app.services);
  expect((await signIn(secret)).status).toBe(401);
  await person.ok('changePassword', {
    body: { currentPassword: secret, newPassword: 'one of my own', confirmPassword: 'one of my own' },
  });
  await removeExpiredSecrets(app.services);
  expect(await count('passwordResetToken')).toBe(0);
  expect((await signIn(secret)).status).toBe(401);
  expect((await signIn('one of my own')).status).toBe(200);
});
