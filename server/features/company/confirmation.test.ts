import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { companySecretOf } from '#server/platform/secrets/company-secret.ts';
import { addLocation, addressed, linkTokenIn, password, uniqueEmail } from '#tests/support/factories.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';
import { untilLockIsAwaited } from '#tests/support/test-database.ts';
import { sendLedgerDigests } from '../ledger/daily-digest.service.ts';
import { sendTrialReminders } from '../subscription/trial-reminders.service.ts';
import { sendMissingCheckOutMails } from '../time-tracking/missing-check-outs.service.ts';

const start = '2026-03-02T08:00:00Z';
const clock = fixedClock(start);
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(() => clock.set(start));

const proof = { currentPassword: password };
const invalid = { status: 400, body: { code: 'email_link_invalid' } };

/** Somebody who has just signed a company up and has not looked into the mailbox yet. */
async function signUp() {
  const admin = app.client();
  const user = addressed(
    await admin.ok('registerCompany', {
      body: {
        companyName: 'Kokaudzētava SIA',
        firstName: 'Anna',
        lastName: 'Bērziņa',
        email: uniqueEmail('first'),
        password,
        confirmPassword: password,
        timezone: 'Europe/Riga',
        subscriptionPlan: 'growth',
      },
    }),
  );
  return { admin, user };
}
const allMailsTo = async (address: string) => {
  await app.settled('mail');
  return app.services.db
    .selectFrom('devMail')
    .where('recipient', '=', address)
    .orderBy('id')
    .selectAll()
    .execute();
};
const linkTo = async (address: string) => {
  const links = (await allMailsTo(address)).filter(({ text }) => text.includes('?of=company&token='));
  return { count: links.length, token: /&token=([\w-]+)/.exec(links.at(-1)?.text ?? '')?.[1] ?? '' };
};
const confirm = (token: string) => app.client().call('confirmEmail', { body: { token } });
const employ = async (admin: TestClient, changes: object = {}) =>
  addressed(
    await admin.ok('createEmployee', {
      body: { firstName: 'Jānis', lastName: 'Kalniņš', email: uniqueEmail('stranger'), ...changes },
    }),
  );

it('mails to others wait until the first administrator has confirmed the address, and lose nothing', async () => {
  const { admin, user } = await signUp();
  expect(user.company.isConfirmed).toBe(false);
  const first = await employ(admin, { password: 'first-password' });
  const second = await employ(admin, { role: 'admin', ...proof });
  expect(await admin.ok('getConfirmation')).toEqual({
    isConfirmed: false,
    email: user.email,
    waiting: 3,
    recipients: [first.email, second.email],
  });
  expect(await allMailsTo(first.email)).toEqual([]);
  expect(await allMailsTo(second.email)).toEqual([]);
  // Passwords among them are encrypted.
  const held = await app.services.db
    .selectFrom('heldMail')
    .where('companyId', '=', user.companyId)
    .selectAll()
    .execute();
  expect(Buffer.concat(held.map(({ sealed }) => sealed)).includes('first-password')).toBe(false);

  const { count, token } = await linkTo(user.email);
  expect(count).toBe(1);
  expect((await confirm(token)).status).toBe(200);
  expect((await admin.ok('getUser')).company.isConfirmed).toBe(true);
  expect(await admin.ok('getConfirmation')).toMatchObject({ isConfirmed: true, waiting: 0, recipients: [] });
  expect((await allMailsTo(first.email)).map(({ text }) => text)).toEqual([
    expect.stringContaining('first-password'),
  ]);
  expect(await allMailsTo(second.email)).toHaveLength(2);
  // A second click, or the link of another copy, does no harm and sends nothing again.
  expect((await confirm(token)).status).toBe(200);
  expect(await allMailsTo(first.email)).toHaveLength(1);
  const third = await employ(admin);
  expect(await allMailsTo(third.email)).toHaveLength(1);
});

it('sign-in details that waited are dropped once their person has signed in, since the password may be another', async () => {
  const { admin, user } = await signUp();
  const [early, late] = [
    await employ(admin, { password: 'first-password' }),
    await employ(admin, { password: 'first-password' }),
  ];
  const client = app.client();
  await client.ok('login', { body: { email: early.email, password: 'first-password' } });
  await client.ok('changePassword', {
    body: { currentPassword: 'first-password', newPassword: password, confirmPassword: password },
  });
  expect((await confirm((await linkTo(user.email)).token)).status).toBe(200);
  expect(await allMailsTo(late.email)).toHaveLength(1);
  expect(await allMailsTo(early.email)).toEqual([]);
});

it('the first administrator’s own mails leave at once, and they can work', async () => {
  const { admin, user } = await signUp();
  const { qrCode } = await addLocation({ admin, user });
  await admin.ok('scan', { body: { qrCode } });
  await admin.ok('createApiKey', { body: { name: 'Algas', expiresInDays: null, password } });
  expect((await allMailsTo(user.email)).length).toBe(2);
});

it('nothing that makes no sense later is mailed then: temporary passwords, reminders, digests', async () => {
  const { admin, user } = await signUp();
  const settings = await admin.ok('getCompany');
  const accountant = uniqueEmail('accountant');
  await admin.ok('updateCompany', { body: { ...settings, digestRecipients: [accountant] } });
  const { qrCode } = await addLocation({ admin, user });
  const worker = await employ(admin, { password: 'first-password' });
  const client = app.client();
  await client.ok('login', { body: { email: worker.email, password: 'first-password' } });
  await client.ok('changePassword', {
    body: { currentPassword: 'first-password', newPassword: password, confirmPassword: password },
  });
  await client.ok('scan', { body: { qrCode } });
  for (let count = 0; count < 3; count += 1)
    await app.client().ok('forgotPassword', { body: { email: worker.email } });
  await app.settled('password-reset');
  clock.set('2026-03-08T08:00:00Z');
  await sendMissingCheckOutMails(app.services);
  await sendLedgerDigests(app.services);
  await sendTrialReminders(app.services);
  expect([...(await allMailsTo(worker.email)), ...(await allMailsTo(accountant))]).toEqual([]);
  const { waiting } = await admin.ok('getConfirmation');
  expect(waiting).toBe(1);
  await confirm((await linkTo(user.email)).token);
  // Those that find out what is due are sent by the next run. The sign-in details that waited are of no use any more.
  await sendMissingCheckOutMails(app.services);
  await sendLedgerDigests(app.services);
  expect(await allMailsTo(worker.email)).toHaveLength(1);
  expect(await allMailsTo(accountant)).toHaveLength(1);
});

it('a mail that is being held while the address is confirmed leaves as well', async () => {
  const { admin, user } = await signUp();
  const { token } = await linkTo(user.email);
  const to = uniqueEmail('stranger');
  const mail = { to, subject: 'Late', html: '', text: 'Late' };
  const [isHeld, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = app.services.db.transaction().execute(async (transaction) => {
    await sendMail(app.services, transaction, user.companyId, mail);
    isHeld.resolve();
    await mayCommit.promise;
  });
  await isHeld.promise;
  const confirming = confirm(token);
  await untilLockIsAwaited(app.connectionString);
  mayCommit.resolve();
  await holding;
  expect((await confirming).status).toBe(200);
  expect((await allMailsTo(to)).map(({ subject }) => subject)).toEqual(['Late']);
  expect(await admin.ok('getConfirmation')).toMatchObject({ waiting: 0 });
});

it('a mail to somebody who was deleted again does not leave', async () => {
  const { admin, user } = await signUp();
  const { id, email } = await employ(admin);
  await admin.ok('deleteEmployee', { params: { id } });
  expect(await admin.ok('getConfirmation')).toMatchObject({ waiting: 0 });
  await confirm((await linkTo(user.email)).token);
  expect(await allMailsTo(email)).toEqual([]);
});

it('a mistyped address is corrected: the new one confirms the company, and the old link no longer does', async () => {
  const { admin, user } = await signUp();
  const { email: waiting } = await employ(admin);
  const { token: old } = await linkTo(user.email);
  const email = uniqueEmail('corrected');
  const body = { firstName: 'Anna', lastName: 'Bērziņa', role: 'admin' as const, email, ...proof };
  await admin.ok('updateEmployee', { params: { id: user.id }, body });
  const token = linkTokenIn((await allMailsTo(email)).at(-1)?.text);
  expect((await confirm(token)).status).toBe(200);
  expect(await allMailsTo(waiting)).toHaveLength(1);
  expect(await confirm(old)).toMatchObject(invalid);
});

it('the link is of one company, and of nobody’s making but ours', async () => {
  const [one, other] = [await signUp(), await signUp()];
  const { token } = await linkTo(one.user.email);
  const bytes = Buffer.from(token, 'base64url').subarray(0, 32);
  const forged = [
    companySecretOf(other.user.companyId, bytes),
    companySecretOf(one.user.companyId, randomBytes(32)),
    companySecretOf(one.user.companyId, Buffer.alloc(32)),
    `${token.slice(1)}A`,
  ];
  for (const made of forged) expect(await confirm(made)).toMatchObject(invalid);
  expect((await other.admin.ok('getUser')).company.isConfirmed).toBe(false);
  expect((await one.admin.ok('getUser')).company.isConfirmed).toBe(false);
});

it('the links of all companies of one mailbox are sent again five times a day together', async () => {
  const name = `mailbox${process.pid}`;
  const body = (tag: string) => ({
    companyName: 'Siguldas galdniecība',
    firstName: 'Ilze',
    lastName: 'Krūmiņa',
    email: `${name}+${tag}@example.test`,
    password,
    confirmPassword: password,
  });
  const [one, two] = [app.client(), app.client()];
  await one.ok('registerCompany', { body: body('one') });
  await two.ok('registerCompany', { body: body('two') });
  for (let count = 0; count < 4; count += 1) await one.ok('resendConfirmation');
  await two.ok('resendConfirmation');
  expect(await two.call('resendConfirmation')).toMatchObject({ status: 429 });
  expect(await one.call('resendConfirmation')).toMatchObject({ status: 429 });
});

it('the link is sent again five times a day, and all links work', async () => {
  const { admin, user } = await signUp();
  const { token } = await linkTo(user.email);
  for (let count = 0; count < 5; count += 1) await admin.ok('resendConfirmation');
  expect(await admin.call('resendConfirmation')).toMatchObject({ status: 429 });
  expect(await linkTo(user.email)).toEqual({ count: 6, token });
  expect((await confirm(token)).status).toBe(200);
  await admin.ok('resendConfirmation');
  expect((await linkTo(user.email)).count).toBe(6);
});

it('nobody gets around it by a handover, nor fills the waiting mails without end', async () => {
  const { admin, user } = await signUp();
  const next = await employ(admin, { role: 'admin', password: 'first-password', ...proof });
  const refused = { status: 403, body: { code: 'email_unconfirmed' } };
  expect(await admin.call('handOverCompany', { body: { userId: next.id, ...proof } })).toMatchObject(refused);
  const sealed = Buffer.alloc(1);
  const { db } = app.services;
  const rows = Array.from({ length: 500 }, (_, index) => ({
    companyId: user.companyId,
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    recipient: 'stranger@example.test',
    sealed,
    createdAt: start,
  }));
  await db.insertInto('heldMail').values(rows).execute();
  const body = { firstName: 'Ilze', lastName: 'Ozola', email: uniqueEmail() };
  expect(await admin.call('createEmployee', { body })).toMatchObject(refused);
});

it('employees see neither what waits nor send the link again', async () => {
  const { admin } = await signUp();
  const { email } = await employ(admin, { password: 'first-password' });
  const client = app.client();
  await client.ok('login', { body: { email, password: 'first-password' } });
  await client.ok('changePassword', {
    body: { currentPassword: 'first-password', newPassword: password, confirmPassword: password },
  });
  expect((await client.call('getConfirmation')).status).toBe(403);
  expect((await client.call('resendConfirmation')).status).toBe(403);
});
