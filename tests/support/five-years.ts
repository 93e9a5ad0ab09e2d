/** A company with five years of data, and what every page and list asks of it. */
import { ASK_PRESETS } from '#contract/ask.ts';
import { contract, type EndpointInput, type EndpointName } from '#contract/index.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { fillDirectory } from '#server/platform/database/directory.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import {
  addEmployee,
  addLocation,
  addWebhook,
  type Company,
  feedTokenIn,
  linkTokenIn,
  registerCompany,
} from './factories.ts';
import { startTestApp, type TestApp, type TestClient } from './test-app.ts';

/** When the five years end. */
export const now = '2026-03-16T09:00:00.000Z';
const weeks = 5 * 52;

/** Who looks at the company's pages, and what these show. */
export type FiveYears = {
  app: TestApp;
  admin: TestClient;
  worker: TestClient;
  kiosk: TestClient;
  ids: HistoryIds;
};

/** A server at the end of the five years: a company with an administrator, an employee, a kiosk and a webhook. `fill` adds the data. */
export async function startFiveYears(
  fill: (
    app: TestApp,
    made: { company: Company; worker: { client: TestClient; id: string }; qrCode: string },
  ) => Promise<void>,
): Promise<FiveYears> {
  const app = await startTestApp({ clock: fixedClock(now), isOwn: true });
  const company = await registerCompany(app, { subscriptionPlan: 'business' });
  const { admin } = company;
  const { client: worker, employee } = await addEmployee(app, company);
  const location = await addLocation(company);
  const body = { locationId: location.id, name: 'Gate' };
  const { code } = await admin.ok('createKioskPairingCode', { body });
  const kiosk = app.client();
  await kiosk.ok('pairKiosk', { body: { code } });
  const webhook = await addWebhook(company, { events: ['month.unlocked'] });
  await fill(app, { company, worker: { client: worker, id: employee.id }, qrCode: location.qrCode });
  const { db } = app.services;
  await fillDirectory(db);
  const invited = await admin.ok('createEmployee', { body: { firstName: 'Ilze', lastName: 'Ozola' } });
  const entry = db.selectFrom('timeEntry').where('userId', '=', employee.id).orderBy('checkIn');
  // With years of messages before it: where few are, a plan rightly reads them all.
  const message = db
    .selectFrom('messageRecipient')
    .where('userId', '=', employee.id)
    .orderBy('messageId', 'desc');
  const ids = {
    worker: employee.id,
    location: location.id,
    code: location.qrCode,
    entry: (await entry.select('id').executeTakeFirstOrThrow()).id,
    message: (await message.select('messageId').executeTakeFirstOrThrow()).messageId,
    invitation: linkTokenIn((await admin.ok('inviteEmployee', { params: { id: invited.id } })).url),
    feed: feedTokenIn((await admin.ok('createScheduleFeed')).url),
    webhook: webhook.id,
  };
  return { app, admin, worker, kiosk, ids };
}

/** Five years of data in each company: without triggers and checks, since these rows are valid by construction. */
export async function seedHistory(
  connectionString: string,
  { people, entriesPerWeek }: { people: number; entriesPerWeek: number },
): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query(`
      begin;
      set local session_replication_role = replica;
      set local timezone = 'UTC';
      insert into users (company_id, id, email, password_hash, first_name, last_name)
        select id, gen_random_uuid(), n || '.' || id || '@example.test', '', 'Person', n::text
        from company, generate_series(1, ${people}) n;
      insert into location (company_id, id, name, qr_code)
        select id, gen_random_uuid(), 'Location ' || n, id || '-' || n from company, generate_series(1, 9) n;
      insert into badge (company_id, code_hash, user_id, sealed, created_at, retired_at)
        select company_id, uuid_send(gen_random_uuid()), id, '', '${now}', case when n > 1 then '${now}'::timestamptz end
        from users, generate_series(1, 3) n;
      create temp table person on commit drop as
        select company_id, id, row_number() over (partition by company_id order by id) as n from users;
      create temp table spot on commit drop as
        select company_id, id, row_number() over (partition by company_id order by id) as n from location;

      insert into time_entry (company_id, id, user_id, location_id, check_in, check_out, check_in_source, check_out_source,
          created_at)
        select p.company_id, gen_random_uuid(), p.id, l.id, check_in, check_out, 'qr',
          case when check_out is not null then 'qr'::event_source end, check_in
        from generate_series(${weeks * entriesPerWeek} - 1, 0, -1) i
        cross join person p
        cross join lateral (select '${now}'::timestamptz - i * interval '1 week' / ${entriesPerWeek}
          - (60 + p.n) * interval '1 minute') a (check_in)
        cross join lateral (select case when i > 0 then check_in + interval '8 hours'
          when p.n % 2 = 0 then check_in + interval '1 minute' end) b (check_out)
        join spot l on l.company_id = p.company_id and l.n = 1 + (p.n + i) % 10;
      insert into scan (company_id, user_id, id, location_id, time_entry_id, action, source, effective_at, received_at)
        select company_id, user_id, gen_random_uuid(), location_id, id, action::scan_action, 'qr', at, at
        from time_entry cross join lateral (values ('check-in', check_in), ('check-out', check_out)) v (action, at)
        where at is not null;
      insert into flag (company_id, id, user_id, scan_id, kind, location_id, at, figures, others, created_at, dismissed_by,
          dismissed_at, note)
        select company_id, gen_random_uuid(), user_id, id, 'clock-wrong', location_id, effective_at, '{"minutes": 20}', '{}',
          effective_at, case when not is_new then user_id end, case when not is_new then effective_at end,
          case when not is_new then 'New phone' end
        from scan cross join lateral (select effective_at > '${now}'::timestamptz - interval '20 days') v (is_new)
        where hashtext(id::text) % 5 = 0;
      insert into work_report (company_id, id, user_id, time_entry_id, submission_id, units, quantity, description, created_at)
        select company_id, gen_random_uuid(), user_id, id, gen_random_uuid(), 'm2', 12.5, 'Wall panels mounted', check_in
        from time_entry where hashtext(id::text) % 3 = 0;
      insert into correction_request (company_id, id, user_id, kind, time_entry_id, check_in, reason, status, created_at,
          decided_by, decided_at)
        select company_id, gen_random_uuid(), user_id, 'edit', id, check_in - interval '5 minutes', 'Forgot',
          case when is_new then 'pending' else 'approved' end::approval_status, check_in + interval '1 day',
          case when not is_new then user_id end, case when not is_new then check_in + interval '2 days' end
        from time_entry cross join lateral (select check_in > '${now}'::timestamptz - interval '20 days') v (is_new)
        where hashtext(id::text) % 5 = 0;
      insert into correction_request (company_id, id, user_id, kind, check_in, check_out, absence_code, absence_start,
          absence_end, status, created_at, decided_by, decided_at)
        select company_id, gen_random_uuid(), id, 'absence', day, day + interval '5 days', 'A', day::date, day::date + 4,
          'approved', day, id, day
        from person, generate_series('2021-03-01'::timestamptz, '2026-02-01', interval '3 months') day;
      insert into absence (company_id, id, user_id, code, paid, lowers_norm, is_for_holiday_work, start_date, end_date,
          created_at)
        select company_id, id, user_id, 'A', true, true, false, absence_start, absence_end, created_at
        from correction_request where kind = 'absence';
      insert into schedule_day (company_id, user_id, date, version, is_covered)
        select company_id, id, day::date, 1, true
        from person, generate_series('2021-03-01'::date, '2026-05-31', interval '1 day') day;
      insert into planned_shift (company_id, user_id, date, is_draft, starts, ends, break_minutes)
        select company_id, user_id, date, is_draft, 420, 930, 30
        from schedule_day, (values (true), (false)) v (is_draft) where extract(isodow from date) < 6;
      insert into schedule_announcement (company_id, id, user_id, start_date, end_date, announced_at, announced_by, days)
        select company_id, gen_random_uuid(), id, month::date, month::date + 27, month - interval '35 days', id, '[]'
        from person, generate_series('2021-03-01'::timestamptz, '2026-05-01', interval '1 month') month;
      create temp table finished on commit drop as
        select company_id, id as user_id, to_char(month, 'YYYY-MM') as month, month as starts_at,
          month + interval '1 month' as ends_at
        from person, generate_series('2021-03-01'::timestamptz, '2026-02-01', interval '1 month') month;
      insert into month_approval (company_id, id, user_id, month, starts_at, ends_at, approved_by, approved_at)
        select company_id, gen_random_uuid(), user_id, month, starts_at, ends_at, user_id, ends_at from finished;
      insert into month_answer (company_id, user_id, month, answer, ms, answered_at)
        select company_id, user_id, month, 'confirmed', 0, ends_at from finished;
      insert into message (company_id, id, sender_id, subject, content, created_at)
        select company_id, gen_random_uuid(), id, 'Notice', 'Helmets from tomorrow on.', at
        from person, generate_series('${now}'::timestamptz - interval '5 years', '${now}', interval '12 hours') at where n = 1;
      insert into message_recipient (company_id, user_id, message_id, read_at)
        select m.company_id, p.id, m.id, case when created_at < '${now}'::timestamptz - interval '5 days' then created_at end
        from message m join person p using (company_id) where p.n <= 8;
      insert into ledger_record (company_id, seq, at, kind, actor_id, user_id, time_entry_id, body, prev_hash, hash)
        select company_id, row_number() over (partition by company_id order by check_in) + 1000, check_in, 'scan',
          user_id, user_id, id, '{}', '', ''
        from time_entry;
      insert into webhook_delivery (company_id, webhook_id, type, about_id, at, facts, due_at, tries, tried_at, status)
        select w.company_id, w.id, 'person.changed', p.id, at, '{}', null, 1, at, 204
        from webhook w join person p using (company_id),
          generate_series('${now}'::timestamptz - interval '30 days', '${now}', interval '3 hours') at;
      commit;
      analyze`);
  });
}

/** Rows of the company that endpoints are asked for. */
export type HistoryIds = {
  worker: string;
  location: string;
  code: string;
  entry: string;
  message: string;
  invitation: string;
  feed: string;
  webhook: string;
};

type ReadingEndpoint = {
  [K in EndpointName]: (typeof contract)[K]['method'] extends 'GET' ? K : never;
}[EndpointName];

const yesterday = { startDate: '2026-03-15', endDate: '2026-03-15' };
const february = { startDate: '2026-02-01', endDate: '2026-02-28' };

/** Inputs of endpoints that require parameters, and of those that accept filters. */
const inputs: { [K in EndpointName]?: (ids: HistoryIds) => EndpointInput<K>[] } = {
  getLocationOfCode: (ids) => [{ query: { code: ids.code } }],
  getPosterLocation: (ids) => [{ query: { code: ids.code } }],
  getInvitation: (ids) => [{ params: { token: ids.invitation } }],
  getScheduleFeed: (ids) => [{ params: { token: ids.feed } }],
  getCrew: (ids) => [{ params: { id: ids.location } }],
  getLocationQr: (ids) => [{ params: { id: ids.location } }],
  getLocation: (ids) => [{ params: { id: ids.location } }],
  getTimeEntry: (ids) => [{ params: { id: ids.entry } }],
  getTimeEntryHistory: (ids) => [{ params: { id: ids.entry } }],
  listEndProposals: (ids) => [{ params: { id: ids.entry } }],
  getEmployee: (ids) => [{ params: { id: ids.worker } }],
  listEmployeeHistory: (ids) => [{ params: { id: ids.worker } }],
  listFlags: (ids) => [{ query: {} }, { query: { userId: ids.worker } }],
  getMessage: (ids) => [{ params: { id: ids.message } }],
  listWorkReports: () => [{ query: {} }, { query: { month: '2022-02' } }],
  listMessageRecipients: (ids) => [{ params: { id: ids.message } }],
  listMessages: (ids) => [{ query: {} }, { query: { before: ids.message } }],
  listMonth: () => [{ query: { month: '2026-02' } }, { query: { month: '2022-02' } }],
  listCorrectionRequests: (ids) => [
    { query: {} },
    { query: { status: 'pending' } },
    { query: { userId: ids.worker } },
  ],
  listLedger: () => [{ query: { after: '0' } }, { query: { after: '5000' } }],
  getDashboardStats: () => [{ query: {} }, { query: { as: 'employee' } }],
  explainHours: (ids) => [
    { query: { ...february, userId: ids.worker } },
    { query: { ...yesterday, userId: ids.worker } },
  ],
  getMonthHours: (ids) => [
    { params: { month: '2026-02' }, query: { userId: ids.worker } },
    { params: { month: '2022-02' }, query: { userId: ids.worker, details: 'true' } },
  ],
  listDependentMonths: (ids) => [{ query: { month: '2025-12', userId: ids.worker } }],
  getMonthSheet: (ids) => [
    { params: { month: '2026-02' }, query: { format: 'json' } },
    { params: { month: '2022-02' }, query: { format: 'json', userId: ids.worker } },
  ],
  getSchedule: (ids) => [
    { query: february },
    { query: { ...february, plan: 'published', locationId: ids.location } },
  ],
  listAnnouncements: () => [{ query: february }],
  getScheduleFile: () => [{ query: { month: '2026-02' } }],
  getOwnSchedule: () => [{ query: february }],
  getExpected: () => [{ query: { date: '2026-03-13' } }],
  getMonthPayroll: () => [{ params: { month: '2026-02' }, query: { preview: 'true' } }],
  listWarnings: () => [{ query: { month: '2025-12' } }],
  getTimeEntriesReport: (ids) => [
    { query: february },
    { query: { ...february, select: 'overlapping' } },
    { query: { ...february, employeeId: ids.worker } },
    { query: { ...february, locationId: ids.location } },
  ],
  getDailySummariesReport: () => [{ query: february }, { query: yesterday }],
  getTimeline: () => [{ query: {} }, { query: { date: '2022-02-10' } }],
  getBoard: (ids) => [{ query: {} }, { query: { locationId: ids.location } }],
  getOverviewReport: (ids) => [
    { query: february },
    { query: { ...february, employeeId: ids.worker } },
    { query: { ...february, locationId: ids.location } },
    { query: { startDate: '2025-01-01', endDate: '2025-12-31' } },
  ],
  getNormReport: (ids) => [{ query: february }, { query: { ...february, employeeId: ids.worker } }],
  getOutputReport: () => [{ query: february }, { query: { ...february, by: 'job' } }],
  createAiReport: (ids) => [{ params: { id: ids.location }, body: { date: '2026-03-13' } }],
  listWebhookDeliveries: (ids) => [
    { params: { id: ids.webhook }, query: {} },
    { params: { id: ids.webhook }, query: { limit: 2 } },
  ],
  getBadge: (ids) => [{ params: { id: ids.worker } }],
  listBadges: (ids) => [{ body: { userIds: [ids.worker] } }],
  getPersonalCode: (ids) => [{ params: { id: ids.worker } }],
  listHolidays: () => [{ query: { year: '2026' } }],
  listAbsences: (ids) => [{ query: february }, { query: { ...february, userId: ids.worker } }],
  askPreset: () => ASK_PRESETS.map((preset) => ({ body: { preset } })),
};
const everybodysHours = [{ params: { month: '2026-02' }, query: {} }];
const explainedForAll = [{ query: february }, { query: yesterday }];

/** Lists shown on a page although they are requested with a body. */
const alsoReading = ['createAiReport', 'askPreset', 'listBadges'] as const satisfies EndpointName[];
export type Listed = ReadingEndpoint | (typeof alsoReading)[number];
const isListed = (name: EndpointName): name is Listed =>
  contract[name].method === 'GET' || alsoReading.some((also) => also === name);
export const listed = (Object.keys(contract) as EndpointName[]).filter(isListed);

/** The inputs with which the endpoint is called, by somebody who reads about everybody or only about themselves. */
export function inputsOf(
  name: Listed,
  ids: HistoryIds,
  { readsAll }: { readsAll: boolean },
): EndpointInput<Listed>[] {
  const all = [
    ...(name === 'explainHours' && readsAll ? explainedForAll : []),
    ...(name === 'getMonthHours' && readsAll ? everybodysHours : []),
  ];
  return [...(inputs[name]?.(ids) ?? (all.length > 0 ? [] : [{}])), ...all];
}
