import type { Insertable } from 'kysely';
import { startOfDay } from '#domain/calendar.ts';
import { addDays, addMonths, dateIn, monthOf, weekOf } from '#domain/dates.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { generateLocationCode } from '#domain/location-code.ts';
import { PLANS, TRIAL_DAYS } from '#domain/plans.ts';
import type { Terms } from '#domain/work-calendar.ts';
import { RULE_PRESETS, type RulesChoice, validOn } from '#domain/work-rules.ts';
import { sandboxCustomerId } from '#server/platform/billing/sandbox-billing.ts';
import type {
  Absence,
  Company,
  CorrectionRequest,
  EventSource,
  Location,
  Message,
  MessageRecipient,
  MonthApproval,
  SandboxInvoice,
  SandboxSubscription,
  TimeEntry,
  UserLocation,
  Users,
  WorkReport,
  WorkRules,
} from '#server/platform/database/types.ts';
import {
  LOCATIONS,
  type LocationKey,
  PEOPLE,
  type Person,
  SHIFTS,
  type Shift,
  TASKS_IN,
  type Task,
} from './cast.ts';
import { makeDemoMessages } from './demo-messages.ts';
import { type Random, seededRandom } from './random.ts';

export const DEMO_COMPANY_ID = '019a0000-0000-7000-8000-00000000de30';
export const HISTORY_DAYS = 90;
const timeZone = 'Europe/Riga';
// Fixed, so that a poster printed from the demo still works after the history was recreated.
const seed = 2026;
const minPeopleAtWork = 5;
const billingPeriodDays = 30;
const leaveDays = 7;
const msPerMinute = 60_000;
const msPerDay = 24 * MS_PER_HOUR;

/** Latvian public holidays with a fixed date, as `MM-dd`. */
const holidays = '01-01 05-01 05-04 06-23 06-24 11-18 12-24 12-25 12-26 12-31'.split(' ');

export type DemoCompany = {
  company: Insertable<Company>;
  /** The owner first. */
  users: Insertable<Users>[];
  locations: Insertable<Location>[];
  userLocations: Insertable<UserLocation>[];
  timeEntries: Insertable<TimeEntry>[];
  workReports: Insertable<WorkReport>[];
  correctionRequests: CorrectionRequestRow[];
  workRules: Insertable<WorkRules>;
  absences: Insertable<Absence>[];
  /** Everybody's month before the last one, which is finished. */
  approvals: (Insertable<MonthApproval> & { userId: string; month: string; approvedAt: string })[];
  messages: Insertable<Message>[];
  messageRecipients: Insertable<MessageRecipient>[];
  /** It has a paid plan in the sandbox. */
  subscription: Insertable<SandboxSubscription>[];
  invoices: Insertable<SandboxInvoice>[];
};

export type CorrectionRequestRow = Insertable<CorrectionRequest> & {
  timeEntryId: string;
  reason: string;
  createdAt: string;
};

/** A stay at one location, in milliseconds since 1970; `end` is null while it lasts. */
type Stay = { location: LocationKey; start: number; end: number | null };

/** The person's name without accents, at a domain that can never exist. */
export function demoEmail({ firstName, lastName }: Person): string {
  const ascii = `${firstName}.${lastName}`.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return `${ascii}@kokamatnieks.example`;
}

/**
 * Returns a timber company in Riga with 90 days of history up to `now`, the same for the same `now`. Nobody's entries
 * overlap, and some people are at work, whatever the time of day. The shared demo company is of no payment provider.
 */
export function makeDemoCompany(now: Date, passwordHash: string, companyId = DEMO_COMPANY_ID): DemoCompany {
  const random = seededRandom(seed);
  const isPaid = companyId === DEMO_COMPANY_ID;
  const founded = new Date(now.getTime() - (HISTORY_DAYS + 3) * msPerDay);
  const keys = Object.keys(LOCATIONS) as LocationKey[];
  const locationIds = new Map(keys.map((key) => [key, random.uuid(founded)]));
  const locations = keys.map((key, position) => ({
    companyId,
    id: idOf(locationIds, key),
    name: LOCATIONS[key].name,
    address: LOCATIONS[key].address,
    description: LOCATIONS[key].description,
    qrCode: generateLocationCode(random.bytes),
    createdAt: new Date(founded.getTime() + position * msPerMinute).toISOString(),
  }));

  const staff = PEOPLE.map((person) => {
    const leave = addDays(dateIn(now, timeZone), -random.between(8, HISTORY_DAYS));
    return { person, leave, stays: staysOf(person, leave, now, random) };
  });
  callIn(staff, now, random);
  forgetOne(staff, now);

  const users: DemoCompany['users'] = [];
  const userLocations: DemoCompany['userLocations'] = [];
  const timeEntries: DemoCompany['timeEntries'] = [];
  const workReports: DemoCompany['workReports'] = [];
  const absences: DemoCompany['absences'] = [];
  for (const { person, stays, leave } of staff) {
    const hired = new Date(now.getTime() - (person.hiredDaysAgo ?? HISTORY_DAYS + 2) * msPerDay);
    const userId = random.uuid(hired);
    users.push(userRow(companyId, person, userId, hired, passwordHash, now, users.length));
    if (person.role === 'manager') {
      userLocations.push({ companyId, userId, locationId: idOf(locationIds, person.location) });
    }
    if (stays.length > 0) absences.push(leaveRow(companyId, userId, leave, random));
    for (const stay of stays) {
      const entry = entryRow(companyId, stay, userId, idOf(locationIds, stay.location), random);
      timeEntries.push(entry);
      workReports.push(...reportRows(person, stay, entry, now, random));
    }
  }
  return {
    company: companyRow(companyId, now, founded),
    users,
    locations,
    userLocations,
    timeEntries,
    workReports,
    correctionRequests: requestRows(users, timeEntries, now, random),
    workRules: { companyId, content: JSON.stringify(workRules) },
    absences,
    approvals: approvalRows(users, timeEntries, now, random),
    ...makeDemoMessages({ users, timeEntries, locationIds }, now, timeZone, random),
    subscription: isPaid ? [subscriptionRow(companyId, now)] : [],
    invoices: isPaid ? invoiceRows(companyId, now, random) : [],
  };
}

const plan = 'growth';
const paidUntil = (now: Date) => new Date(now.getTime() + billingPeriodDays * msPerDay);

function subscriptionRow(companyId: string, now: Date): Insertable<SandboxSubscription> {
  return {
    companyId,
    id: `sandbox_${companyId}`,
    plan,
    status: 'active',
    periodStart: now.toISOString(),
    periodEnd: paidUntil(now).toISOString(),
  };
}

/** One for each period since the trial. */
function invoiceRows(companyId: string, now: Date, random: Random): DemoCompany['invoices'] {
  return [2, 1, 0].map((periodsAgo) => {
    const at = new Date(now.getTime() - periodsAgo * billingPeriodDays * msPerDay);
    return {
      companyId,
      id: random.uuid(at),
      plan,
      amountCents: PLANS[plan].price * 100,
      paid: true,
      createdAt: at.toISOString(),
    };
  });
}

function idOf(ids: Map<LocationKey, string>, location: LocationKey): string {
  const id = ids.get(location);
  if (!id) throw new Error(`no location ${location}`);
  return id;
}

function companyRow(companyId: string, now: Date, founded: Date): DemoCompany['company'] {
  return {
    id: companyId,
    name: 'Kokamatnieks SIA',
    registrationNo: '40000000000',
    email: demoEmail(PEOPLE[0]),
    phone: '+371 20000000',
    address: 'Brīvības gatve 214, Rīga, LV-1039',
    timezone: timeZone,
    language: 'lv',
    subscriptionPlan: plan,
    subscriptionStatus: 'active',
    trialEndsAt: new Date(founded.getTime() + TRIAL_DAYS * msPerDay).toISOString(),
    currentPeriodEnd: paidUntil(now).toISOString(),
    providerCustomerId: companyId === DEMO_COMPANY_ID ? sandboxCustomerId(companyId) : null,
    // Tells the seed how old the history is.
    createdAt: now.toISOString(),
  };
}

function userRow(
  companyId: string,
  person: Person,
  id: string,
  hired: Date,
  passwordHash: string,
  now: Date,
  index: number,
): Insertable<Users> {
  const { firstName, lastName, role = 'employee', language = null, leftDaysAgo } = person;
  const dateAgo = (days: number) => addDays(dateIn(now, timeZone), -days);
  return {
    companyId,
    id,
    email: demoEmail(person),
    passwordHash,
    firstName,
    lastName,
    role,
    isActive: leftDaysAgo === undefined,
    deactivatedAt:
      leftDaysAgo === undefined ? null : new Date(now.getTime() - leftDaysAgo * msPerDay).toISOString(),
    isOwner: person === PEOPLE[0],
    mustChangePassword: person.mustChangePassword ?? false,
    language,
    createdAt: hired.toISOString(),
    payrollNo: String(index + 1).padStart(4, '0'),
    position: LOCATIONS[person.location].position,
    employedFrom: dateIn(hired, timeZone),
    employedTo: leftDaysAgo === undefined ? null : dateAgo(leftDaysAgo),
    workTerms: JSON.stringify(termsOf(person)),
  };
}

/** Shift workers have summed working time; the others what the company has usually. */
function termsOf({ shift, isPartTime }: Person): Terms[] {
  if (shift !== 'rotating' && shift !== 'night' && !isPartTime) return [];
  const hours = isPartTime ? 4 : 8;
  return [
    {
      validFrom: '2020-01-01',
      pattern: Array.from({ length: 7 }, (_, day) => (day < 5 ? hours * MS_PER_HOUR : 0)),
      weekly: 5 * hours * MS_PER_HOUR,
      workTime: isPartTime ? 'fixed' : 'summed',
      ...{ reducedNorm: false, overContractFrom: null, overtimeConsent: false, markedNightWork: false },
    },
  ];
}

const beginning = '1970-01-01';

/** Latvian rules, with half an hour of break taken from long shifts, and a quarter of a year for summed time. */
const workRules = {
  choices: [
    {
      validFrom: beginning,
      country: 'LV',
      settlementMonths: 3,
      breaks: { ...validOn(RULE_PRESETS.LV, beginning).breaks, policy: 'automatic' },
    } satisfies RulesChoice,
  ],
  holidays: [],
  daysOff: [],
  movedDays: [],
};

/** Annual leave. */
function leaveRow(companyId: string, userId: string, from: string, random: Random): Insertable<Absence> {
  const createdAt = new Date(startOfDay(from, timeZone).getTime() - 14 * msPerDay);
  return {
    companyId,
    id: random.uuid(createdAt),
    userId,
    ...{ code: 'A', paid: true, lowersNorm: true, isForHolidayWork: false },
    startDate: from,
    endDate: addDays(from, leaveDays - 1),
    createdAt: createdAt.toISOString(),
  };
}

/** The owner's approvals, and the other administrator's of the owner's month. */
function approvalRows(
  users: DemoCompany['users'],
  timeEntries: DemoCompany['timeEntries'],
  now: Date,
  random: Random,
): DemoCompany['approvals'] {
  const month = addMonths(dateIn(now, timeZone).slice(0, 7), -2);
  const { start, end } = monthOf(`${month}-01`);
  const [from, to] = [start, addDays(end, 1)].map((date) => startOfDay(date, timeZone));
  const [owner, other] = users.filter(({ role }) => role === 'admin');
  if (!from || !to || !owner || !other) throw new Error('two administrators are needed');
  const hasEntries = ({ id }: DemoCompany['users'][number]) =>
    timeEntries.some(
      ({ userId, checkIn }) => userId === id && new Date(checkIn) >= from && new Date(checkIn) < to,
    );
  return users.filter(hasEntries).map(({ companyId, id: userId = '' }) => {
    const approvedAt = new Date(to.getTime() + 2 * msPerDay + 9 * MS_PER_HOUR);
    return {
      companyId,
      id: random.uuid(approvedAt),
      userId,
      month,
      startsAt: from.toISOString(),
      endsAt: to.toISOString(),
      approvedBy: (userId === owner.id ? other : owner).id ?? '',
      approvedAt: approvedAt.toISOString(),
    };
  });
}

/** The person's stays, oldest first, up to now, without those of their leave. */
function staysOf(person: Person, leave: string, now: Date, random: Random): Stay[] {
  const today = dateIn(now, timeZone);
  const lastDay = person.leftDaysAgo === undefined ? today : addDays(today, -person.leftDaysAgo);
  const stays: Stay[] = [];
  if (person.mustChangePassword) return stays;
  for (let date = addDays(today, -HISTORY_DAYS); date <= lastDay; date = addDays(date, 1)) {
    const isAway = date >= leave && date < addDays(leave, leaveDays);
    if (isAway || isOff(date, random)) continue;
    for (const stay of workDay(person, date, random)) {
      const previous = stays.at(-1);
      const isFree = !previous || (previous.end !== null && previous.end <= stay.start);
      if (!isFree || stay.start > now.getTime()) continue;
      stays.push({ ...stay, end: stay.end !== null && stay.end > now.getTime() ? null : stay.end });
    }
  }
  return stays;
}

function isOff(date: string, random: Random): boolean {
  const isWeekend = date >= addDays(weekOf(date).start, 5);
  const isHoliday = holidays.includes(date.slice(5));
  return !random.chance(isWeekend || isHoliday ? 0.06 : 0.96);
}

function shiftOn({ shift }: Person, date: string): Shift {
  if (shift !== 'rotating') return shift;
  const week = Math.floor(Date.parse(weekOf(date).start) / (7 * msPerDay));
  return (['early', 'late', 'night'] as const)[week % 3] ?? 'early';
}

/** The stays of one shift: one, two around a lunch break, or two with a move to another location. */
function workDay(person: Person, date: string, random: Random): Stay[] {
  const shift = shiftOn(person, date);
  const { start: planned, minutes } = SHIFTS[shift];
  const late = random.chance(0.06) ? random.between(15, 75) : random.between(-12, 6);
  const opens = Temporal.PlainDateTime.from(`${date}T${planned}`).toZonedDateTime(timeZone).epochMilliseconds;
  const start = opens + late * msPerMinute + random.between(0, 59_999);
  const forgotten = random.chance(0.012) ? random.between(240, 420) : 0;
  const length = (person.isPartTime ? minutes / 2 : minutes) + random.between(-20, 35) + forgotten;
  const end = start + length * msPerMinute + random.between(0, 59_999);
  const middle = start + random.between(170, 260) * msPerMinute;
  const { location } = person;
  if (shift === 'office' && random.chance(0.7)) {
    return [
      { location, start, end: middle },
      { location, start: middle + random.between(25, 55) * msPerMinute, end },
    ];
  }
  if (person.isMobile && random.chance(0.45)) {
    const others = (['warehouse', 'joinery', 'site', 'sawmill'] as const).filter(
      (other) => other !== location,
    );
    return [
      { location, start, end: middle },
      { location: random.pick(others), start: middle, end },
    ];
  }
  return [{ location, start, end }];
}

/** Adds people at work on nights and weekends, from those whose shift ended a while ago. */
function callIn(staff: { person: Person; stays: Stay[] }[], now: Date, random: Random): void {
  const isAtWork = ({ stays }: { stays: Stay[] }) => stays.at(-1)?.end === null;
  const available = staff.filter(
    (member) => !isAtWork(member) && member.stays.length > 0 && member.person.leftDaysAgo === undefined,
  );
  const missing = minPeopleAtWork - staff.filter(isAtWork).length;
  // Those whose last shift ended longest ago.
  const lastEnd = ({ stays }: { stays: Stay[] }) => stays.at(-1)?.end ?? 0;
  for (const { person, stays } of available
    .toSorted((a, b) => lastEnd(a) - lastEnd(b))
    .slice(0, Math.max(0, missing))) {
    const start = now.getTime() - random.between(25, 200) * msPerMinute;
    stays.push({ location: person.location, start: Math.max(start, lastEnd({ stays })), end: null });
  }
}

/** One person has forgotten a check-out, longer ago than the longest shift. */
function forgetOne(staff: { person: Person; stays: Stay[] }[], now: Date): void {
  const longAgo = now.getTime() - 16 * MS_PER_HOUR;
  const last = staff
    .filter(
      ({ person }) => person.role !== 'admin' && person !== PEOPLE[1] && person.leftDaysAgo === undefined,
    )
    .flatMap(({ stays }) => stays.slice(-1))
    .filter(({ start, end }) => end !== null && start < longAgo)
    .toSorted((a, b) => b.start - a.start)[0];
  if (last) last.end = null;
}

/** Two workers who stayed longer than their last entry says request a correction. */
function requestRows(
  users: DemoCompany['users'],
  timeEntries: DemoCompany['timeEntries'],
  now: Date,
  random: Random,
): CorrectionRequestRow[] {
  return requests.flatMap(({ of, minutes, reason }) => {
    const { id: userId } = users[PEOPLE.findIndex(({ lastName }) => lastName === of)] ?? {};
    const entry = timeEntries.findLast((one) => one.userId === userId);
    if (!userId || !entry?.checkOut) return [];
    const wanted = Date.parse(entry.checkOut) + minutes * msPerMinute;
    const askedAt = wanted + 5 * msPerMinute;
    if (askedAt >= now.getTime()) return [];
    return {
      companyId: entry.companyId,
      id: random.uuid(askedAt),
      userId,
      kind: 'edit',
      timeEntryId: entry.id,
      checkOut: new Date(wanted).toISOString(),
      reason,
      createdAt: new Date(askedAt).toISOString(),
    };
  });
}

function sourceOf(random: Random): EventSource {
  const roll = random.next();
  if (roll < 0.86) return 'qr';
  return roll < 0.97 ? 'code' : 'offline';
}

function entryRow(companyId: string, stay: Stay, userId: string, locationId: string, random: Random) {
  const checkIn = new Date(stay.start).toISOString();
  return {
    companyId,
    id: random.uuid(stay.start),
    userId,
    locationId,
    checkIn,
    checkOut: stay.end === null ? null : new Date(stay.end).toISOString(),
    checkInSource: sourceOf(random),
    checkOutSource: stay.end === null ? null : random.chance(0.1) ? ('button' as const) : sourceOf(random),
    createdAt: checkIn,
  };
}

const requests = [
  { of: 'Ozols', minutes: 35, reason: 'Pēc atzīmēšanās vēl izkrāvu piegādi.' },
  { of: 'Jansone', minutes: 20, reason: 'Vēl runāju ar klientu, aizgāju vēlāk.' },
];

const notes = [
  'Trūkst skrūvju 6×120.',
  'Rīt jāturpina.',
  'Materiāls piegādāts ar kavēšanos.',
  'Viss pabeigts.',
];

/** The person's work report on a stay: after most of the longer ones, sometimes while still there. */
function reportRows(
  { language, location }: Person,
  stay: Stay,
  entry: ReturnType<typeof entryRow>,
  now: Date,
  random: Random,
): Insertable<WorkReport>[] {
  const hours = ((stay.end ?? now.getTime()) - stay.start) / MS_PER_HOUR;
  const probability = location === 'office' ? 0.15 : stay.end === null ? 0.4 : 0.65;
  if (hours < 1 || !random.chance(probability)) return [];
  const sentAt = stay.end ?? random.between(stay.start + MS_PER_HOUR / 2, now.getTime());
  const submissionId = random.uuid(sentAt);
  const tasks = (language && TASKS_IN[language]) ?? LOCATIONS[stay.location].tasks;
  const first = random.between(0, tasks.length - 1);
  const chosen = tasks.slice(first, first + random.between(1, 2));
  const generalNotes = random.chance(0.12) ? random.pick(notes) : null;
  return chosen.map((task) => ({
    companyId: entry.companyId,
    id: random.uuid(sentAt),
    userId: entry.userId,
    timeEntryId: entry.id,
    submissionId,
    units: task.units,
    quantity: quantityOf(task, hours, random),
    description: task.description,
    generalNotes,
    createdAt: new Date(sentAt).toISOString(),
  }));
}

function quantityOf({ units, from, to }: Task, hours: number, random: Random): number {
  if (units === 'hours') return Math.min(random.between(from * 2, to * 2) / 2, Math.floor(hours));
  return Math.max(1, Math.round(random.between(from, to) * Math.min(1, hours / 8)));
}
