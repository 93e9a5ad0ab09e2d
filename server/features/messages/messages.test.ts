import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';

const start = '2026-03-05T08:00:00.000Z';
const clock = fixedClock(start);
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
beforeEach(() => clock.set(start));
afterAll(() => app.close());

const days = (count: number) => clock.set(new Date(Date.parse(start) + count * 86_400_000).toISOString());
const text = { subject: 'Ķiveres', content: 'Rīt visiem ķiveres.' };
const subjects = async (client: TestClient) =>
  (await client.ok('listMessages', { query: {} })).map((message) => message.subject);

/** Neither the trial nor the sessions end while the weeks go by. */
async function subscribeForGood(id: string) {
  const { db } = app.services;
  await db.updateTable('company').set({ subscriptionStatus: 'active' }).where('id', '=', id).execute();
  await db.updateTable('session').set({ expiresAt: '2030-01-01' }).where('companyId', '=', id).execute();
}

async function people() {
  const company = await registerCompany(app);
  const first = await addEmployee(app, company, { firstName: 'Aija' });
  const second = await addEmployee(app, company, { firstName: 'Berta' });
  const send = (more: object, subject = text.subject) =>
    company.admin.ok('createMessage', { body: { ...text, subject, ...more } });
  return { company, first, second, send };
}

it('one person, everyone: each reads their own, administrators read all', async () => {
  const { company, first, second, send } = await people();
  const sent = await send({ recipientId: first.employee.id }, 'one');
  expect(sent).toMatchObject({
    recipient: { firstName: 'Aija' },
    sender: { firstName: 'Anna' },
    location: null,
    isRead: true,
    isAnnouncement: false,
  });
  await send({ isAnnouncement: true }, 'all');
  expect(await subjects(first.client)).toEqual(['all', 'one']);
  expect(await subjects(second.client)).toEqual(['all']);
  expect(await subjects(company.admin)).toEqual(['all', 'one']);
  expect(await first.client.ok('getUnreadCount')).toBe(2);
  expect(await company.admin.ok('getUnreadCount')).toBe(0);
  expect(await second.client.call('getMessage', { params: { id: sent.id } })).toMatchObject({ status: 404 });
  expect(await second.client.call('createMessage', { body: text })).toMatchObject({ status: 403 });
  const listed = await company.admin.ok('listEmployees');
  expect(listed.map((person) => person.unreadMessages)).toEqual([0, 2, 1]);
});

it('sent again after a lost response, even concurrently, it is one message', async () => {
  const { company, first, send } = await people();
  const clientMessageId = randomUUID();
  const sent = await Promise.all([1, 2, 3].map(() => send({ clientMessageId })));
  const again = await send({ clientMessageId }, 'changed since');
  expect(new Set([...sent, again].map(({ id }) => id)).size).toBe(1);
  expect(again.subject).toBe(text.subject);
  expect(await first.client.ok('getUnreadCount')).toBe(1);
  // Another sender's device, of this or another company, may use the same one.
  const stranger = await registerCompany(app);
  const { id } = await stranger.admin.ok('createMessage', { body: { ...text, clientMessageId } });
  expect(id).not.toBe(again.id);
  expect(await subjects(company.admin)).toEqual([text.subject]);
});

it('read state belongs to each reader, and ten concurrent openings are one', async () => {
  const { company, first, second, send } = await people();
  const { id } = await send({ isAnnouncement: true });
  const params = { id };
  clock.set('2026-03-05T09:00:00.000Z');
  await Promise.all(Array.from({ length: 10 }, () => first.client.ok('markMessageRead', { params })));
  expect(await first.client.ok('getUnreadCount')).toBe(0);
  expect(await second.client.ok('getUnreadCount')).toBe(1);
  expect(await first.client.ok('getMessage', { params })).toMatchObject({ isRead: true });
  expect(await second.client.ok('getMessage', { params })).toMatchObject({ isRead: false });

  clock.set('2026-03-05T10:00:00.000Z');
  await first.client.ok('markMessageRead', { params });
  const recipients = await company.admin.ok('listMessageRecipients', { params });
  expect(recipients.map(({ user, readAt }) => [user.firstName, readAt])).toEqual([
    ['Berta', null],
    ['Aija', '2026-03-05T09:00:00.000Z'],
  ]);
});

it("an administrator who reads somebody else's message is no recipient", async () => {
  const { company, first, send } = await people();
  const { client: second } = await addEmployee(app, company, { firstName: 'Cilda', role: 'admin' });
  const { id } = await send({ recipientId: first.employee.id });
  expect(await second.ok('getMessage', { params: { id } })).toMatchObject({ isRead: false });
  expect(await second.ok('getUnreadCount')).toBe(0);
  expect(await second.ok('markMessageRead', { params: { id } })).toMatchObject({ isRead: true });
  expect(await second.ok('getMessage', { params: { id } })).toMatchObject({ isRead: true });
  expect(await second.ok('listMessageRecipients', { params: { id } })).toHaveLength(1);
  expect(await first.client.ok('getUnreadCount')).toBe(1);
});

it('a location’s message reaches everybody who was there in the 30 days before it, and nobody else', async () => {
  const { company, first, second, send } = await people();
  const hall = await addLocation(company, 'Hala');
  const yard = await addLocation(company, 'Pagalms');
  const visit = async (client: TestClient, qrCode = hall.qrCode) => {
    await client.ok('scan', { body: { qrCode } });
    clock.set(new Date(clock.now().getTime() + 60_000).toISOString());
    await client.ok('checkOut', { body: {} });
  };
  const { client: elsewhere } = await addEmployee(app, company, { firstName: 'Cilda' });
  const { client: later } = await addEmployee(app, company, { firstName: 'Dace' });
  await subscribeForGood(company.user.companyId);

  await visit(first.client);
  days(2);
  await visit(second.client);
  await visit(elsewhere, yard.qrCode);
  days(31);
  await send({ locationId: hall.id, recipientType: 'location' }, 'hall');
  expect(await subjects(first.client)).toEqual([]);
  expect(await subjects(second.client)).toEqual(['hall']);
  expect(await subjects(elsewhere)).toEqual([]);

  await visit(later);
  expect(await subjects(later)).toEqual(['hall']);
  await visit(first.client);
  expect(await subjects(first.client)).toEqual(['hall']);
  expect(await first.client.ok('getUnreadCount')).toBe(1);
  await visit(elsewhere, yard.qrCode);
  expect(await subjects(elsewhere)).toEqual([]);
});

it('a concurrent check-in and message never miss each other', async () => {
  const { company, send } = await people();
  const hall = await addLocation(company);
  const workers = await Promise.all(Array.from({ length: 12 }, () => addEmployee(app, company)));
  await Promise.all([
    ...workers.map(({ client }) => client.ok('scan', { body: { qrCode: hall.qrCode } })),
    send({ locationId: hall.id }),
  ]);
  const counts = await Promise.all(workers.map(({ client }) => client.ok('getUnreadCount')));
  expect(counts).toEqual(Array(12).fill(1));
});

it('newcomers find what was sent to everyone in the last 30 days, and none of it is unread', async () => {
  const { company, first, second, send } = await people();
  await subscribeForGood(company.user.companyId);
  await send({}, 'old');
  days(5);
  const sent = await send({}, 'new');
  days(31);
  const { client, employee } = await addEmployee(app, company);
  expect(await client.ok('listMessages', { query: {} })).toMatchObject([{ subject: 'new', isRead: true }]);
  expect(await client.ok('getUnreadCount')).toBe(0);
  const listed = await company.admin.ok('listEmployees');
  expect(listed.find(({ id }) => id === employee.id)).toMatchObject({ unreadMessages: 0 });
  // It was not sent to them.
  const recipients = await company.admin.ok('listMessageRecipients', { params: { id: sent.id } });
  expect(recipients.map(({ user }) => user.id).toSorted()).toEqual(
    [first.employee.id, second.employee.id].toSorted(),
  );
  await send({}, 'newest');
  expect(await client.ok('getUnreadCount')).toBe(1);
});

it('pages of the list meet without gap or overlap', async () => {
  const { company, first, send } = await people();
  for (let index = 0; index < 103; index += 1) await send({ recipientId: first.employee.id }, `no. ${index}`);
  for (const client of [first.client, company.admin]) {
    const page = await client.ok('listMessages', { query: {} });
    const rest = await client.ok('listMessages', { query: { before: page.at(-1)?.id } });
    expect([...page, ...rest].map((message) => message.subject)).toEqual(
      Array.from({ length: 103 }, (_, index) => `no. ${102 - index}`),
    );
  }
});

it('refuses unknown recipients and contradictory input', async () => {
  const { company, first } = await people();
  const other = await people();
  const refuse = (more: object) => company.admin.call('createMessage', { body: { ...text, ...more } });
  expect(await refuse({ recipientId: other.first.employee.id })).toMatchObject({ status: 404 });
  expect(await refuse({ locationId: (await addLocation(other.company)).id })).toMatchObject({ status: 404 });
  expect(await refuse({ recipientType: 'individual' })).toMatchObject({ status: 400 });
  expect(await refuse({ recipientType: 'location' })).toMatchObject({ status: 400 });
  expect(await refuse({ recipientType: 'all', recipientId: first.employee.id })).toMatchObject({
    status: 400,
  });
  expect(await refuse({ subject: '' })).toMatchObject({
    status: 400,
    body: { message: 'Subject is required' },
  });
  expect(await refuse({ content: '' })).toMatchObject({ body: { message: 'Message content is required' } });
  expect(await subjects(company.admin)).toEqual([]);
});

it('a lapsed company reads but does not send', async () => {
  const { company, first, send } = await people();
  await send({ recipientId: first.employee.id });
  days(8);
  expect(await company.admin.call('createMessage', { body: text })).toMatchObject({
    status: 402,
    body: { code: 'subscription_required' },
  });
  expect(await first.client.ok('getUnreadCount')).toBe(1);
});
