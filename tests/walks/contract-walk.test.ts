/**
 * Tests every endpoint of the contract's table against anything that a stranger, an unauthorized person or a broken
 * program may send.
 */
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { ERRORS, type ErrorCode, errorBody } from '#contract/error.ts';
import { contract, type EndpointInput, type EndpointName, type EndpointRequest } from '#contract/index.ts';
import { ROLES, type Role, reachOf } from '#contract/policy.ts';
import { addDays } from '#domain/dates.ts';
import { generateLocationCode } from '#domain/location-code.ts';
import { CSV } from '#domain/media-types.ts';
import { generateApiKey } from '#server/features/api-keys/keyholders.service.ts';
import { readerOf } from '#server/platform/http/preconditions.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import {
  addApiKey,
  addEmployee,
  addLocation,
  feedTokenIn,
  linkTokenIn,
  password,
  registerCompany,
  resetTokenIn,
  uniqueEmail,
} from '#tests/support/factories.ts';
import { createFakeDevice } from '#tests/support/fake-device.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model.ts';
import { startProvider, type TestProvider } from '#tests/support/oidc-provider.ts';
import { newPushKeys } from '#tests/support/push-service.ts';
import { startTestApp, type TestApp, type TestClient, testOrigin } from '#tests/support/test-app.ts';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const hour = (hours: number) => ({ checkIn: hoursAgo(hours), checkOut: hoursAgo(hours - 1) });
/** Within the entry of `hour`. */
const breakOf = (hours: number) => ({
  startedAt: hoursAgo(hours - 0.2),
  endedAt: hoursAgo(hours - 0.4),
  isPaid: true,
});
const reason = 'Aizmirsa\nnoskenēt';
const spareEntry = (userId: string, locationId: string) => ({ userId, locationId, ...hour(600), reason });

/** The token that restores another company with the same marker. */
async function deletedCompany(app: TestApp, marker: string): Promise<string> {
  const companyName = `${marker} former company`;
  const { admin, user } = await registerCompany(app, { companyName });
  await admin.ok('deleteCompany', { body: { companyName, password } });
  const [mail] = await app.mailsTo(user.email);
  return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** Moves everything of the worker 20 hours back, so that their open entry needs attention; returns its id. */
async function forgetCheckOut(
  app: TestApp,
  {
    worker,
    location,
  }: { worker: { client: TestClient; employee: { id: string } }; location: { qrCode: string } },
): Promise<string> {
  const open = await worker.client.ok('getActiveEntry');
  if (!open) await worker.client.ok('scan', { body: { qrCode: location.qrCode } });
  const entries = app.services.db.selectFrom('timeEntry').where('userId', '=', worker.employee.id);
  const ids = await entries.orderBy('checkIn').orderBy('checkOut').select('id').execute();
  for (const { id } of ids) {
    await sql`update time_entry set check_in = check_in - interval '20 hours',
      check_out = check_out - interval '20 hours' where id = ${id}`.execute(app.services.db);
  }
  return ids.at(-1)?.id ?? '';
}

const kioskPin = '468213';

/** Without a second factor no code is required. */
const proof = { currentPassword: password, code: '123456' };

/** A company with one of everything; its marker is in every text that it owns. */
async function createWorld(app: TestApp, marker: string) {
  const company = await registerCompany(app, {
    companyName: `${marker} company`,
    subscriptionPlan: 'business',
  });
  const [worker, leaver] = [
    await addEmployee(app, company, { firstName: `${marker} worker` }),
    await addEmployee(app, company, { firstName: `${marker} leaver` }),
  ];
  const { employee: deputy } = await addEmployee(app, company, {
    firstName: `${marker} deputy`,
    role: 'admin',
  });
  const { client: accountant } = await addEmployee(app, company, {
    firstName: `${marker} accountant`,
    role: 'accountant',
  });
  const newcomerEmail = uniqueEmail(marker);
  const toMove = await company.admin.ok('createEmployee', {
    body: { firstName: `${marker} newcomer`, lastName: 'Ozols', email: newcomerEmail, password },
  });
  const newEmail = uniqueEmail(marker);
  await company.admin.ok('updateEmployee', {
    params: { id: toMove.id },
    body: { firstName: toMove.firstName, lastName: 'Ozols', email: newEmail, ...proof },
  });
  const confirmEmailToken = linkTokenIn((await app.mailsTo(newEmail)).at(-1)?.text);
  const undoEmailToken = linkTokenIn((await app.mailsTo(newcomerEmail, 2)).at(-1)?.text);
  const newcomer = app.client();
  await newcomer.ok('login', { body: { email: newcomerEmail, password } });
  const [location, secondLocation, oldLocation] = [
    await addLocation(company, `${marker} location`),
    await addLocation(company, `${marker} second location`),
    await addLocation(company, `${marker} old location`),
  ];
  const { client: manager } = await addEmployee(app, company, {
    firstName: `${marker} manager`,
    role: 'manager',
    locationIds: [location.id, secondLocation.id, oldLocation.id],
  });
  const pairing = async (leavePin?: string) =>
    company.admin.ok('createKioskPairingCode', {
      body: { locationId: location.id, name: `${marker} kiosk`, ...(leavePin && { leavePin }) },
    });
  const [kiosk, oldKiosk] = [app.client(), app.client()];
  await kiosk.ok('pairKiosk', { body: await pairing(kioskPin) });
  const { id: oldKioskId } = await oldKiosk.ok('pairKiosk', { body: await pairing() });
  const smith = await addEmployee(app, company, { firstName: `${marker} smith` });
  const [{ badge: workerBadge }, { badge: smithBadge }] = [
    await company.admin.ok('getBadge', { params: { id: worker.employee.id } }),
    await company.admin.ok('getBadge', { params: { id: smith.employee.id } }),
  ];
  const first = await worker.client.ok('scan', { body: { qrCode: secondLocation.qrCode } });
  const firstEntry = first.timeEntry;
  const checkOutId = randomUUID();
  await worker.client.ok('checkOut', { body: { clientScanId: checkOutId } });
  const { timeEntry } = await worker.client.ok('scan', { body: { qrCode: location.qrCode } });
  const ownWork = { ...work, description: `${marker} work` };
  const { items } = await worker.client.ok('createWorkReports', {
    body: { items: [ownWork], generalNotes: `${marker} notes` },
  });
  const workReportId = items[0]?.id ?? '';
  // Earlier versions of a report belong to the company as well.
  await worker.client.ok('updateWorkReport', {
    params: { id: workReportId },
    body: { ...ownWork, quantity: 13 },
  });
  const message = await company.admin.ok('createMessage', {
    body: {
      subject: `${marker} subject`,
      content: `${marker} content`,
      recipientId: worker.employee.id,
    },
  });
  const managersMessage = await manager.ok('createMessage', {
    body: { subject: `${marker} gate`, content: `${marker} gate`, locationId: location.id },
  });
  await app.client().ok('forgotPassword', { body: { email: leaver.employee.email } });
  const [, mail] = await app.mailsTo(leaver.employee.email, 2);
  const resetToken = resetTokenIn(mail?.text);
  const spare = await company.admin.ok('createTimeEntry', {
    body: spareEntry(worker.employee.id, location.id),
  });
  const ask = (body: EndpointInput<'createCorrectionRequest'>['body']) =>
    worker.client.ok('createCorrectionRequest', { body: { ...body, reason: `${marker} reason` } });
  const request = await ask({ kind: 'edit', timeEntryId: firstEntry.id, ...hour(300), reason });
  const withdrawn = await ask({ kind: 'add', locationId: location.id, ...hour(400), reason });
  const note = `${marker} note`;
  const absence = await company.admin.ok('createAbsence', {
    body: { userId: worker.employee.id, ...days(20, 24), code: 'A', note },
  });
  await company.admin.ok('createAbsence', {
    body: { userId: worker.employee.id, ...days(10, 10), code: 'A', part: hourMs, note },
  });
  const wish = { ...days(30, 34), code: 'A', note };
  const absenceRequest = await worker.client.ok('createAbsence', { body: wish });
  const shiftKind = await company.admin.ok('createShiftKind', {
    body: { ...morning(location.id), name: `${marker} shift`, code: 'M' },
  });
  const spareKind = await company.admin.ok('createShiftKind', {
    body: { ...morning(location.id), name: 'Spare', code: 'S' },
  });
  const planned = { ...morning(location.id), kindId: shiftKind.id, note };
  await company.admin.ok('setScheduleDays', {
    body: { days: [{ userId: worker.employee.id, date: days(60, 60).startDate, shifts: [planned] }] },
  });
  await company.admin.ok('publishSchedule', { body: days(60, 60) });
  const { announcements } = await worker.client.ok('getOwnSchedule', { query: days(60, 60) });
  const ownCodes = [{ code: 'XX', ownName: `${marker} code`, paid: true, lowersNorm: true, isActive: true }];
  const expectedAction = 'location-switch' as const;
  await worker.client.call('scan', { body: { qrCode: location.qrCode, expectedAction } });
  const distances = [{ from: secondLocation.id, to: location.id, minutes: 45 }];
  await company.admin.ok('updateDistances', { body: { distances } });
  const later = { qrCode: secondLocation.qrCode, deviceNow: hoursAgo(2) };
  await leaver.client.ok('scan', { body: later });
  const {
    refusedScans: [refusedScan],
    flags: [flag],
  } = await company.admin.ok('listAttention');
  const otherDevice = app.client();
  await otherDevice.ok('login', { body: { email: worker.employee.email, password } });
  const sessions = await otherDevice.ok('listSessions');
  const device = createFakeDevice(testOrigin);
  const creation = await worker.client.ok('beginPasskey', { body: { password } });
  const passkey = await worker.client.ok('addPasskey', {
    body: { name: `${marker} phone`, credential: device.create(creation) },
  });
  const nextCreation = await worker.client.ok('beginPasskey', { body: { password } });
  const signIn = await app.client().ok('beginPasskeySignIn');
  const apiKey = await addApiKey(company, { name: `${marker} payroll` });
  const { id: webhookId } = await company.admin.ok('createWebhook', {
    body: { ...webhookOf({ marker }), password },
  });
  const { id: deliveryId } = await company.admin.ok('testWebhook', { params: { id: webhookId } });
  // Off, it is told nothing in the background.
  await company.admin.ok('updateWebhook', {
    params: { id: webhookId },
    body: { ...webhookOf({ marker }), isOn: false },
  });
  await company.admin.ok('updateSingleSignOn', { body: singleSignOnOf() });
  await company.admin.ok('updateAiEndpoint', aiEndpointOf({ marker }));
  await company.admin.ok('updateWorkRules', { body: workRulesOf(marker) });
  await company.admin.ok('updateAbsenceCodes', {
    body: { codes: [...annualLeave, ...illness, ...ownCodes] },
  });
  const inviteSomebody = async () => {
    const { id } = await company.admin.ok('createEmployee', {
      body: { firstName: `${marker} invited`, lastName: 'Bite' },
    });
    return linkTokenIn((await company.admin.ok('inviteEmployee', { params: { id } })).url);
  };
  // One for each way to accept.
  const [invitationToken, pinToken, passkeyToken] = [
    await inviteSomebody(),
    await inviteSomebody(),
    await inviteSomebody(),
  ];
  const invitedCreation = await app.client().ok('beginInvitedPasskey', { params: { token: passkeyToken } });
  const { clientSecret } = await company.admin.ok('upgradeFromTrial', { body: { planId: 'business' } });
  const world = {
    ...company,
    marker,
    manager,
    accountant,
    kiosk,
    oldKioskId,
    pairingCode: (await pairing()).code,
    smith,
    workerBadge,
    smithBadge,
    smithScanId: await leaveByBadge(kiosk, smithBadge),
    worker,
    leaver,
    newcomer,
    newcomerEmail,
    deputyId: deputy.id,
    confirmEmailToken,
    undoEmailToken,
    resetToken,
    feedToken: feedTokenIn((await smith.client.ok('createScheduleFeed')).url),
    invitationToken,
    pinToken,
    passkeyToken,
    invitedPasskey: createFakeDevice(testOrigin).create(invitedCreation),
    clientSecret: clientSecret ?? '',
    restoreToken: await deletedCompany(app, marker),
    location,
    secondLocation,
    oldLocation,
    requestId: request.id,
    absenceId: absence.id,
    absenceRequestId: absenceRequest.id,
    shiftKindId: shiftKind.id,
    spareKindId: spareKind.id,
    announcementId: announcements[0]?.id ?? '',
    withdrawnRequestId: withdrawn.id,
    refusedScanId: refusedScan?.id ?? '',
    flagId: flag?.id ?? '',
    spareEntryId: spare.id,
    sessionId: sessions.find(({ isCurrent }) => isCurrent)?.id ?? '',
    passkey,
    apiKey,
    webhookId,
    deliveryId,
    newPasskey: createFakeDevice(testOrigin).create(nextCreation),
    usedPasskey: device.use(signIn),
    entryId: timeEntry.id,
    checkOutId,
    workReportId,
    message,
    managersMessageId: managersMessage.id,
  };
  world.entryId = await forgetCheckOut(app, world);
  return world;
}
/** Checks somebody in and out at the kiosk; returns the id of the check-out. */
async function leaveByBadge(kiosk: TestClient, badge: string): Promise<string> {
  const [arrival, departure] = [randomUUID(), randomUUID()];
  await kiosk.ok('scanAtKiosk', { body: { badge, clientScanId: arrival, expectedAction: 'check-in' } });
  await kiosk.ok('scanAtKiosk', { body: { badge, clientScanId: departure, expectedAction: 'check-out' } });
  return departure;
}

type World = Awaited<ReturnType<typeof createWorld>>;

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
/** The code of an authenticator app so many time steps from now. */
const codeOf = (steps: number) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });

/** Dates so many days from today. */
const days = (from: number, to: number) => {
  const today = new Date().toISOString().slice(0, 10);
  return { startDate: addDays(today, from), endDate: addDays(today, to) };
};
const morning = (locationId: string | null) => ({
  ...{ starts: '07:00', ends: '15:30', breakMinutes: 30, locationId },
});
const annualLeave = [{ code: 'A', ownName: null, paid: true, lowersNorm: true, isActive: true }];
const illness = [{ code: 'SA', ownName: null, paid: true, lowersNorm: true, isActive: true }];

const period = { startDate: '2026-01-01', endDate: '2099-12-31' };
const todayUtc = new Date().toISOString().slice(0, 10);
const shortPeriod = { startDate: addDays(todayUtc, -60), endDate: todayUtc };
/** The longest that the endpoint takes, or long enough for everything of the world. */
const widestOf = (name: EndpointName) =>
  name === 'listAbsences'
    ? days(0, 366)
    : ['getSchedule', 'listAnnouncements', 'getOwnSchedule'].includes(name)
      ? days(20, 111)
      : ['getOverviewReport', 'getNormReport', 'getOutputReport'].includes(name)
        ? shortPeriod
        : period;

const registration = () => ({
  companyName: 'Siguldas galdniecība',
  companyRegistrationNo: '40003000000',
  firstName: 'Ilze',
  lastName: 'Krūmiņa',
  email: uniqueEmail('founder'),
  password,
  confirmPassword: password,
  subscriptionPlan: 'starter' as const,
  phone: '+371 20000000',
  timezone: 'Europe/Riga',
  language: 'lv' as const,
});
const person = () => ({
  firstName: 'Pēteris',
  lastName: 'Liepa',
  email: uniqueEmail('changed'),
  role: 'employee' as const,
  locationIds: [],
  password: 'another password',
  isActive: true,
  payrollNo: '0042',
  position: 'Metinātājs',
  employedFrom: '2020-01-01',
  employedTo: '2099-12-31',
  personalCode: '320000-00000',
  personalNumber: String(randomInt(1_000_000_000)),
  terms: [
    {
      validFrom: '2020-01-01',
      pattern: [8, 8, 8, 8, 8, 0, 0].map((hours) => hours * 3_600_000),
      weekly: 40 * 3_600_000,
      workTime: 'fixed' as const,
      reducedNorm: false,
      overContractFrom: null,
      overtimeConsent: false,
      markedNightWork: false,
    },
  ],
});
const location = {
  name: 'Ādažu noliktava',
  address: 'Gaujas 1',
  description: 'Durvis\npa kreisi',
  isActive: true,
  requiresRotatingCode: false,
  asksWorkReport: true,
};
const work = { units: 'm2', quantity: 12.5, description: 'Jumta latojums\notrā puse' };
const timing = ({ worker, entryId }: World) => ({
  clientScanId: randomUUID(),
  scannedAt: new Date().toISOString(),
  deviceAt: new Date().toISOString(),
  deviceNow: new Date().toISOString(),
  isUncertain: true,
  userId: worker.employee.id,
  previousEnd: { timeEntryId: entryId, leftAt: hoursAgo(19) },
});

const hourMs = 3_600_000;
const limit = { fixed: hourMs, summed: hourMs };
/** With every field that can be set. */
const workRulesOf = (marker: string): EndpointInput<'updateWorkRules'>['body'] => ({
  country: 'LV',
  effectiveFrom: '2026-01-01',
  weeklyNorm: 40 * hourMs,
  night: { from: 1320, to: 360 },
  settlementMonths: 3,
  attribution: 'calendar',
  doba: false,
  shiftGap: 4 * hourMs,
  breaks: {
    policy: 'recorded',
    automatic: { after: 6 * hourMs, length: hourMs / 2, at: 4 * hourMs },
    isPaid: false,
  },
  holidayFromHour: 0,
  saturdayHolidayLowersNorm: false,
  shortDay: { length: hourMs, fullWeekOnly: true },
  warnings: {
    dailyRest: { ...limit, afterLong: { over: 12 * hourMs, rest: 24 * hourMs } },
    weeklyRest: { length: 42 * hourMs, blocks: false },
    longDay: limit,
    week: { ...limit, rolling: false },
    averageWeek: 48 * hourMs,
    overtimeCap: {
      average: { length: 8 * hourMs, months: 4 },
      sevenDates: { length: 8 * hourMs, withConsent: 12 * hourMs },
      year: 180 * hourMs,
    },
    missingBreak: { shiftOver: 0, atLeast: 1, together: 1, stretch: 5 * hourMs, every: true },
    nightLength: { night: 3 * hourMs, length: 8 * hourMs, months: 3, markedOnly: false },
  },
  holidays: [{ date: '2026-07-01', name: `${marker} holiday` }],
  daysOff: [{ date: '2026-07-02', name: `${marker} day off` }],
  movedDays: [{ from: '2026-06-22', to: '2026-06-27' }],
});

/** With every field that can be set; the columns are those of a country with one table. */
const sheetSettingsOf = (marker: string): EndpointInput<'updateSheetSettings'>['body'] => ({
  unit: `${marker} unit`,
  approver: 'Direktore Anna',
  preparer: 'Grāmatvede Ilze',
  dayCodes: {
    restDay: 'B',
    sunday: 'B',
    holiday: 'S',
    shortDay: 'DP',
    restDayWork: 'BD',
    scheduledOff: 'X',
    holidayWork: 'DS',
    notEmployed: '–',
  },
  columns: ['name', 'days', 'total'],
  lines: ['night'],
  masks: {
    symfonia: { mask: 'NNNNNNNNNNRRRRMMDDhhmmO1000010000000', in: '1', out: '0' },
    comarch: { mask: 'RRRRMMDDggmmNNNNNO', in: '1', out: '2' },
    enova: { mask: 'XXXNNNNNNNNMMDDhhmmOO', in: '20', out: '30' },
  },
  payrollColumns: [{ column: 'total', heading: `${marker} hours` }],
  accountants: ['gramatvede@example.test'],
});

const aiEndpointOf = ({ marker }: { marker: string }) => ({
  body: {
    isOn: true,
    baseUrl: fakeModel.env.AI_BASE_URL ?? '',
    model: `${marker} model`,
    apiKey: `${marker}-key`,
    removesKey: false,
  },
});

/** Where nobody listens. */
const webhookOf = ({ marker }: { marker: string }) => ({
  url: `http://localhost:65535/${marker.toLowerCase()}`,
  events: ['time_entry.checked_in' as const, 'location.changed' as const],
});

const singleSignOnOf = () => ({ ...provider.settings, currentPassword: password, code: '123456' });

/** A badge, which is enough, and a number and PIN of nobody. */
const identityOf = ({ workerBadge: badge }: World) => ({
  ...{ badge, otherReading: badge },
  ...{ personalNumber: '4', pin: '46821' },
});

const fileOf = (content: string) => ({ type: CSV, size: content.length, content });

type WithInput = {
  [K in EndpointName]: unknown extends EndpointRequest<K> ? never : K;
}[EndpointName];

/** A valid request for every endpoint that takes something, with all optional fields. */
const samples: { [K in WithInput]: (world: World) => EndpointInput<K> } = {
  inviteEmployees: () => ({}),
  updateUser: () => ({ body: { language: 'pl' } }),
  updatePush: () => ({ body: { offKinds: ['schedule'], whenOffDuty: true, showsDetails: true } }),
  subscribeToPush: () => ({ body: { endpoint: 'https://push.example.com/x', keys: newPushKeys().keys } }),
  getUserData: () => ({ query: {} }),
  endSession: ({ sessionId }) => ({ params: { id: sessionId } }),
  beginPasskey: () => ({ body: { password, code: '123456' } }),
  addPasskey: ({ newPasskey }) => ({ body: { name: 'Telefons', credential: newPasskey } }),
  deletePasskey: ({ passkey }) => ({ params: { id: passkey.id } }),
  // In this order, since no code is accepted twice.
  enableSecondFactor: () => ({ body: { secret, password, code: codeOf(-1) } }),
  renewRecoveryCodes: () => ({ body: { password, code: codeOf(0) } }),
  disableSecondFactor: () => ({ body: { password, code: codeOf(1) } }),
  signInWithPasskey: ({ usedPasskey }) => ({ body: { credential: usedPasskey } }),
  login: ({ user }) => ({
    body: {
      email: user.email,
      companyCode: user.company.code,
      personalNumber: '1',
      password,
      code: '123456',
    },
  }),
  register: () => ({ body: registration() }),
  registerCompany: () => ({ body: registration() }),
  forgotPassword: ({ newcomerEmail }) => ({ body: { email: newcomerEmail } }),
  resetPassword: ({ resetToken: token }) => ({ body: { token, password, confirmPassword: password } }),
  changePassword: () => ({
    body: { currentPassword: password, newPassword: 'new password', confirmPassword: 'new password' },
  }),
  listPeople: () => ({ query: { limit: 2 } }),
  getEmployee: ({ worker }) => ({ params: { id: worker.employee.id } }),
  listEmployeeHistory: ({ worker }) => ({ params: { id: worker.employee.id } }),
  deactivateEmployees: ({ leaver }) => ({ body: { userIds: [leaver.employee.id] } }),
  createEmployee: () => ({ body: { ...person(), ...proof } }),
  importEmployees: ({ marker }) => ({
    query: { dryRun: 'false', invite: 'false' },
    file: fileOf(`First name,Last name,Payroll number\n${marker} imported,Ozols,${randomInt(1e9)}`),
  }),
  exportEmployees: () => ({ query: { format: 'csv', template: 'false' } }),
  updateEmployee: ({ leaver }) => ({
    params: { id: leaver.employee.id },
    body: { ...person(), ...proof },
  }),
  inviteEmployee: ({ leaver }) => ({ params: { id: leaver.employee.id }, body: { send: true, ...proof } }),
  revokeInvitation: ({ leaver }) => ({ params: { id: leaver.employee.id } }),
  createInvitations: ({ worker }) => ({ body: { userIds: [worker.employee.id] } }),
  recordIllToday: ({ smith }) => ({ params: { id: smith.employee.id } }),
  getInvitation: ({ invitationToken: token }) => ({ params: { token } }),
  beginInvitedPasskey: ({ invitationToken: token }) => ({ params: { token } }),
  acceptInvitation: ({ invitationToken: token }) => ({
    params: { token },
    body: { password, confirmPassword: password, language: 'pl', code: '123456' },
  }),
  acceptWithPin: ({ pinToken: token }) => ({
    params: { token },
    body: { pin: '738261', language: 'pl', code: '123456' },
  }),
  acceptWithPasskey: ({ passkeyToken: token, invitedPasskey }) => ({
    params: { token },
    body: { name: 'Telefons', credential: invitedPasskey, language: 'pl', code: '123456' },
  }),
  getPersonalCode: ({ leaver }) => ({ params: { id: leaver.employee.id } }),
  resetSecondFactor: ({ leaver }) => ({ params: { id: leaver.employee.id } }),
  deleteEmployee: ({ leaver }) => ({ params: { id: leaver.employee.id } }),
  updateDistances: ({ location: { id }, secondLocation }) => ({
    body: { distances: [{ from: id, to: secondLocation.id, minutes: 40 }] },
  }),
  createLocation: () => ({ body: location }),
  importLocations: ({ marker }) => ({
    query: { dryRun: 'false', invite: 'false' },
    file: fileOf(`Name,Address\n${marker} imported,${randomInt(1e9)}`),
  }),
  exportLocations: () => ({ query: { format: 'csv', template: 'false' } }),
  renewLocationCode: ({ oldLocation }) => ({ params: { id: oldLocation.id } }),
  getLocation: ({ location: { id } }) => ({ params: { id } }),
  updateLocation: ({ oldLocation }) => ({ params: { id: oldLocation.id }, body: location }),
  deleteLocation: ({ oldLocation }) => ({ params: { id: oldLocation.id } }),
  getLocationQr: (world) => ({ params: { id: world.location.id } }),
  scan: (world) => ({
    body: { qrCode: world.secondLocation.qrCode, expectedAction: 'check-in', ...timing(world) },
  }),
  checkOut: (world) => ({ body: { expectedAction: 'check-out', ...timing(world) } }),
  undoCheckOut: ({ worker, checkOutId }) => ({
    body: { clientScanId: checkOutId, userId: worker.employee.id },
  }),
  recordBreak: (world) => {
    const { expectedAction: _, previousEnd: __, ...times } = { expectedAction: null, ...timing(world) };
    return { body: { action: 'start', ...times } };
  },
  getCrew: (world) => ({ params: { id: world.location.id } }),
  recordCrew: (world) => ({
    body: {
      locationId: world.location.id,
      action: 'check-in',
      people: [
        {
          badge: 'MB0000000000000000000000000A',
          userId: world.leaver.employee.id,
          clientScanId: randomUUID(),
          scannedAt: new Date().toISOString(),
          deviceAt: new Date().toISOString(),
          isUncertain: true,
        },
      ],
      deviceNow: new Date().toISOString(),
    },
  }),
  getLocationOfCode: (world) => ({ query: { code: world.location.qrCode } }),
  getPosterLocation: (world) => ({ query: { code: world.location.qrCode } }),
  createKioskPairingCode: (world) => ({
    body: { locationId: world.location.id, name: 'Vārti', leavePin: kioskPin },
  }),
  revokeKiosk: ({ oldKioskId }) => ({ params: { id: oldKioskId } }),
  pairKiosk: ({ pairingCode: code }) => ({ body: { code } }),
  getKiosk: () => ({ query: { queueLength: '3', release: '1.2.0' } }),
  scanAtKiosk: (world) => {
    const { userId: _, ...times } = timing(world);
    return { body: { ...identityOf(world), expectedAction: 'check-in', asksIfRepeated: true, ...times } };
  },
  getKioskLastScan: (world) => ({ body: identityOf(world) }),
  getKioskMissingCheckOut: (world) => ({ body: identityOf(world) }),
  recordKioskBreak: (world) => {
    const { userId: _, previousEnd: __, ...times } = timing(world);
    return { body: { ...identityOf(world), action: 'start', ...times } };
  },
  createKioskWorkReport: ({ smith, smithScanId }) => ({
    body: {
      personId: smith.employee.id,
      clientScanId: smithScanId,
      clientReportId: randomUUID(),
      ...work,
    },
  }),
  undoKioskCheckOut: ({ smith, smithScanId }) => ({
    body: { personId: smith.employee.id, clientScanId: smithScanId },
  }),
  setPinAtKiosk: ({ workerBadge: badge }) => ({
    body: { badge, otherReading: badge, pin: '46821', currentPin: '46821' },
  }),
  leaveKiosk: () => ({ body: { pin: kioskPin } }),
  getBadge: ({ worker }) => ({ params: { id: worker.employee.id } }),
  renewBadge: ({ smith }) => ({ params: { id: smith.employee.id } }),
  listBadges: ({ worker }) => ({ body: { userIds: [worker.employee.id] } }),
  removePin: ({ smith }) => ({ params: { id: smith.employee.id } }),
  setPin: () => ({ body: { pin: '46821', ...proof } }),
  answerMissingCheckOut: ({ entryId }) => ({ body: { timeEntryId: entryId, leftAt: hoursAgo(19) } }),
  listFlags: ({ worker }) => ({ query: { userId: worker.employee.id } }),
  dismissFlag: ({ flagId }) => ({ params: { id: flagId }, body: { note: 'Jānim bija tukšs telefons' } }),
  settleRefusedScan: ({ refusedScanId }) => ({ params: { id: refusedScanId } }),
  createTimeEntry: ({ worker, location: { id } }) => ({
    body: { ...spareEntry(worker.employee.id, id), ...hour(700), breaks: [breakOf(700)], isAdditional: true },
  }),
  listEndProposals: ({ entryId }) => ({ params: { id: entryId } }),
  getTimeEntry: ({ entryId }) => ({ params: { id: entryId } }),
  updateTimeEntry: ({ spareEntryId, location: { id } }) => ({
    params: { id: spareEntryId },
    body: { locationId: id, ...hour(650), breaks: [breakOf(650)], isAdditional: false, reason },
  }),
  deleteTimeEntry: ({ spareEntryId }) => ({ params: { id: spareEntryId }, body: { reason } }),
  getTimeEntryHistory: ({ entryId }) => ({ params: { id: entryId } }),
  listCorrectionRequests: () => ({ query: { status: 'pending' } }),
  createCorrectionRequest: ({ entryId, location: { id } }) => ({
    body: {
      ...{ kind: 'edit', timeEntryId: entryId, locationId: id, ...hour(800), reason },
      breaks: [{ startedAt: breakOf(800).startedAt, endedAt: breakOf(800).endedAt }],
      knownBreaks: [hoursAgo(19)],
    },
  }),
  withdrawCorrectionRequest: ({ withdrawnRequestId }) => ({ params: { id: withdrawnRequestId } }),
  decideCorrectionRequest: ({ requestId, location: { id } }) => ({
    params: { id: requestId },
    body: { decision: 'approved', reason, changes: { locationId: id, ...hour(310), breaks: [breakOf(310)] } },
  }),
  listAbsences: ({ worker }) => ({ query: { ...days(0, 100), userId: worker.employee.id } }),
  createAbsence: ({ worker }) => ({
    body: {
      userId: worker.employee.id,
      ...days(40, 40),
      code: 'A',
      part: hourMs,
      begins: null,
      place: null,
      note: 'Zobārsts\notrā stāvā',
    },
  }),
  requestAbsenceChange: ({ absenceId }) => ({
    params: { id: absenceId },
    body: { kept: days(21, 22), reason },
  }),
  updateAbsence: ({ absenceId }) => ({
    params: { id: absenceId },
    body: { ...days(50, 50), code: 'A', part: hourMs, begins: null, place: null, note: 'Zobārsts' },
  }),
  createShiftKind: ({ location }) => ({
    body: { ...morning(location.id), name: 'Evening', code: 'E', isActive: true },
  }),
  updateShiftKind: ({ shiftKindId, location }) => ({
    params: { id: shiftKindId },
    body: { ...morning(location.id), name: 'Day', code: 'D', isActive: true },
  }),
  deleteShiftKind: ({ spareKindId }) => ({ params: { id: spareKindId } }),
  getSchedule: ({ location }) => ({
    query: { ...days(60, 90), locationId: location.id, plan: 'draft' },
  }),
  setScheduleDays: ({ worker, location, shiftKindId }) => ({
    body: {
      days: [
        {
          userId: worker.employee.id,
          date: days(70, 70).startDate,
          shifts: [{ ...morning(location.id), kindId: shiftKindId, note: 'Vārti' }],
        },
      ],
      ifVersion: 1000,
    },
  }),
  copySchedule: ({ worker }) => ({
    body: {
      ...days(60, 66),
      toDate: days(80, 80).startDate,
      userIds: [worker.employee.id],
      skipHolidays: true,
    },
  }),
  fillSchedule: ({ worker, shiftKindId }) => ({
    body: {
      ...days(100, 106),
      userIds: [worker.employee.id],
      rotation: [shiftKindId, null],
      firstDay: { [worker.employee.id]: 1 },
      skipHolidays: true,
    },
  }),
  publishSchedule: ({ worker }) => ({
    body: { ...days(60, 90), userIds: [worker.employee.id], reason: 'Plūdi' },
  }),
  listAnnouncements: () => ({ query: days(60, 90) }),
  getExpected: () => ({ query: { date: days(60, 60).startDate } }),
  getOwnSchedule: () => ({ query: days(60, 90) }),
  getScheduleFile: ({ location }) => ({
    query: { format: 'xlsx', month: days(60, 60).startDate.slice(0, 7), locationId: location.id },
  }),
  importSchedule: ({ marker }) => ({
    query: { dryRun: 'false', month: days(60, 60).startDate.slice(0, 7) },
    file: fileOf(`Name,1\n${marker},7-15\n`),
  }),
  getScheduleFeed: ({ feedToken: token }) => ({ params: { token } }),
  acknowledgeSchedule: ({ announcementId }) => ({ body: { announcementIds: [announcementId] } }),
  deleteAbsence: ({ absenceRequestId }) => ({ params: { id: absenceRequestId } }),
  updateAbsenceCodes: ({ marker }) => ({
    body: { codes: [...annualLeave.map((code) => ({ ...code, ownName: `${marker} leave` })), ...illness] },
  }),
  listMonth: () => ({ query: { month: '2020-01' } }),
  getMonthClosing: () => ({ query: { month: '2020-01' } }),
  approveMonth: ({ worker }) => ({ body: { month: '2020-01', userId: worker.employee.id } }),
  listDependentMonths: ({ worker }) => ({ query: { month: '2020-01', userId: worker.employee.id } }),
  unlockMonth: ({ worker }) => ({
    body: { month: '2020-01', userId: worker.employee.id, reason, withLater: true },
  }),
  answerOwnMonth: () => ({ body: { month: '2020-01', answer: 'disputed', text: 'Trūkst\nstundu' } }),
  getMonthSheet: ({ worker }) => ({
    params: { month: '2020-01' },
    query: { format: 'json', userId: worker.employee.id },
  }),
  getMonthPayroll: () => ({ params: { month: '2020-01' }, query: { format: 'symfonia', preview: 'true' } }),
  updateSheetSettings: ({ marker }) => ({ body: sheetSettingsOf(marker) }),
  explainHours: ({ worker, location: { id } }) => ({
    query: { ...period, userId: worker.employee.id, locationId: id },
  }),
  getMonthHours: ({ worker }) => ({
    params: { month: '2020-01' },
    query: { userId: worker.employee.id, details: 'true' },
  }),
  listWarnings: () => ({ query: { month: '2020-01' } }),
  listLedger: () => ({ query: { after: '0' } }),
  createWorkReports: ({ entryId, worker }) => ({
    body: {
      timeEntryId: entryId,
      items: [work],
      generalNotes: 'Lietus',
      clientReportId: randomUUID(),
      userId: worker.employee.id,
    },
  }),
  listWorkReports: () => ({ query: { month: '2026-02' } }),
  updateWorkReport: ({ workReportId }) => ({
    params: { id: workReportId },
    body: { ...work, generalNotes: 'Lietus\nlīdz pusdienām' },
  }),
  listMessages: ({ message }) => ({ query: { before: message.id } }),
  getMessage: ({ message }) => ({ params: { id: message.id } }),
  createMessage: ({ worker }) => ({
    body: {
      subject: 'Rīt sākam agrāk',
      content: 'Plkst. 7.00\npie vārtiem',
      isAnnouncement: true,
      recipientType: 'individual',
      recipientId: worker.employee.id,
      locationId: null,
      clientMessageId: randomUUID(),
    },
  }),
  markMessageRead: ({ message }) => ({ params: { id: message.id } }),
  listMessageRecipients: ({ message }) => ({ params: { id: message.id } }),
  getDashboardStats: () => ({ query: { as: 'employee' } }),
  getTimeline: () => ({ query: { date: '2026-01-05' } }),
  getBoard: ({ location: { id } }) => ({ query: { locationId: id } }),
  getTimeEntriesReport: ({ worker, location: { id } }) => ({
    query: { ...period, employeeId: worker.employee.id, locationId: id },
  }),
  getDailySummariesReport: () => ({ query: period }),
  getOverviewReport: ({ worker, location: { id } }) => ({
    query: { ...shortPeriod, employeeId: worker.employee.id, locationId: id, sort: 'hours' },
  }),
  getNormReport: ({ worker }) => ({ query: { ...shortPeriod, employeeId: worker.employee.id } }),
  getOutputReport: ({ location: { id } }) => ({ query: { ...shortPeriod, locationId: id, by: 'job' } }),
  updateOutputTargets: ({ location: { id } }) => ({
    body: { targets: [{ locationId: id, unit: 'm2', perHour: 2.5 }] },
  }),
  updateReportSubscription: () => ({ body: { frequency: 'weekly' } }),
  // Of nobody's subscription, which is answered like one that has ended.
  stopReportSubscription: () => ({ body: { token: 'a'.repeat(64) } }),
  watchChanges: ({ location }) => ({
    query: { since: String(Date.now()), page: '0a1b2c3d', locationId: location.id },
  }),
  watchKioskChanges: () => ({ query: { since: String(Date.now()), page: '0a1b2c3d' } }),
  createAiReport: (world) => ({ params: { id: world.location.id }, body: { date: '2026-01-01' } }),
  ask: () => ({ body: { question: 'Who is here?' } }),
  askPreset: ({ worker, location: { id } }) => ({
    body: { preset: 'hoursByPersonThisWeek', employeeId: worker.employee.id, locationId: id },
  }),
  upgradeFromTrial: () => ({ body: { planId: 'business' } }),
  confirmSandboxPayment: ({ clientSecret }) => ({ body: { clientSecret, card: 'ok' } }),
  changePlan: () => ({ body: { planId: 'growth' } }),
  createApiKey: () => ({
    body: { scopes: ['read'], name: 'Algas', expiresInDays: 90, password, code: '123456' },
  }),
  revokeApiKey: ({ apiKey }) => ({ params: { id: apiKey.id } }),
  createWebhook: (world) => ({ body: { ...webhookOf(world), password, code: '123456' } }),
  updateWebhook: (world) => ({
    params: { id: world.webhookId },
    body: { ...webhookOf(world), isOn: true, password, code: '123456' },
  }),
  deleteWebhook: ({ webhookId: id }) => ({ params: { id } }),
  rotateWebhookSecret: ({ webhookId: id }) => ({ params: { id }, body: { password, code: '123456' } }),
  testWebhook: ({ webhookId: id }) => ({ params: { id } }),
  listWebhookDeliveries: ({ webhookId: id }) => ({ params: { id }, query: { limit: 5 } }),
  resendWebhookDelivery: ({ webhookId: id, deliveryId }) => ({ params: { id, deliveryId } }),
  updateSingleSignOn: () => ({ body: singleSignOnOf() }),
  beginSingleSignOn: ({ user }) => ({ body: { companyCode: user.company.code, next: '/reports' } }),
  updateWorkRules: ({ marker }) => ({ body: workRulesOf(marker) }),
  listHolidays: () => ({ query: { year: '2026' } }),
  updateCompany: ({ marker }) => ({
    body: {
      name: `${marker} company`,
      registrationNo: '40003000000',
      email: 'birojs@example.test',
      address: 'Gaujas 1',
      phone: '+371 20000000',
      timezone: 'Europe/Vilnius',
      language: 'en',
      longestShiftHours: 12,
      lateScanHours: 24,
      noticeDays: 14,
      graceMinutes: 10,
      sendsDigest: false,
      sendsNotHere: false,
      sendsSchedules: false,
      quietFrom: '22:00',
      quietTo: '05:30',
      digestRecipients: [`accountant@${marker.toLowerCase().replace(/\W/g, '')}.test`],
      retentionYears: 12,
      retentionFrom: 'departure',
      boardNames: 'names',
    },
  }),
  updateAiEndpoint: (world) => aiEndpointOf(world),
  testAiEndpoint: (world) => aiEndpointOf(world),
  confirmEmail: ({ confirmEmailToken: token }) => ({ body: { token } }),
  undoEmailChange: ({ undoEmailToken: token }) => ({ body: { token } }),
  handOverCompany: ({ deputyId }) => ({ body: { userId: deputyId, ...proof } }),
  deleteCompany: ({ marker }) => ({ body: { companyName: `${marker} company`, password, code: '123456' } }),
  restoreCompany: ({ restoreToken }) => ({ body: { token: restoreToken } }),
  openDemo: () => ({ body: { role: 'admin' } }),
  sendContactMessage: () => ({
    body: {
      name: 'Ilze Krūmiņa',
      email: uniqueEmail('visitor'),
      subject: 'Cena',
      message: 'Labdien!\n\nCik maksā 40 objekti?',
      website: '',
    },
  }),
};

const names = Object.keys(contract) as EndpointName[];
const endpoints = names.map((name) => ({ name, endpoint: contract[name] as Endpoint }));
const withBody = endpoints.filter(({ endpoint }) => endpoint.body);

type Parts = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  file?: ReturnType<typeof fileOf>;
};
type Sent = Parts & { payload?: string; headers?: Record<string, string> };
const json = { 'content-type': 'application/json' };

const makerOf = (name: EndpointName): ((world: World) => Parts) | undefined =>
  name in samples ? (samples[name as WithInput] as (world: World) => Parts) : undefined;
const sampleOf = (name: EndpointName, world: World): Parts => makerOf(name)?.(world) ?? {};

const urlOf = (path: string, params: Parts['params'] = {}) =>
  path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));

/** One raw HTTP request; `payload` replaces the body by any text. */
function send(client: TestClient, name: EndpointName, { params, query, body, file, ...rest }: Sent) {
  const { method, path }: Endpoint = contract[name];
  const payload = rest.payload ?? file?.content ?? (body === undefined ? undefined : JSON.stringify(body));
  const type = file && rest.payload === undefined ? { 'content-type': file.type } : json;
  return client.raw({
    method,
    url: urlOf(path, params),
    ...(query && { query }),
    ...(payload !== undefined && { payload }),
    headers: { ...(payload !== undefined && type), ...rest.headers },
  });
}

const typeOf = ({ headers }: LightMyRequestResponse) => String(headers['content-type']).split(';')[0] ?? '';

function expectError(response: LightMyRequestResponse, ...codes: ErrorCode[]) {
  const what = `${response.raw.req.method} ${response.raw.req.url}: ${response.statusCode} ${response.body}`;
  expect(response.headers['content-type'], what).toBe('application/json; charset=utf-8');
  const body = errorBody.parse(response.json());
  expect(response.statusCode, what).toBe(ERRORS[body.code].status);
  expect(codes, what).toContain(body.code);
  expect(body.message, what).not.toBe('');
  expect(body.message, what).not.toMatch(/[{}]|errors:|validation:|_/);
  return body;
}

let app: TestApp;
let fakeModel: FakeModel;
let provider: TestProvider;
let ours: World;
let theirs: World;

beforeAll(async () => {
  fakeModel = await startFakeModel();
  provider = await startProvider([`${testOrigin}/api/single-sign-on/of-nobody`]);
  fakeModel.reply({ says: ['All is well.'] });
  app = await startTestApp({ env: { ...fakeModel.env, AI_PRIVATE_ENDPOINTS: 'true', DEMO: 'true' } });
  await app.settled('demo-renewal');
  [ours, theirs] = await Promise.all([createWorld(app, 'Ours'), createWorld(app, 'Theirs')]);
  await watchTables();
});
afterAll(async () => {
  await app.close();
  await fakeModel.close();
  await provider.close();
});

/**
 * From now on counts the rows that are added, changed or removed; except sign-ins, counters and mails, which are
 * written asynchronously, as is what webhooks are told.
 */
async function watchTables(): Promise<void> {
  const { db } = app.services;
  await sql`create schema watch`.execute(db);
  await sql`create table watch.change (name text not null)`.execute(db);
  await sql`
    create function watch.note() returns trigger language plpgsql as $$ begin
      if tg_op <> 'UPDATE' or old::text is distinct from new::text then
        insert into watch.change values (tg_table_name);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    do $$ declare name text; begin
      for name in select tablename from pg_tables
        where schemaname = 'public' and tablename not in ('session', 'used_passkey_challenge', 'rate_limit', 'refused_scan', 'dev_mail', 'webhook', 'webhook_delivery')
      loop
        execute format('create trigger watch after insert or update or delete on %I for each row execute function watch.note()', name);
      end loop;
    end $$`.execute(db);
}

/** How many rows of each table have changed so far, once the background jobs are done. */
async function changes(): Promise<unknown> {
  for (;;) {
    // Reading flags makes those of new scans first; flag_check only says how far that has come. Reading hours computes those
    // of whoever has changed. Mail says of invitations whether they were delivered.
    const { rows } = await sql<{ name: string; count: unknown }>`
      select name, count(*) from watch.change where name not in ('flag_check', 'entry_hours', 'unsettled_hours')
      group by name
      union all
      select 'waiting', count(*) from pgboss.job
      where name in ('password-reset', 'billing-refresh', 'mail') and state < 'completed'
      order by name`.execute(app.services.db);
    if (rows.some(({ name, count }) => name === 'waiting' && Number(count) === 0)) return rows;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function expectNothingChanged(act: () => Promise<unknown>): Promise<void> {
  const before = await changes();
  await act();
  expect(await changes()).toEqual(before);
}

function viewerOf(world: World, { access }: Endpoint): TestClient {
  if (access === 'public') return app.client();
  if (access === 'kiosk') return world.kiosk;
  return reachOf(access, 'employee') ? world.worker.client : world.admin;
}

function clientOf(world: World, role: Role): TestClient {
  const clients = { admin: world.admin, manager: world.manager, accountant: world.accountant };
  return role === 'employee' ? world.worker.client : clients[role];
}

const isWide = ({ access }: Endpoint, role: Role) =>
  access !== 'public' && !['own', undefined].includes(reachOf(access, role));

/** Those who may read what is in the samples: roles that reach beyond their own, and the worker it is about. */
function callersOf(world: World, endpoint: Endpoint): TestClient[] {
  if (endpoint.access === 'kiosk') return [world.kiosk];
  return ROLES.filter((role) => {
    if (role === 'employee' || role === 'admin') return reachOf(endpoint.access, role);
    return isWide(endpoint, role);
  }).map((role) => clientOf(world, role));
}

const brokenJson = ['{"a":', 'nonsense', '', '{"__proto__":{"a":1}}', "{'a': 1}"];
/** As JSON texts, since some would not survive as JavaScript values. */
const otherTypes: Record<string, string[]> = {
  null: ['null'],
  boolean: ['true', 'false'],
  number: ['0', '-1', '1.5', '1e999'],
  array: ['[]', '["x"]', '[[]]'],
  object: ['{}', '{"length":5}', '{"$gt":""}'],
};
const hostileTexts = [
  'NaN',
  '',
  'x'.repeat(100_000),
  'nul \u0000 inside',
  'lone \ud800 surrogate',
  "'; drop table users; --",
  '<script>alert(1)</script>',
];

type JsonSchema = {
  type?: string | string[];
  format?: string;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
};
const jsonSchema = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

function typesOf({ type, anyOf = [] }: JsonSchema): string[] {
  const types = type ? [type].flat() : anyOf.flatMap(typesOf);
  return types.map((one) => (one === 'integer' ? 'number' : one));
}

type Field = { name: string; schema: JsonSchema; at(literal: string): string };

/** Every field of a body, including those in lists of objects, with the body's text around the value to replace. */
function fieldsOf(value: unknown, schema: JsonSchema, around = (text: string) => text): Field[] {
  if (Array.isArray(value)) {
    return fieldsOf(value[0], schema.items ?? {}, (text) => around(`[${text}]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  // An object that may be null is one of two schemas.
  const own = schema.anyOf?.find(({ properties }) => properties) ?? schema;
  // Its values are kept by id.
  if (own.propertyNames) return [];
  const properties = Object.entries(own.properties ?? {});
  const left = Object.keys(value).toSorted();
  expect(left, 'the sample has every field of the schema').toEqual(properties.map(([key]) => key).toSorted());
  return properties.flatMap(([key, inner]) => {
    const at = (literal: string) => {
      const others = Object.entries(value).filter(([other]) => other !== key);
      const members = others.map(([other, given]) => `${JSON.stringify(other)}:${JSON.stringify(given)}`);
      return around(`{${[...members, `${JSON.stringify(key)}:${literal}`].join(',')}}`);
    };
    const given = (value as Record<string, unknown>)[key];
    return [{ name: key, schema: inner, at }, ...fieldsOf(given, inner, at)];
  });
}

it('has a sample for every endpoint that takes something', () => {
  const taking = names.filter((name) => {
    const { params, query, body, upload }: Endpoint = contract[name];
    return params || query || body || upload;
  });
  expect(Object.keys(samples).toSorted()).toEqual(taking.toSorted());
});

/** Who has sent these cannot send them again. */
const endsAccess = new Set<EndpointName>(['leaveKiosk', 'deleteCompany']);

/** Sends each sample as its intended caller, with its body changed by `change`, and what may be repeated once more. */
async function takeEverySample(world: World, change: (body: unknown) => unknown): Promise<void> {
  // Last, because they change a password, delete what others need, or sign people out.
  const last = [
    'changePassword',
    'deleteLocation',
    'leaveKiosk',
    'deletePasskey',
    'endAllSessions',
    'deleteCompany',
  ];
  const inOrder = endpoints.toSorted((a, b) => last.indexOf(a.name) - last.indexOf(b.name));
  for (const { name, endpoint } of inOrder) {
    if (['checkOut', 'answerMissingCheckOut', 'scanAtKiosk'].includes(name)) {
      world.entryId = await forgetCheckOut(app, world);
    }
    if (name === 'undoCheckOut') {
      await world.worker.client.ok('scan', { body: { qrCode: world.location.qrCode } });
      world.checkOutId = randomUUID();
      await world.worker.client.ok('checkOut', { body: { clientScanId: world.checkOutId } });
    }
    if (name === 'undoKioskCheckOut') world.smithScanId = await leaveByBadge(world.kiosk, world.smithBadge);
    const sample = sampleOf(name, world);
    const sent = { ...sample, ...(sample.body !== undefined && { body: change(sample.body) }) };
    const key = { headers: { 'idempotency-key': randomUUID() } };
    const client = viewerOf(world, endpoint);
    const response = await send(client, name, { ...sent, ...key });
    expect(response.statusCode, `${name}: ${response.body}`).toBe(endpoint.status ?? 200);
    if (endpoint.method === 'POST' && endpoint.access !== 'public' && !endsAccess.has(name)) {
      await expectNothingChanged(async () => {
        const again = await send(client, name, { ...sent, ...key });
        expect(again.headers['idempotent-replayed'], name).toBe('true');
        expect([again.statusCode, again.body], name).toEqual([response.statusCode, response.body]);
      });
    }
    if (response.statusCode !== 204 && !endpoint.files?.includes(typeOf(response)))
      expect(endpoint.response.safeParse(response.json()).error).toBeUndefined();
  }
}

it('accepts every sample from its intended caller', async () => {
  const world = await createWorld(app, 'Sample');
  const before = await changes();
  await takeEverySample(world, (body) => body);
  // Otherwise the following tests would prove nothing.
  expect(await changes()).not.toEqual(before);
});

describe('a field that nobody asked for', () => {
  const canary = randomUUID();
  const fields = ['id', 'companyId', 'userId', 'senderId', 'createdBy', 'qrCode', 'passwordHash', 'status'];
  const flags = ['isOwner', 'isVerified', 'mustChangePassword', 'isRead', 'role', 'subscriptionStatus'];
  const more = Object.fromEntries([
    ...fields.map((field) => [field, canary]),
    ...flags.map((flag) => [flag, true]),
  ]);
  /** With all of them in every object, except those that the contract names. */
  const stuffed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(stuffed);
    if (typeof value !== 'object' || value === null) return value;
    const own = Object.entries(value).map(([key, inner]) => [key, stuffed(inner)] as const);
    // What is kept by id has no fields.
    const isById = own.some(([key]) => z.uuid().safeParse(key).success);
    return { ...(!isById && more), ...Object.fromEntries(own) };
  };

  it.each(withBody)('$name: is removed by the schema', ({ name, endpoint }) => {
    const { body } = sampleOf(name, ours);
    expect(endpoint.body?.parse(stuffed(body))).toEqual(endpoint.body?.parse(body));
  });

  it('changes no answer and reaches no table', async () => {
    await takeEverySample(await createWorld(app, 'Stuffed'), stuffed);
    const { rows: tables } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(app.services.db);
    for (const { name } of tables) {
      const { rows } =
        await sql`select t::text from ${sql.table(name)} t where t::text like ${`%${canary}%`}`.execute(
          app.services.db,
        );
      expect(rows, name).toEqual([]);
    }
  });
});

/** What an employee is told who names a colleague; elsewhere 404, as for what does not exist. */
const colleagueCodes: Partial<Record<EndpointName, readonly ErrorCode[]>> = {
  // Whoever is signed in now is not the one who made it on this device.
  scan: ['scan_of_another_person'],
  checkOut: ['scan_of_another_person'],
  undoCheckOut: ['scan_of_another_person'],
  recordBreak: ['scan_of_another_person'],
  createWorkReports: ['scan_of_another_person'],
};

describe('a change of what has been changed meanwhile', () => {
  const guarded = endpoints.filter(({ endpoint }) => readerOf(endpoint));

  it('is refused wherever somebody else may have changed it', () => {
    expect(guarded.map(({ endpoint: { method, path } }) => `${method} ${path}`).toSorted()).toEqual([
      'DELETE /api/company/single-sign-on',
      'DELETE /api/employees/:id',
      'DELETE /api/locations/:id',
      'DELETE /api/time-entries/:id',
      'PUT /api/absence-codes',
      'PUT /api/company',
      'PUT /api/company/ai-endpoint',
      'PUT /api/company/sheet-settings',
      'PUT /api/company/single-sign-on',
      'PUT /api/company/work-rules',
      'PUT /api/employees/:id',
      'PUT /api/location-distances',
      'PUT /api/locations/:id',
      'PUT /api/output-targets',
      'PUT /api/time-entries/:id',
    ]);
  });

  it.each(guarded)(
    '$name: refuses a stale tag, and its reader tells the present one',
    async ({ name, endpoint }) => {
      const sample = sampleOf(name, ours);
      const read = await send(ours.admin, readerOf(endpoint) ?? name, { params: sample.params ?? {} });
      expect(read.statusCode, read.body).toBe(200);
      expect(read.headers.etag).toMatch(/^"[\w-]{22}"$/);
      await expectNothingChanged(async () => {
        const response = await send(ours.admin, name, {
          ...sample,
          headers: { 'if-match': '"of-yesterday"' },
        });
        expectError(response, 'changed_meanwhile');
      });
    },
  );

  it.each(
    endpoints.filter(
      ({ endpoint }) => endpoint.method !== 'GET' && !readerOf(endpoint) && endpoint.access !== 'public',
    ),
  )('$name: says that it knows no tags', async ({ name, endpoint }) => {
    await expectNothingChanged(async () => {
      const sent = { ...sampleOf(name, ours), headers: { 'if-match': '"any"' } };
      expectError(await send(viewerOf(ours, endpoint), name, sent), 'malformed_request');
    });
  });
});

describe('who may call', () => {
  it.each(endpoints.filter(({ endpoint }) => endpoint.access !== 'public'))(
    '$name: nobody signed out, whatever they send',
    async ({ name, endpoint }) => {
      const sample = sampleOf(name, ours);
      const answers = async () => [
        await send(app.client(), name, sample),
        await send(app.client(), name, { ...sample, headers: { cookie: 'maina_session=guess' } }),
        await send(app.client(), name, { ...sample, headers: { cookie: '__Host-maina_session=guess' } }),
        ...(endpoint.method === 'GET'
          ? []
          : [await send(app.client(), name, { ...sample, payload: '{"a":' })]),
      ];
      await expectNothingChanged(async () => {
        const code = endpoint.access === 'kiosk' ? 'kiosk_not_paired' : 'unauthenticated';
        for (const response of await answers()) expectError(response, code);
      });
    },
  );

  /** The endpoints whose sample holds the id of the worker or of something that only they have. */
  const withOwnId = endpoints.filter(({ name, endpoint }) => {
    const text = String(makerOf(name));
    const names = ['worker', 'entryId', 'requestId', 'withdrawnRequestId', 'spareEntryId', 'workReportId'];
    const owned = [...names, 'absenceId', 'absenceRequestId', 'sessionId', 'passkey', 'message', 'timing'];
    if (endpoint.access === 'public' || endpoint.access === 'kiosk') return false;
    return owned.some((own) => new RegExp(`\\b${own}\\b`).test(text));
  });

  it.each(withOwnId)(
    '$name: a colleague’s id tells an employee no more than a made-up one',
    async ({ name, endpoint }) => {
      const { worker, passkey, message, absenceId, absenceRequestId, ...world } = ours;
      const owned = [worker.employee.id, passkey.id, message.id, world.entryId, world.requestId];
      owned.push(absenceId, absenceRequestId);
      const more = [world.withdrawnRequestId, world.spareEntryId, world.workReportId, world.sessionId];
      const madeUp = (text: string) =>
        [...owned, ...more].reduce((sent, id) => sent.replaceAll(id, randomUUID()), text);
      const sample = JSON.stringify(sampleOf(name, ours));
      expect(madeUp(sample), 'the sample has such an id').not.toBe(sample);
      const ask = (text: string) => send(ours.leaver.client, name, JSON.parse(text) as Parts);
      await expectNothingChanged(async () => {
        const [real, other] = [await ask(sample), await ask(madeUp(sample))];
        const isOpen = reachOf(endpoint.access, 'employee');
        const codes = isOpen ? colleagueCodes[name] : (['forbidden'] as const);
        expect(real.body).toBe(other.body);
        // A place in the own list, which need not be that of a message in it.
        if (name === 'listMessages') return;
        expect(expectError(real, ...(codes ?? ['not_found'])).message).not.toContain(ours.marker);
      });
    },
  );

  /** The endpoints that the policy closes to a role. */
  const closed = ROLES.flatMap((role) =>
    endpoints
      .filter(({ endpoint }) => !reachOf(endpoint.access, role))
      .map(({ name, endpoint }) => ({ name, endpoint, role })),
  );

  it.each(closed)('$name: no $role', async ({ name, endpoint, role }) => {
    const client = clientOf(ours, role);
    const code = endpoint.access === 'kiosk' ? 'kiosk_not_paired' : 'forbidden';
    await expectNothingChanged(async () => {
      expectError(await send(client, name, sampleOf(name, ours)), code);
      expectError(await send(client, name, sampleOf(name, theirs)), code);
      if (endpoint.method === 'GET') return;
      expectError(await send(client, name, { ...sampleOf(name, ours), payload: '{"a":' }), code);
    });
  });

  const forSessions = endpoints.filter(
    ({ endpoint: { access } }) => access !== 'public' && access !== 'kiosk',
  );

  it.each(forSessions)('$name: no kiosk', async ({ name }) => {
    await expectNothingChanged(async () => {
      expectError(await send(ours.kiosk, name, sampleOf(name, ours)), 'unauthenticated');
    });
  });

  it('an accountant changes nothing of the company', () => {
    const changing = endpoints.filter(({ endpoint: { access, method } }) => {
      return method !== 'GET' && ['all', 'locations'].includes(reachOf(access, 'accountant') ?? 'own');
    });
    expect(changing.filter(({ endpoint }) => endpoint.access !== 'public')).toEqual([]);
  });

  it.each(['manager', 'accountant'] as const)('a %s may do what the policy says', async (role) => {
    const world = await createWorld(app, `Led${role}`);
    const client = clientOf(world, role);
    const [missing] = (await world.admin.ok('listAttention')).missingCheckOuts;
    const { id = '', locationId = '', checkIn = '' } = missing ?? {};
    const message = { params: { id: world.managersMessageId } };
    // What is a manager's own: messages they sent, and the end of an open entry.
    const own: Partial<Record<EndpointName, Parts>> = {
      updateTimeEntry: { params: { id }, body: { locationId, checkIn, checkOut: hoursAgo(12), reason } },
      getMessage: message,
      markMessageRead: message,
      listMessageRecipients: message,
      getDashboardStats: {},
    };
    const open = endpoints.filter(({ endpoint }) => isWide(endpoint, role));
    expect(open.length).toBeGreaterThan(8);
    for (const { name, endpoint } of open) {
      const response = await send(client, name, own[name] ?? sampleOf(name, world));
      expect(response.statusCode, `${name}: ${response.body}`).toBe(endpoint.status ?? 200);
    }
  });

  describe('a manager of another location', () => {
    const open = endpoints.filter(({ endpoint }) => reachOf(endpoint.access, 'manager') === 'locations');
    const idsOf = (world: World) => [
      ...[world.worker.employee.id, world.leaver.employee.id, world.location.id, world.secondLocation.id],
      ...[world.entryId, world.spareEntryId, world.requestId, world.withdrawnRequestId, world.refusedScanId],
      ...[world.absenceId, world.absenceRequestId, world.message.id, world.managersMessageId],
    ];
    let stranger: TestClient;
    beforeAll(async () => {
      const changes = { role: 'manager' as const, locationIds: [ours.oldLocation.id] };
      ({ client: stranger } = await addEmployee(app, ours, changes));
    });

    it.each(open)('$name: ids of the others tell no more than made-up ones', async ({ name }) => {
      const sample = JSON.stringify(sampleOf(name, ours));
      const madeUp = idsOf(ours).reduce((text, id) => text.replaceAll(id, randomUUID()), sample);
      await expectNothingChanged(async () => {
        const [real, other] = [
          await send(stranger, name, JSON.parse(sample) as Parts),
          await send(stranger, name, JSON.parse(madeUp) as Parts),
        ];
        if (['getDashboardStats', 'getDashboardLocations', 'getTimeline'].includes(name)) return;
        expect(real.body).toBe(other.body);
        if (endpoints.find((one) => one.name === name)?.endpoint.method === 'GET') return;
        // A file names nobody by an id.
        if (name === 'importSchedule') return;
        expectError(real, 'not_found');
      });
    });

    it('reads nothing of the others, whose own manager reads it', async () => {
      const today = { month: new Date().toISOString().slice(0, 7) };
      const seen = new Set<string>();
      for (const { name, endpoint } of open.filter(({ endpoint: { method } }) => method === 'GET')) {
        // Those about one thing are above.
        if (endpoint.path.includes(':id') || name === 'getCrew') continue;
        const { params, query = {} } = sampleOf(name, ours);
        const wide = {
          ...(query.month && today),
          ...(query.startDate && widestOf(name)),
          ...(name === 'getExpected' && query),
        };
        const sent = { query: wide, params: params && today };
        const [theirsToo, none] = [await send(ours.manager, name, sent), await send(stranger, name, sent)];
        expect([theirsToo.statusCode, none.statusCode], name).toEqual([200, 200]);
        for (const id of idsOf(ours)) {
          if (theirsToo.body.includes(id)) seen.add(name);
          expect(none.body.includes(id), `${name} shows ${id}`).toBe(false);
        }
      }
      expect([...seen]).toEqual(
        expect.arrayContaining<EndpointName>([
          'listPeople',
          'listAttention',
          'listCorrectionRequests',
          'listAbsences',
          'listMonth',
          'explainHours',
          'getMonthHours',
          'listMessages',
          'getDashboardLocations',
          'getSchedule',
          'getExpected',
          'listAnnouncements',
        ]),
      );
    });
  });

  it.each(forSessions.filter(({ endpoint }) => !endpoint.beforePasswordChange))(
    '$name: nobody who still has to choose a password',
    async ({ name }) => {
      await expectNothingChanged(async () => {
        expectError(await send(ours.newcomer, name, sampleOf(name, ours)), 'password_change_required');
      });
    },
  );

  it('lets people who must choose a password only see themselves, choose it and sign out', async () => {
    const open = endpoints.filter(({ endpoint }) => endpoint.beforePasswordChange).map(({ name }) => name);
    expect(open).toEqual(['getUser', 'changePassword']);
    expect((await ours.newcomer.ok('getUser')).mustChangePassword).toBe(true);
    const wrong = { currentPassword: 'wrong one', newPassword: 'my own one', confirmPassword: 'my own one' };
    expectError(await send(ours.newcomer, 'changePassword', { body: wrong }), 'wrong_password');
    const client = app.client();
    await client.ok('login', { body: { email: ours.newcomerEmail, password } });
    await client.ok('logout');
    expectError(await send(client, 'getUser', {}), 'unauthenticated');
  });

  it.each(endpoints.filter(({ endpoint }) => endpoint.method !== 'GET'))(
    '$name: no page of another site',
    async ({ name, endpoint }) => {
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: `${testOrigin}.evil.example` },
        { origin: testOrigin.replace('http:', 'https:') },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site', origin: testOrigin },
      ];
      await expectNothingChanged(async () => {
        for (const headers of foreign) {
          const sent = { ...sampleOf(name, ours), headers };
          expectError(await send(viewerOf(ours, endpoint), name, sent), 'cross_site_request');
          expectError(await send(app.client(), name, sent), 'cross_site_request');
        }
      });
    },
  );

  it('accepts its own pages, and programs other than browsers', async () => {
    const own: Record<string, string>[] = [
      { origin: testOrigin, 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { 'user-agent': 'curl/8' },
    ];
    for (const headers of own) {
      const response = await send(ours.worker.client, 'updateUser', { body: { language: 'en' }, headers });
      expect(response.statusCode, response.body).toBe(200);
    }
  });

  it('answers reading requests from other sites without letting them see the answer', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const { name, endpoint } of endpoints.filter(({ endpoint }) => endpoint.method === 'GET')) {
      const response = await send(viewerOf(ours, endpoint), name, { ...sampleOf(name, ours), headers });
      expect(response.statusCode, name).toBe(200);
      expect(Object.keys(response.headers).filter((header) => header.startsWith('access-control'))).toEqual(
        [],
      );
      expect(response.headers['cross-origin-resource-policy'], name).toBe('same-origin');
      expect(response.headers['cache-control'], name).toBe('no-store');
    }
  });
});

describe('what belongs to another company', () => {
  /** They refer to nobody's data: made by the caller, the caller's own, or a position in the order of all ids. */
  const notNames = [
    'scan.clientScanId',
    'checkOut.clientScanId',
    'clientReportId',
    'clientMessageId',
    'scan.userId',
    'checkOut.userId',
    'undoCheckOut.userId',
    'recordBreak.clientScanId',
    'scanAtKiosk.clientScanId',
    'recordKioskBreak.clientScanId',
    'recordBreak.userId',
    'createWorkReports.userId',
    'before',
  ];
  const isId = ({ format, anyOf = [] }: JsonSchema): boolean => format === 'uuid' || anyOf.some(isId);
  const idsIn = ({ properties = {}, anyOf = [] }: JsonSchema): string[] => [
    ...anyOf.flatMap(idsIn),
    ...Object.entries(properties).flatMap(([key, property]) => [
      ...(isId(property) ? [key] : []),
      ...idsIn(property).map((inner) => `${key}.${inner}`),
    ]),
  ];
  /** What has to change in a sample so that another field is used. */
  const besides: Record<string, object> = {
    'createMessage.locationId': { recipientType: 'location', recipientId: null },
  };
  const withIds = endpoints.flatMap(({ name, endpoint }) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = endpoint[part];
      return (schema ? idsIn(jsonSchema(schema)) : [])
        .filter((key) => ![key, `${name}.${key}`].some((one) => notNames.includes(one)))
        .map((key) => ({ name, endpoint, part, key }));
    }),
  );
  /** Returns the value with the one at a path such as `changes.locationId` replaced. */
  const replaced = (value: unknown, [key = '', ...rest]: string[], id: string): object => {
    const own = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    const inner = own.find(([name]) => name === key)?.[1];
    return { ...Object.fromEntries(own), [key]: rest.length > 0 ? replaced(inner, rest, id) : id };
  };

  it('finds the ids in the schemas', () => {
    expect(withIds.map(({ name, part, key }) => `${name} ${part}.${key}`)).toEqual(
      expect.arrayContaining([
        'updateEmployee params.id',
        'deleteLocation params.id',
        'getTimeEntriesReport query.locationId',
        'createWorkReports body.timeEntryId',
        'createMessage body.locationId',
        'decideCorrectionRequest body.changes.locationId',
        'scan body.previousEnd.timeEntryId',
      ]),
    );
  });

  it.each(withIds)(
    '$name, $key in $part: answers as for an id that does not exist',
    async ({ name, part, key, endpoint }) => {
      const foreign = [
        theirs.worker.employee.id,
        theirs.user.id,
        theirs.user.companyId,
        theirs.location.id,
        theirs.secondLocation.id,
        theirs.entryId,
        theirs.checkOutId,
        theirs.workReportId,
        theirs.requestId,
        theirs.absenceId,
        theirs.absenceRequestId,
        theirs.sessionId,
        theirs.passkey.id,
        theirs.apiKey.id,
        theirs.webhookId,
        theirs.message.id,
        theirs.oldKioskId,
        theirs.smithScanId,
      ];
      const ask = async (id: string, client = viewerOf(ours, endpoint)) => {
        const sample = sampleOf(name, ours);
        const given = replaced(
          { ...(sample[part] as object), ...besides[`${name}.${key}`] },
          key.split('.'),
          id,
        );
        const response = await send(client, name, { ...sample, [part]: given });
        return { status: response.statusCode, body: response.body };
      };
      // Each attempt counts towards a limit.
      await app.services.db.deleteFrom('rateLimit').execute();
      await expectNothingChanged(async () => {
        const unknown = await ask(randomUUID());
        const named = [
          ...['explainHours', 'getMonthHours', 'getMonthSheet', 'listAbsences', 'getCrew', 'getBoard'],
          ...['getOverviewReport', 'getNormReport', 'getOutputReport', 'getSchedule', 'getScheduleFile'],
          'watchChanges',
        ];
        const isNamed = named.includes(name);
        const nothing = name === 'listFlags' ? '{"open":[],"dismissed":[]}' : '[]';
        if (part === 'query' && !isNamed) expect(unknown).toEqual({ status: 200, body: nothing });
        // The end of somebody else's entry is ignored, so the missing end is still missing.
        else expect(unknown.status).toBe(key === 'previousEnd.timeEntryId' ? 409 : 404);
        for (const id of foreign) {
          expect(await ask(id)).toEqual(unknown);
          expect(await ask(id.toUpperCase())).toEqual(unknown);
        }
        for (const role of ROLES.filter((role) => role !== 'admin' && isWide(endpoint, role))) {
          const client = clientOf(ours, role);
          const none = await ask(randomUUID(), client);
          for (const id of foreign) expect(await ask(id, client), role).toEqual(none);
        }
      });
    },
  );

  it('refuses another company’s location code like an unknown one', async () => {
    await expectNothingChanged(async () => {
      const [theirCode, noCode] = [theirs.location.qrCode, generateLocationCode(randomBytes)];
      for (const ask of [
        (qrCode: string) => send(ours.worker.client, 'scan', { body: { qrCode } }),
        (code: string) => send(ours.worker.client, 'getLocationOfCode', { query: { code } }),
      ]) {
        const [foreign, unknown] = [await ask(theirCode), await ask(noCode)];
        expectError(foreign, 'location_code_unknown');
        expect(foreign.body).toBe(unknown.body);
      }
    });
  });

  it('is in no answer to a reading request', async () => {
    const { rows } = await sql<{ companyId: string; id: string }>`
      select company_id, id from users union all select company_id, id from location
      union all select company_id, id from time_entry union all select id, id from company
      union all select company_id, id from work_report union all select company_id, id from message
      union all select company_id, id from correction_request union all select company_id, id from api_key
      union all select company_id, id from webhook union all select company_id, id from webhook_delivery
      union all select company_id, id from absence`.execute(app.services.db);
    const foreignTo = (world: World, other: World) => [
      ...rows.filter(({ companyId }) => companyId === other.user.companyId).map(({ id }) => id),
      other.marker,
      other.user.email,
      other.location.qrCode,
      other.apiKey.key,
      world.marker === 'Ours' ? 'theirs.' : 'ours.',
    ];
    const reading = endpoints.filter(({ endpoint }) => endpoint.method === 'GET');
    for (const [world, other] of [
      [ours, theirs],
      [theirs, ours],
    ] as const) {
      const secrets = foreignTo(world, other);
      expect(secrets.length).toBeGreaterThan(10);
      for (const { name, endpoint } of reading) {
        const clients = callersOf(world, endpoint);
        // Sent to the manager as well as to the worker.
        const sample = sampleOf(name, {
          ...world,
          message: { ...world.message, id: world.managersMessageId },
        });
        const { month, code, year, date } = sample.query ?? {};
        const needed = (month ?? code ?? year ?? date) || name === 'getCrew' ? sample.query : undefined;
        const unfiltered = { ...sample, query: sample.query?.startDate ? widestOf(name) : needed };
        for (const client of clients) {
          for (const sent of [sample, unfiltered]) {
            const { body, statusCode } = await send(client, name, sent);
            expect(statusCode, name).toBe(200);
            for (const secret of secrets)
              expect(body.includes(secret), `${name} shows ${secret}`).toBe(false);
          }
        }
      }
      expect((await world.admin.raw({ url: '/api/employees' })).body).toContain(world.marker);
    }
  });
});

describe('an API key', () => {
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const open = endpoints.filter(({ endpoint }) => endpoint.apiKey);
  const reads = open.filter(({ endpoint }) => endpoint.apiKey === true);
  const writes = open.filter(({ endpoint }) => endpoint.apiKey !== true);
  const closed = endpoints.filter(({ endpoint }) => !endpoint.apiKey);
  const ask = (name: EndpointName, world: World, headers: Record<string, string>, client = app.client()) =>
    send(client, name, { ...sampleOf(name, world), headers });

  it('opens only the listed endpoints', () => {
    expect(reads.map(({ name }) => name)).toEqual([
      'listPeople',
      'listLocations',
      'getLocation',
      'getTimeEntry',
      'listMonth',
      'listShiftKinds',
      'getSchedule',
      'getLedgerDigest',
      'listLedger',
      'getDashboardLocations',
      'watchChanges',
      'getTimeEntriesReport',
      'getDailySummariesReport',
      'getCompany',
    ]);
    const byScope = Map.groupBy(writes, ({ endpoint }) => endpoint.apiKey);
    expect([...byScope].map(([scope, list]) => [scope, ...list.map(({ name }) => name)])).toEqual([
      [
        'people',
        'createEmployee',
        'updateEmployee',
        'deleteEmployee',
        'createLocation',
        'updateLocation',
        'deleteLocation',
      ],
      ['time-entries', 'createTimeEntry', 'updateTimeEntry', 'deleteTimeEntry'],
      [
        'schedules',
        ...['createShiftKind', 'updateShiftKind', 'deleteShiftKind'],
        ...['setScheduleDays', 'copySchedule', 'fillSchedule', 'publishSchedule'],
      ],
    ]);
  });

  it.each(writes)('$name: is refused to a key that only reads', async ({ name }) => {
    await expectNothingChanged(async () => {
      expectError(await ask(name, ours, bearer(ours.apiKey.key)), 'api_key_scope_missing');
    });
  });

  it.each(reads)('$name: gets the answer of an administrator, and writes nothing', async ({ name }) => {
    await ask(name, ours, bearer(ours.apiKey.key));
    await expectNothingChanged(async () => {
      const [byKey, byAdmin] = [
        await ask(name, ours, bearer(ours.apiKey.key)),
        await ask(name, ours, {}, ours.admin),
      ];
      expect(byKey.statusCode, byKey.body).toBe(200);
      // Time has passed in between.
      // The payment provider's ids are told to administrators only.
      const still = (body: string) =>
        body
          .replace(/"provider(?:Customer|Subscription)Id":[^,}]+/g, '')
          .replace(/"(?:hours|hoursWorked|totalHours|ms|workedMs|breakMs|countedMs|createdAt)":[^,}]+/g, '');
      expect(still(byKey.body)).toBe(still(byAdmin.body));
      expect(byKey.headers['set-cookie']).toBeUndefined();
    });
  });

  it.each(reads)('$name: only sees its own company', async ({ name }) => {
    const { body, statusCode } = await ask(name, theirs, bearer(ours.apiKey.key));
    // It names a location of the other company.
    const namesAnId = ['watchChanges', 'getLocation', 'getTimeEntry', 'getSchedule'].includes(name);
    expect(statusCode, body).toBe(namesAnId ? 404 : 200);
    for (const secret of [theirs.marker, theirs.user.id, theirs.user.companyId, theirs.worker.employee.id]) {
      expect(body).not.toContain(secret);
    }
  });

  it.each(closed)('$name: is refused, valid or not', async ({ name }) => {
    await expectNothingChanged(async () => {
      for (const key of [ours.apiKey.key, 'guess', '']) {
        expectError(await ask(name, ours, bearer(key)), 'api_key_not_allowed');
      }
    });
  });

  it.each(open)('$name: is refused if it is invalid, without saying why', async ({ name }) => {
    const last = ours.apiKey.key.at(-1) === 'A' ? 'Q' : 'A';
    const mistyped = ours.apiKey.key.slice(0, -1) + last;
    const wrong = [
      '',
      'guess',
      mistyped,
      generateApiKey(ours.user.companyId).key,
      ours.apiKey.prefix,
      `${ours.apiKey.key}x`,
    ];
    await expectNothingChanged(async () => {
      for (const key of wrong) {
        const response = await ask(name, ours, bearer(key));
        const { message } = expectError(response, 'api_key_invalid');
        expect(response.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
        if (key) expect(message).not.toContain(key);
      }
    });
  });

  it.each(endpoints)('$name: never together with a session', async ({ name }) => {
    await expectNothingChanged(async () => {
      for (const key of [ours.apiKey.key, 'guess']) {
        expectError(await ask(name, ours, bearer(key), ours.admin), 'two_credentials');
      }
    });
  });
});

describe('what is no request', () => {
  it.each(endpoints.filter(({ endpoint }) => endpoint.method !== 'GET'))(
    '$name: broken JSON, another type, too much',
    async ({ name, endpoint }) => {
      const { params } = sampleOf(name, ours);
      const client = viewerOf(ours, endpoint);
      const code = endpoint.upload ? 'unsupported_media_type' : 'malformed_request';
      await expectNothingChanged(async () => {
        for (const payload of brokenJson) {
          expectError(await send(client, name, { params, payload, headers: json }), code);
        }
        for (const type of [
          'text/plain',
          'application/xml',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
          'nonsense',
        ]) {
          const headers = { 'content-type': type };
          expectError(await send(client, name, { params, payload: '{}', headers }), 'unsupported_media_type');
        }
        const payload = JSON.stringify({ name: 'x'.repeat(300_000) });
        const tooMuch = endpoint.upload ? code : 'payload_too_large';
        expectError(await send(client, name, { params, payload }), tooMuch);
      });
    },
  );

  it.each(withBody)('$name: no body, or one that is not an object', async ({ name, endpoint }) => {
    const { params } = sampleOf(name, ours);
    const client = viewerOf(ours, endpoint);
    await expectNothingChanged(async () => {
      for (const payload of [undefined, ...Object.values(otherTypes).flat(), '"text"']) {
        const isObject = payload?.startsWith('{');
        // All that they take may be left out.
        if (isObject && (name === 'checkOut' || name === 'updateCompany')) continue;
        const isLeftOut = isObject || payload === undefined || payload === 'null';
        // Only for administrators is there a proof in it.
        const isOptional = [
          'deleteEmployee',
          'resetSecondFactor',
          'inviteEmployee',
          'inviteEmployees',
        ].includes(name);
        if (isLeftOut && isOptional) continue;
        const body = expectError(await send(client, name, { params, payload }), 'validation_failed');
        expect(body.issues?.length).toBeGreaterThan(0);
      }
    });
  });

  it.each(withBody)(
    '$name: wrong values in each field',
    async ({ name, endpoint }) => {
      const schema = jsonSchema(endpoint.body ?? z.object({}));
      let before = await changes();
      const fields = fieldsOf(sampleOf(name, ours).body, schema);
      for (const [index, { name: field, schema: expected, at }] of fields.entries()) {
        const accepted = typesOf(expected);
        // What is accepted counts towards limits on changes.
        await app.services.db.deleteFrom('rateLimit').execute();
        before = await changes();
        const tries = [
          ...Object.entries(otherTypes).flatMap(([type, texts]) =>
            texts.map((literal) => ({ literal, isWrong: !accepted.includes(type) })),
          ),
          ...hostileTexts.map((text) => ({
            literal: JSON.stringify(text),
            isWrong: !accepted.includes('string') || text.length > 10_000,
          })),
          // Without a second factor any code is accepted, and the company of the following tests would be gone.
        ].filter(({ isWrong }) => isWrong || name !== 'deleteCompany' || field !== 'code');
        /** Anew each time, so that a taken e-mail does not hide the effect of a later field. */
        const sendWith = async (literal: string) => {
          const { params, body } = sampleOf(name, ours);
          const again = fieldsOf(body, schema)[index];
          const payload = (again ?? { at }).at(literal);
          const response = await send(viewerOf(ours, endpoint), name, { params, payload });
          const what = `${name}.${field} = ${literal.slice(0, 40)}: ${response.statusCode} ${response.body}`;
          return { response, what };
        };
        const [first, ...others] = tries.filter(({ isWrong }) => isWrong);
        if (first) {
          const { response, what } = await sendWith(first.literal);
          expect(expectError(response, 'validation_failed').issues?.[0]?.path, what).toContain(field);
        }
        // The same schema refuses the others, which need no request.
        for (const { literal } of others) {
          const { error } = z.safeParse(endpoint.body ?? z.any(), JSON.parse(at(literal)));
          expect(error?.issues[0]?.path.join('.'), `${name}.${field} = ${literal.slice(0, 40)}`).toContain(
            field,
          );
        }
        expect(await changes(), `${name}.${field}`).toEqual(before);
        const refused: string[] = [];
        for (const { literal } of tries.filter(({ isWrong }) => !isWrong)) {
          const { response, what } = await sendWith(literal);
          expect(response.statusCode, what).toBeLessThan(500);
          if (response.statusCode < 400) continue;
          errorBody.parse(response.json());
          refused.push(literal);
        }
        before = await changes();
        for (const literal of refused) await sendWith(literal);
        expect(await changes(), `${name}.${field}: ${refused}`.slice(0, 200)).toEqual(before);
      }
    },
    180_000,
  );

  // What a kiosk says about itself may be any number and name of a release.
  it.each(endpoints.filter(({ name, endpoint }) => endpoint.query && name !== 'getKiosk'))(
    '$name: wrong values in the query',
    async ({ name, endpoint }) => {
      const { params, query = {} } = sampleOf(name, ours);
      const client = viewerOf(ours, endpoint);
      await expectNothingChanged(async () => {
        for (const key of Object.keys(query)) {
          for (const text of [...hostileTexts, 'null', '0', '2026-02-30', '[object Object]', 'a,b']) {
            if (text.length > 10_000 || text === query[key]) continue;
            const sent = { params, query: { ...query, [key]: text } };
            const { issues } = expectError(await send(client, name, sent), 'validation_failed');
            expect(issues?.[0]?.path).toBe(key);
          }
          const { method, path } = endpoint;
          const twice = `${urlOf(path, params)}?${new URLSearchParams([...Object.entries(query), [key, query[key] ?? '']])}`;
          expectError(await client.raw({ method, url: twice }), 'validation_failed');
        }
      });
    },
  );

  it.each(endpoints.filter(({ endpoint }) => endpoint.params))(
    '$name: a malformed id is unknown',
    async ({ name, endpoint }) => {
      const client = viewerOf(ours, endpoint);
      const sample = sampleOf(name, ours);
      const param = 'token' in (sample.params ?? {}) ? 'token' : 'id';
      const unknown = param === 'token' ? 'invitation_invalid' : 'not_found';
      await expectNothingChanged(async () => {
        const ids = [
          ...hostileTexts,
          '1',
          'null',
          '..',
          '../../etc/passwd',
          `${randomUUID()}x`,
          '💥',
          'x'.repeat(201),
        ];
        for (const id of ids) {
          expectError(
            await send(client, name, { ...sample, params: { [param]: id.replace('\ud800', '') } }),
            'not_found',
            unknown,
          );
        }
        for (const raw of ['%ff', '%', '%00', '%ZZ', '%ud800']) {
          const { method, path } = endpoint;
          const url = path.replace(`:${param}`, raw);
          expectError(
            await client.raw({ method, url, ...(sample.body ? { payload: sample.body } : {}) }),
            'not_found',
            unknown,
          );
        }
      });
    },
  );

  it('is packed so that it would fill the memory, or not packed as it says', async () => {
    const post = (payload: Buffer, encoding: string) =>
      app.client().raw({
        method: 'POST',
        url: '/api/login',
        payload,
        headers: { ...json, 'content-encoding': encoding },
      });
    const huge = gzipSync(JSON.stringify({ email: 'x'.repeat(20_000_000) }));
    expectError(await post(huge, 'gzip'), 'payload_too_large');
    expectError(await post(Buffer.from('{}'), 'gzip'), 'malformed_request');
    expectError(await post(Buffer.from('{}'), 'rot13'), 'unsupported_media_type', 'malformed_request');
  });

  it('answers unknown paths as JSON, too', async () => {
    for (const [method, url] of [
      ['GET', '/api'],
      ['GET', '/api/nothing'],
      ['POST', '/api/nothing'],
      ['PATCH', '/api/employees'],
      ['DELETE', '/api/user'],
      ['OPTIONS', '/api/login'],
      ['GET', '/api/%'],
    ] as const) {
      expectError(await app.client().raw({ method, url }), 'not_found');
    }
  });
});

describe('what may be said', () => {
  const texts = [
    "Robert'); drop table users; --",
    '<img src=x onerror=alert(1)> & "quotes" \\ %s {{x}} %00',
    'Žēlošanās ŁÓDŹ šįų 日本語 👩🏽‍🏭 مرحبا',
  ];

  it.each(texts)('is stored and shown unchanged: %s', async (text) => {
    const created = await ours.admin.ok('createEmployee', {
      body: { ...person(), firstName: text, lastName: text },
    });
    expect(created).toMatchObject({ firstName: text, lastName: text });
    const people = await ours.admin.ok('listEmployees');
    expect(people.find(({ id }) => id === created.id)).toMatchObject(created);

    const body = { name: text, address: text, description: `${text}\n\t${text}` };
    const added = await ours.admin.ok('createLocation', { body });
    expect(added).toMatchObject(body);
    expect(await ours.admin.ok('updateLocation', { params: { id: added.id }, body })).toEqual(added);
    expect(await ours.admin.ok('listLocations')).toContainEqual(added);

    const long = `${text}\n\t${text}`;
    const letter = { subject: text, content: long, recipientId: ours.worker.employee.id };
    const message = await ours.admin.ok('createMessage', { body: letter });
    expect(await ours.worker.client.ok('getMessage', { params: { id: message.id } })).toMatchObject(letter);
    const report = { units: 'm2', quantity: 0.01, description: long };
    const { items } = await ours.worker.client.ok('createWorkReports', {
      body: { items: [report], generalNotes: long },
    });
    expect(items).toMatchObject([{ ...report, generalNotes: long }]);
    const [latest] = await ours.worker.client.ok('listWorkReports');
    expect(latest).toMatchObject({ id: items[0]?.id, ...report });
  });

  // The database would store a replacement character instead.
  it('is refused if it could not be stored unchanged', async () => {
    for (const name of ['lone \ud800 surrogate', '\udc00']) {
      for (const body of [{ name }, { name: 'Objekts', description: name }]) {
        expectError(await send(ours.admin, 'createLocation', { body }), 'validation_failed');
      }
    }
  });

  it('may request all years', async () => {
    const query = { startDate: '1970-01-01', endDate: '2999-12-31' };
    for (const name of ['getTimeEntriesReport', 'getDailySummariesReport'] as const) {
      const response = await send(ours.admin, name, { query });
      expect(response.statusCode, response.body).toBe(200);
      expect(response.json()).not.toEqual([]);
    }
  });

  it('ignores unknown fields', async () => {
    const more = {
      id: randomUUID(),
      companyId: theirs.user.companyId,
      qrCode: 'ABCD',
      deletedAt: null,
      isOwner: true,
    };
    const added = await ours.admin.ok('createLocation', { body: { ...location, ...more } });
    expect(added.id).not.toBe(more.id);
    expect(added.companyId).toBe(ours.user.companyId);
    const params = { id: added.id };
    expect(await ours.admin.ok('updateLocation', { params, body: { ...location, ...more } })).toEqual(added);
    const body = { ...person(), ...more, mustChangePassword: false };
    const employee = await ours.admin.ok('createEmployee', { body });
    expect(employee.companyId).toBe(ours.user.companyId);
    const listed = await ours.admin.ok('listEmployees');
    expect(listed.find(({ id }) => id === employee.id)?.mustChangePassword).toBe(true);
  });
});

describe('the words of a refusal', () => {
  it.each(['lv', 'pl', 'lt'] as const)('are in the language asked for: %s', async (language) => {
    const t = translator(language);
    const headers = { 'accept-language': `${language}-XX,en;q=0.5` };
    const all = app.client();
    const refusals: [ErrorCode, LightMyRequestResponse][] = [
      ['unauthenticated', await send(all, 'listEmployees', { headers })],
      ['forbidden', await send(ours.worker.client, 'listEmployees', { headers })],
      ['password_change_required', await send(ours.newcomer, 'listEmployees', { headers })],
      ['not_found', await all.raw({ url: '/api/nothing', headers })],
      ['malformed_request', await send(all, 'login', { payload: '{', headers })],
      [
        'unsupported_media_type',
        await send(all, 'login', { payload: 'x', headers: { ...headers, 'content-type': 'a/b' } }),
      ],
      ['payload_too_large', await send(all, 'login', { payload: 'x'.repeat(300_000), headers })],
      [
        'cross_site_request',
        await send(all, 'login', { headers: { ...headers, origin: 'https://evil.example' } }),
      ],
    ];
    for (const [code, response] of refusals) {
      expect(expectError(response, code).message).toBe(t(`errors:${code}`));
      expect(t(`errors:${code}`)).not.toBe(translator('en')(`errors:${code}`));
    }
    const { message, issues } = expectError(
      await send(all, 'registerCompany', { body: { ...registration(), firstName: '', email: 'x' }, headers }),
      'validation_failed',
    );
    expect(message).toBe(t('validation:firstNameRequired'));
    expect(issues).toEqual([
      { path: 'firstName', message: t('validation:firstNameRequired') },
      { path: 'email', message: t('validation:email') },
    ]);
  });

  it('are in the reader’s own language if the request names none', async () => {
    const client = app.client();
    await client.ok('registerCompany', { body: { ...registration(), language: 'lt' } });
    const response = await send(client, 'createLocation', { body: { name: '' } });
    expect(expectError(response, 'validation_failed').message).toBe(
      translator('lt')('validation:locationNameRequired'),
    );
  });
});
