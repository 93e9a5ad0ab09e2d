import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { userData } from '#contract/own-data.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addApiKey, addEmployee, addLocation, password, registerCompany } from '#tests/support/factories.ts';
import { createFakeDevice } from '#tests/support/fake-device.ts';
import { personColumns } from '#tests/support/person-columns.ts';
import { startTestApp, type TestApp, testOrigin } from '#tests/support/test-app.ts';

const start = '2026-03-02T07:00:00.000Z';
const clock = fixedClock(start);
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

/** A company in which one person has done everything, and others have done everything to them. */
async function busyPerson() {
  clock.set('2026-03-02T06:00:00Z');
  const company = await registerCompany(app);
  const [{ client, employee }, colleague] = [
    await addEmployee(app, company, { firstName: 'Gunārs', lastName: 'Ozoliņš' }),
    await addEmployee(app, company, { firstName: 'Valdemārs', lastName: 'Cīrulis' }),
  ];
  const location = await addLocation(company);
  clock.set(start);
  const creation = await client.ok('beginPasskey', { body: { password } });
  const credential = createFakeDevice(testOrigin).create(creation);
  await client.ok('addPasskey', { body: { name: 'Telefons', credential } });
  await colleague.client.ok('scan', { body: { qrCode: location.qrCode } });
  const scannedAt = '2026-03-02T06:30:00.000Z';
  await client.ok('scan', {
    body: { qrCode: location.qrCode, scannedAt, deviceAt: '2026-03-02T08:30:00.000Z' },
  });
  clock.set('2026-03-02T15:00:00Z');
  const { timeEntry } = await client.ok('checkOut', { body: {} });
  const item = { units: 'm2', quantity: 3, description: 'Jumts' };
  const { items } = await client.ok('createWorkReports', {
    body: { items: [item], generalNotes: 'Lietus' },
  });
  await client.ok('updateWorkReport', {
    params: { id: items[0]?.id ?? '' },
    body: { ...item, quantity: 4, generalNotes: 'Sniegs' },
  });
  const wish = {
    kind: 'edit' as const,
    timeEntryId: timeEntry.id,
    checkOut: '2026-03-02T14:00:00.000Z',
    reason: 'Aizmirsu',
  };
  const { id } = await client.ok('createCorrectionRequest', { body: wish });
  await company.admin.ok('decideCorrectionRequest', {
    params: { id },
    body: { decision: 'approved', reason: 'Labi' },
  });
  const [told] = [
    await company.admin.ok('createMessage', {
      body: { recipientType: 'individual', recipientId: employee.id, subject: 'Rīt', content: 'Sākam agrāk' },
    }),
    await company.admin.ok('createMessage', {
      body: {
        recipientType: 'individual',
        recipientId: colleague.employee.id,
        subject: 'Cits',
        content: 'Noslēpums',
      },
    }),
  ];
  await client.ok('markMessageRead', { params: { id: told.id } });
  return { ...company, client, employee, colleague, location, entryId: timeEntry.id };
}

it('is everything: facts, times with their history, reports, messages, devices and keys', async () => {
  const { client, employee, admin, entryId } = await busyPerson();
  clock.set('2026-04-01T07:00:00Z');
  const later = app.client();
  await later.ok('login', { body: { email: employee.email, password } });
  await later.ok('answerOwnMonth', { body: { month: '2026-03', answer: 'disputed', text: 'Trūkst 3.03.' } });
  const approval = { month: '2026-03', userId: employee.id };
  await admin.ok('approveMonth', { body: approval });
  await admin.ok('unlockMonth', { body: { ...approval, reason: 'Kļūda' } });
  const data = await later.ok('getUserData');
  const at = clock.now().toISOString();
  const report = { units: 'm2', description: 'Jumts' };
  expect(data).toMatchObject({
    exportedAt: at,
    user: { id: employee.id, email: employee.email, firstName: 'Gunārs', role: 'employee' },
    account: { createdAt: expect.any(String), isOwner: false, language: null },
    secondFactor: { since: null, unusedRecoveryCodes: 0 },
    passkeys: [{ name: 'Telefons', createdAt: start, lastUsedAt: null }],
    apiKeys: [],
    emailChanges: [],
    sessions: [{ device: null, lastUsedAt: at }, { lastUsedAt: '2026-03-02T15:00:00.000Z' }],
    timeEntries: [
      {
        id: entryId,
        location: 'Kaltes ielas darbnīca',
        checkIn: '2026-03-02T06:30:00.000Z',
        checkOut: '2026-03-02T14:00:00.000Z',
        totalHours: 7.5,
        checkInSource: 'offline',
        checkOutSource: 'admin',
        isCorrected: true,
        remindedAt: null,
      },
    ],
    scans: [
      { action: 'check-out', source: 'button', scannedAt: null, deviceAt: null, timeEntryId: entryId },
      {
        action: 'check-in',
        source: 'offline',
        scannedAt: '2026-03-02T06:30:00.000Z',
        deviceAt: '2026-03-02T08:30:00.000Z',
        receivedAt: start,
      },
    ],
    correctionRequests: [
      {
        kind: 'edit',
        reason: 'Aizmirsu',
        status: 'approved',
        decisionReason: 'Labi',
        recordedCheckOut: '2026-03-02T14:00:00.000Z',
        recordedLocation: 'Kaltes ielas darbnīca',
      },
    ],
    months: [{ month: '2026-03', approvedAt: at, unlockedAt: at, unlockReason: 'Kļūda' }],
    monthAnswers: [{ month: '2026-03', answer: 'disputed', text: 'Trūkst 3.03.', hours: 7.5 }],
    workReports: [
      {
        ...report,
        quantity: 4,
        generalNotes: 'Sniegs',
        corrections: [{ ...report, quantity: 3, generalNotes: 'Lietus', by: 'self' }],
      },
    ],
    messages: {
      received: [{ subject: 'Rīt', content: 'Sākam agrāk', readAt: '2026-03-02T15:00:00.000Z' }],
      sent: [],
      opened: [],
    },
    acts: [],
  });
  expect(data.history.map(({ kind, by }) => `${kind} ${by}`)).toEqual([
    ...['scan self', 'scan self', 'request self', 'decision other', 'month-disputed self'],
    ...['month-approved other', 'month-unlocked other'],
  ]);
  expect(await client.ok('getUserData')).toMatchObject({ timeEntries: data.timeEntries });
});

it('is nobody else’s, and holds no secret', async () => {
  const { client, user, colleague, admin } = await busyPerson();
  const { key } = await addApiKey({ admin, user });
  await admin.ok('updateReportSubscription', { body: { frequency: 'weekly' } });
  const text = JSON.stringify(await client.ok('getUserData'));
  const { firstName, lastName, id, email } = colleague.employee;
  for (const foreign of [
    firstName,
    lastName,
    id,
    email,
    user.firstName,
    user.lastName,
    user.id,
    user.email,
  ]) {
    expect(text).not.toContain(foreign);
  }
  expect(text).not.toContain('Noslēpums');
  expect(text).not.toMatch(/hash|argon2|secret|credential|publicKey|token/i);
  const own = await admin.ok('getUserData');
  expect(own.messages).toMatchObject({
    received: [],
    sent: [{ subject: 'Cits', to: 'individual' }, { subject: 'Rīt' }],
  });
  expect(own.acts).toEqual([{ at: '2026-03-02T15:00:00.000Z', kind: 'decision' }]);
  expect(own.reportSubscription).toEqual({ frequency: 'weekly' });
  expect(own.apiKeys).toMatchObject([{ name: 'Algas', expiresAt: null, lastUsedAt: null }]);
  expect(JSON.stringify(own)).not.toContain(id);
  expect(JSON.stringify(own)).not.toContain(key);
});

it('works after the trial, and is rate-limited', async () => {
  const { client, employee } = await busyPerson();
  clock.set('2026-03-20T07:00:00Z');
  const refused = await client.call('scan', { body: { qrCode: 'any' } });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(await client.ok('getUserData')).toMatchObject({ user: { id: employee.id } });
  for (let count = 1; count < 60; count += 1) await client.ok('getUserData');
  expect(await client.call('getUserData')).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests' },
  });
});

it('is a CSV of working time and work reports as well', async () => {
  const { client } = await busyPerson();
  const file = await client.raw({ url: '/api/user/data?format=csv', headers: { 'accept-language': 'lv' } });
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(file.headers['content-disposition']).toMatch(/filename="mans-darba-laiks-2026-\d\d-\d\d\.csv"/);
  const [, entry, end] = file.body.split('\r\n');
  expect(entry).toContain(' 16:00:00;7,50;tālrunis nosūtīja vēlāk;administrators;Labots, Apstiprināts;');
  expect(entry).toContain(';4 m² Jumts;Sniegs;27000');
  expect(end).toBe('');
});

/** Every column that identifies a person, and the part of the export that contains it; or why none does. */
const told: Record<string, keyof typeof userData.shape | `: ${string}`> = {
  'account_access.user_id': ': matters for a day, and says only who else gave them access',
  'account_access.given_by': ': matters for a day, and is about other accounts',
  'api_key.created_by': 'apiKeys',
  'single_sign_on.set_by': ': a setting of the company; its mail tells all administrators who changed it',
  'email_change.user_id': 'emailChanges',
  'entry_hours.user_id': ': computed from time entries and breaks',
  'unsettled_hours.user_id': ': whose hours are to be computed next',
  'email_change.requested_by': ': kept until the change can no longer be undone',
  'session.user_id': 'sessions',
  'user_location.user_id': 'user',
  'password_reset_token.user_id': ': a secret that lives for an hour',
  'time_entry.user_id': 'timeEntries',
  'scan.user_id': 'scans',
  'scan.made_by': ': about another person’s scan; the ledger names its maker, see acts',
  'badge.user_id': 'badges',
  'kiosk.paired_by': 'kiosks',
  'report_subscription.user_id': 'reportSubscription',
  'kiosk_pairing.created_by': ': kept for ten minutes',
  'work_break.user_id': 'breaks',
  'work_report.user_id': 'workReports',
  'work_report_correction.author_id': 'workReports',
  'message.sender_id': 'messages',
  'message.recipient_id': 'messages',
  'message_recipient.user_id': 'messages',
  'ledger_record.actor_id': 'acts',
  'ledger_record.user_id': 'history',
  'ledger_pending.actor_id': 'acts',
  'ledger_pending.user_id': 'history',
  'correction_request.user_id': 'correctionRequests',
  'correction_request.decided_by': 'acts',
  'absence.user_id': 'absences',
  'planned_shift.user_id': 'plannedShifts',
  'schedule_day.user_id': ': that a date was planned, which its shifts and announcements say',
  'schedule_announcement.user_id': 'scheduleAnnouncements',
  'schedule_announcement.announced_by': 'acts',
  'schedule_feed.user_id': ': a secret',
  'refused_scan.user_id': 'refusedScans',
  'flag.user_id': 'flags',
  'flag.dismissed_by': 'flagDismissals',
  'month_approval.user_id': 'months',
  'month_approval.approved_by': 'acts',
  'month_approval.unlocked_by': 'acts',
  'month_answer.user_id': 'monthAnswers',
  'second_factor.user_id': 'secondFactor',
  'recovery_code.user_id': 'secondFactor',
  'invitation.user_id': ': a secret that lives for seven days',
  'passkey.user_id': 'passkeys',
  'push_choice.user_id': 'pushChoices',
  'push_subscription.user_id': ': an address and keys of the browser, which end with the session',
  'push_told.user_id': ': kept for 40 days, so that nothing is told twice',
  'work_rules.changed_by': 'acts',
};

it('every column of the database that identifies a person is accounted for, also in what operators read', async () => {
  const columns = await personColumns(app.services.db);
  expect(columns.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
    Object.keys(told).toSorted(),
  );
  const parts = Object.values(told).filter((part) => !part.startsWith(':'));
  for (const part of parts) expect(userData.shape).toHaveProperty(part);
  const listed = await readFile(new URL('../../../docs/privacy.md', import.meta.url), 'utf8');
  for (const { table } of columns) expect(listed).toContain(`\`${table}\``);
});
