import type { Insertable } from 'kysely';
import { startOfDay } from '#domain/calendar.ts';
import { addDays, addMonths, dateIn, weekOf } from '#domain/dates.ts';
import { publicHolidays } from '#domain/holidays.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { generateLocationCode } from '#domain/location-code.ts';
import { PLANS, TRIAL_DAYS } from '#domain/plans.ts';
import type { Terms } from '#domain/work-calendar.ts';
import { ABSENCE_CODES, RULE_PRESETS, type RulesChoice, validOn } from '#domain/work-rules.ts';
import type {
  Absence,
  Company,
  CorrectionRequest,
  EventSource,
  Location,
  Message,
  MessageRecipient,
  SandboxInvoice,
  SandboxSubscription,
  TimeEntry,
  UserLocation,
  Users,
  WorkReport,
  WorkRules,
} from '#server/generated/types.ts';
import { sandboxCustomerId } from '#server/platform/billing/sandbox-billing.ts';
import {
  type Cast,
  type LocationKey,
  type Person,
  type Location as Place,
  SHIFTS,
  type Shift,
  type Task,
} from './cast.ts';
import { makeDemoMessages } from './demo-messages.ts';
import { type DemoSchedule, makeDemoSchedule } from './demo-schedule.ts';
import { LATVIAN_CAST } from './latvian-cast.ts';
import { type Random, seededRandom } from './random.ts';

export const HISTORY_DAYS = 90;
const billingPeriodDays = 30;
const leaveDays = 7;
const msPerMinute = 60_000;
const msPerDay = 24 * MS_PER_HOUR;

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
  absences: (Insertable<Absence> & { userId: string; startDate: string; endDate: string })[];
  schedule: DemoSchedule;
  /** The month before the last one, `yyyy-MM`: when it is approved. */
  finished: { month: string; at: Date };
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
export function demoEmail({ firstName, lastName }: Person, { domain }: Pick<Cast, 'domain'>): string {
  const ascii = `${firstName}.${lastName}`.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return `${ascii}@${domain}`;
}

/**
 * Returns a company with 90 days of history up to `now`, the same for the same `now`. Nobody's entries overlap, and some people
 * are at work, whatever the time of day. With another id than the cast's it is of no payment provider.
 */
export function makeDemoCompany(
  now: Date,
  passwordHash: string,
  { cast = LATVIAN_CAST, companyId = cast.companyId }: { cast?: Cast; companyId?: string } = {},
): DemoCompany {
  const { timeZone } = cast;
  const random = seededRandom(cast.seed);
  const isPaid = companyId === cast.companyId;
  const founded = new Date(now.getTime() - (HISTORY_DAYS + 3) * msPerDay);
  const keys = Object.keys(cast.locations) as LocationKey[];
  const locationIds = new Map(keys.map((key) => [key, random.uuid(founded)]));
  const locations = keys.map((key, position) => ({
    companyId,
    id: idOf(locationIds, key),
    name: placeOf(cast, key).name,
    address: placeOf(cast, key).address,
    description: placeOf(cast, key).description,
    qrCode: generateLocationCode(random.bytes),
    createdAt: new Date(founded.getTime() + position * msPerMinute).toISOString(),
  }));

  const staff = cast.people.map((person) => {
    const leave = addDays(dateIn(now, timeZone), -random.between(8, HISTORY_DAYS));
    return { person, leave, stays: staysOf(cast, person, leave, now, random) };
  });
  callIn(cast, staff, now, random);
  // A forgotten check-out is somebody's open question, in one of the companies.
  if (cast.letters.length > 0) forgetOne(cast, staff, now);

  const users: DemoCompany['users'] = [];
  const userLocations: DemoCompany['userLocations'] = [];
  const timeEntries: DemoCompany['timeEntries'] = [];
  const workReports: DemoCompany['workReports'] = [];
  const absences: DemoCompany['absences'] = [];
  for (const { person, stays, leave } of staff) {
    const hired = new Date(now.getTime() - (person.hiredDaysAgo ?? HISTORY_DAYS + 2) * msPerDay);
    const userId = random.uuid(hired);
    users.push(userRow(cast, companyId, person, userId, hired, passwordHash, now, users.length));
    if (person.role === 'manager') {
      userLocations.push({ companyId, userId, locationId: idOf(locationIds, person.location) });
    }
    if (stays.length > 0) absences.push(leaveRow(cast, companyId, userId, leave, random));
    for (const stay of stays) {
      const entry = entryRow(companyId, stay, userId, idOf(locationIds, stay.location), random);
      timeEntries.push(entry);
      workReports.push(...reportRows(cast, person, stay, entry, now, random));
    }
  }
  const month = addMonths(dateIn(now, timeZone).slice(0, 7), -2);
  absences.push(...onCallRows(cast, { users, absences }, month, random));
  const after = startOfDay(`${addMonths(month, 1)}-03`, timeZone).getTime();
  return {
    company: companyRow(cast, companyId, now, founded),
    users,
    locations,
    userLocations,
    timeEntries,
    workReports,
    correctionRequests: requestRows(cast, users, timeEntries, now, random),
    workRules: { companyId, content: JSON.stringify(rulesOf(cast)) },
    absences,
    schedule: makeDemoSchedule(cast, { users, absences, locationIds }, shiftOn, now),
    finished: { month, at: new Date(after + 9 * MS_PER_HOUR) },
    ...makeDemoMessages(cast, { users, timeEntries, locationIds }, now, random),
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

function placeOf({ locations }: Cast, location: LocationKey): Place {
  const place = locations[location];
  if (!place) throw new Error(`no location ${location}`);
  return place;
}

function idOf(ids: Map<LocationKey, string>, location: LocationKey): string {
  const id = ids.get(location);
  if (!id) throw new Error(`no location ${location}`);
  return id;
}

function companyRow(cast: Cast, companyId: string, now: Date, founded: Date): DemoCompany['company'] {
  const { name, registrationNo, phone, address, timeZone: timezone, language } = cast;
  return {
    id: companyId,
    name,
    registrationNo,
    phone,
    address,
    timezone,
    language,
    email: demoEmail(cast.people[0], cast),
    subscriptionPlan: plan,
    subscriptionStatus: 'active',
    trialEndsAt: new Date(founded.getTime() + TRIAL_DAYS * msPerDay).toISOString(),
    currentPeriodEnd: paidUntil(now).toISOString(),
    providerCustomerId: companyId === cast.companyId ? sandboxCustomerId(companyId) : null,
    // Tells the seed how old the history is.
    createdAt: now.toISOString(),
  };
}

function userRow(
  cast: Cast,
  companyId: string,
  person: Person,
  id: string,
  hired: Date,
  passwordHash: string,
  now: Date,
  index: number,
): Insertable<Users> {
  const { firstName, lastName, role = 'employee', language = null, leftDaysAgo } = person;
  const { timeZone } = cast;
  const dateAgo = (days: number) => addDays(dateIn(now, timeZone), -days);
  return {
    companyId,
    id,
    email: demoEmail(person, cast),
    passwordHash,
    firstName,
    lastName,
    role,
    isActive: leftDaysAgo === undefined,
    deactivatedAt:
      leftDaysAgo === undefined ? null : new Date(now.getTime() - leftDaysAgo * msPerDay).toISOString(),
    isOwner: person === cast.people[0],
    mustChangePassword: person.mustChangePassword ?? false,
    language,
    createdAt: hired.toISOString(),
    payrollNo: String(index + 1).padStart(4, '0'),
    position: placeOf(cast, person.location).position,
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
      reducedNorm: false,
      overContractFrom: null,
      overtimeConsent: false,
      markedNightWork: false,
    },
  ];
}

const beginning = '1970-01-01';

/** The country's rules; where breaks are unpaid, with half an hour taken from long shifts; a quarter of a year for summed time. */
function rulesOf({ country }: Cast) {
  const { breaks } = validOn(RULE_PRESETS[country], beginning);
  const choice: RulesChoice = {
    validFrom: beginning,
    country,
    settlementMonths: 3,
    ...(!breaks.isPaid && { breaks: { ...breaks, policy: 'automatic' } }),
  };
  return { choices: [choice], holidays: [], daysOff: [], movedDays: [] };
}

/** Annual leave. */
function leaveRow(
  { timeZone, country }: Cast,
  companyId: string,
  userId: string,
  from: string,
  random: Random,
): Insertable<Absence> & { userId: string; startDate: string; endDate: string } {
  const createdAt = new Date(startOfDay(from, timeZone).getTime() - 14 * msPerDay);
  const code = ABSENCE_CODES[country].find(({ name }) => name === 'annual')?.code ?? '';
  return {
    companyId,
    id: random.uuid(createdAt),
    userId,
    code,
    paid: true,
    lowersNorm: true,
    isForHolidayWork: false,
    startDate: from,
    endDate: addDays(from, leaveDays - 1),
    createdAt: createdAt.toISOString(),
  };
}

/** On-call time of the month, of people who are not on leave on its day. */
function onCallRows(
  { timeZone, onCall }: Cast,
  { users, absences }: Pick<DemoCompany, 'users' | 'absences'>,
  month: string,
  random: Random,
): DemoCompany['absences'] {
  return onCall.flatMap(({ code, person, day, begins, hours, place }) => {
    const { companyId, id: userId = '' } = users[person] ?? {};
    const date = `${month}-${String(day).padStart(2, '0')}`;
    const isAway = absences.some(
      (leave) => leave.userId === userId && leave.startDate <= date && date <= leave.endDate,
    );
    if (!companyId || isAway) return [];
    const createdAt = new Date(startOfDay(date, timeZone).getTime() - msPerDay);
    return {
      companyId,
      id: random.uuid(createdAt),
      userId,
      code,
      begins,
      place,
      paid: true,
      lowersNorm: false,
      isForHolidayWork: false,
      part: hours * MS_PER_HOUR,
      startDate: date,
      endDate: date,
      createdAt: createdAt.toISOString(),
    };
  });
}

/** The person's stays, oldest first, up to now, without those of their leave. */
function staysOf(cast: Cast, person: Person, leave: string, now: Date, random: Random): Stay[] {
  const { timeZone } = cast;
  const today = dateIn(now, timeZone);
  const lastDay = person.leftDaysAgo === undefined ? today : addDays(today, -person.leftDaysAgo);
  const stays: Stay[] = [];
  if (person.mustChangePassword) return stays;
  for (let date = addDays(today, -HISTORY_DAYS); date <= lastDay; date = addDays(date, 1)) {
    const isAway = date >= leave && date < addDays(leave, leaveDays);
    if (isAway || isOff(cast, date, random)) continue;
    for (const stay of workDay(cast, person, date, random)) {
      const previous = stays.at(-1);
      const isFree = !previous || (previous.end !== null && previous.end <= stay.start);
      if (!isFree || stay.start > now.getTime()) continue;
      stays.push({ ...stay, end: stay.end !== null && stay.end > now.getTime() ? null : stay.end });
    }
  }
  return stays;
}

function isOff({ country }: Cast, date: string, random: Random): boolean {
  const isWeekend = date >= addDays(weekOf(date).start, 5);
  const isHoliday = publicHolidays(country, Number(date.slice(0, 4))).some(
    (holiday) => holiday.date === date,
  );
  return !random.chance(isWeekend || isHoliday ? 0.06 : 0.96);
}

function shiftOn({ shift }: Person, date: string): Shift {
  if (shift !== 'rotating') return shift;
  const week = Math.floor(Date.parse(weekOf(date).start) / (7 * msPerDay));
  return (['early', 'late', 'night'] as const)[week % 3] ?? 'early';
}

/** The stays of one shift: one, two around a lunch break, or two with a move to another location. */
function workDay({ timeZone, locations }: Cast, person: Person, date: string, random: Random): Stay[] {
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
      (other) => other !== location && locations[other],
    );
    return [
      { location, start, end: middle },
      { location: random.pick(others), start: middle, end },
    ];
  }
  return [{ location, start, end }];
}

/** Adds people at work on nights and weekends, from those whose shift ended a while ago. */
function callIn(
  { minPeopleAtWork }: Cast,
  staff: { person: Person; stays: Stay[] }[],
  now: Date,
  random: Random,
): void {
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
function forgetOne({ people }: Cast, staff: { person: Person; stays: Stay[] }[], now: Date): void {
  const longAgo = now.getTime() - 16 * MS_PER_HOUR;
  const last = staff
    .filter(
      ({ person }) => person.role !== 'admin' && person !== people[1] && person.leftDaysAgo === undefined,
    )
    .flatMap(({ stays }) => stays.slice(-1))
    .filter(({ start, end }) => end !== null && start < longAgo)
    .toSorted((a, b) => b.start - a.start)[0];
  if (last) last.end = null;
}

/** Two workers who stayed longer than their last entry says request a correction. */
function requestRows(
  { requests, people }: Cast,
  users: DemoCompany['users'],
  timeEntries: DemoCompany['timeEntries'],
  now: Date,
  random: Random,
): CorrectionRequestRow[] {
  return requests.flatMap(({ of, minutes, reason }) => {
    const { id: userId } = users[people.findIndex(({ lastName }) => lastName === of)] ?? {};
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

/** The person's work report on a stay: after most of the longer ones, sometimes while still there. */
function reportRows(
  cast: Cast,
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
  const tasks = (language && cast.tasksIn[language]) ?? placeOf(cast, stay.location).tasks;
  const first = random.between(0, tasks.length - 1);
  const chosen = tasks.slice(first, first + random.between(1, 2));
  const generalNotes = random.chance(0.12) ? random.pick(cast.notes) : null;
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
