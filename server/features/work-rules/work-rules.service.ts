import { isDeepStrictEqual } from 'node:util';
import type { CompanyWorkRules, WorkRulesInput } from '#contract/work-rules.ts';
import { addDays, dateIn, datesBetween, monthOf, weekOf } from '#domain/dates.ts';
import { type Country, publicHolidays } from '#domain/holidays.ts';
import {
  type CompanyTime,
  createWorkCalendar,
  type Employment,
  type PersonCalendar,
  personCalendarOf,
  type Terms,
} from '#domain/work-calendar.ts';
import type { Absence } from '#domain/work-hours.ts';
import {
  automaticBreakFits,
  CHOOSABLE,
  COUNTRY_OF_ZONE,
  type DatedRules,
  nightIssue,
  RULE_PRESETS,
  type RuleSettings,
  type RulesChoice,
  rulesOf,
  validOn,
  type WorkRules,
} from '#domain/work-rules.ts';
import type { CompanyViewer } from '#server/context.ts';
import { type Db, lockTimeEntriesOfAll } from '#server/platform/database/database.ts';
import { invalidField, monthsLocked } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { appendToLedger, type Fact } from '#server/platform/ledger/ledger.ts';
import { lockCompany } from '../company/company.queries.ts';
import * as queries from './work-rules.queries.ts';

const beginning = '1970-01-01';
/** How many dated rules a company may have. */
const maxChoices = 200;

type Viewer = Pick<CompanyViewer, 'companyId' | 'timeZone'>;

const presetOf = (timeZone: string): queries.StoredRules => ({
  choices: [{ validFrom: beginning, country: COUNTRY_OF_ZONE[timeZone] ?? 'other' }],
  holidays: [],
  daysOff: [],
  movedDays: [],
});

/** The company's rules as the calendar takes them, without the zones, which may differ by person. */
export async function readCompanyTime(
  db: Db,
  { companyId, timeZone }: Viewer,
): Promise<Omit<CompanyTime, 'zones'>> {
  return timeOf((await queries.findContent(db, companyId)) ?? presetOf(timeZone));
}

/** What the company's rules say about breaks on the date of an instant. */
export async function breakRulesFor(db: Db, viewer: Viewer, at: string): Promise<WorkRules['breaks']> {
  const { rules } = await readCompanyTime(db, viewer);
  return validOn(rules, dateIn(at, viewer.timeZone)).breaks;
}

const timeOf = ({ choices, holidays, daysOff, movedDays }: queries.StoredRules) => ({
  rules: rulesOf(choices),
  holidays: holidays.map(({ date }) => date),
  daysOff: daysOff.map(({ date }) => date),
  movedDays,
});

/** A calendar for questions that no time zone affects. */
const calendarOf = (content: queries.StoredRules) =>
  createWorkCalendar({ ...timeOf(content), zones: [{ validFrom: '', timeZone: 'UTC' }] });

/** Stores the rules when a month is approved, so that they stay when the company's time zone changes. */
export async function keepWorkRules(transaction: Db, { companyId, timeZone }: CompanyViewer): Promise<void> {
  await queries.insertRulesOnce(transaction, companyId, presetOf(timeZone));
}

function settingsOf(rules: WorkRules): RuleSettings {
  const { paid: _, ...breaks } = rules.breaks;
  const { country, weeklyNorm, night, settlementMonths, attribution, doba, shiftGap } = rules;
  const { holidayFromHour, saturdayHolidayLowersNorm, shortDay, warnings } = rules;
  return {
    country,
    weeklyNorm,
    night,
    settlementMonths,
    attribution,
    doba,
    shiftGap,
    breaks,
    holidayFromHour,
    saturdayHolidayLowersNorm,
    shortDay,
    warnings,
  };
}

const settingsFrom = ({ validFrom, ...rules }: DatedRules) => ({
  effectiveFrom: validFrom,
  ...settingsOf(rules),
});

async function describe(db: Db, { companyId, timeZone }: Viewer, now: Date): Promise<CompanyWorkRules> {
  const stored = await queries.findStoredRules(db, companyId);
  const { choices, ...calendar } = stored?.content ?? presetOf(timeZone);
  const rules = rulesOf(choices);
  return {
    isChosen: Boolean(stored?.changedAt),
    ...settingsFrom(validOn(rules, dateIn(now, timeZone))),
    history: rules.map(settingsFrom),
    ...calendar,
    changed: stored?.changedAt
      ? {
          at: stored.changedAt,
          by:
            stored.firstName === null || stored.lastName === null
              ? null
              : { firstName: stored.firstName, lastName: stored.lastName, nameTag: stored.nameTag },
        }
      : null,
  };
}

/** The company's rules: those of today, all dated ones, and its own days. */
export const getWorkRules: Handler<'getWorkRules'> = ({ db, viewer, clock }) =>
  describe(db, viewer, clock.now());

/** Sets rules from a date on, and the company's own days. Each change goes into the ledger. */
export const updateWorkRules: Handler<'updateWorkRules'> = async (context, { body: input }) => {
  const { db, viewer, clock } = context;
  const { companyId, timeZone } = viewer;
  return db.transaction().execute(async (transaction) => {
    // Holds approvals of months off, which would keep the rules.
    await lockCompany(transaction, companyId);
    await lockTimeEntriesOfAll(transaction, companyId);
    await context.refuseIfChanged(transaction);
    const stored = await queries.findStoredRules(transaction, companyId);
    const approved = await queries.listApprovedMonths(transaction, companyId);
    const before = stored?.content ?? presetOf(timeZone);
    const thisMonth = monthOf(dateIn(clock.now(), timeZone)).start;
    const lastApproved = approved.at(-1);
    const first = lastApproved ? addDays(monthOf(`${lastApproved}-01`).end, 1) : beginning;
    const from = input.effectiveFrom ?? (stored?.changedAt ? thisMonth : first);
    const choice = choiceOf(before.choices, from, input);
    const after: queries.StoredRules = {
      choices: [...before.choices.filter(({ validFrom }) => validFrom !== from), choice].toSorted((a, b) =>
        a.validFrom < b.validFrom ? -1 : 1,
      ),
      holidays: input.holidays ?? before.holidays,
      daysOff: input.daysOff ?? before.daysOff,
      movedDays: input.movedDays ?? before.movedDays,
    };
    if (after.choices.length > maxChoices) throw invalidField('effectiveFrom', 'tooMany');
    refuseMovedDays(after);
    refuseChangedMonths(basisOf(before), basisOf(after), approved, { shifts: true });
    await queries.saveRules(transaction, companyId, after, { by: viewer.userId, at: clock.now() });
    const [old, new_] = [before, after].map((content) => factsOf(content, from));
    if (old && new_ && !isDeepStrictEqual(old, new_)) {
      const changed = Object.keys(new_).filter((key) => !isDeepStrictEqual(old[key], new_[key]));
      const pick = (facts: Record<string, Fact>) =>
        Object.fromEntries(changed.map((key) => [key, facts[key] ?? null]));
      await appendToLedger(transaction, companyId, {
        kind: 'work-rules-changed',
        actorId: viewer.userId,
        at: clock.now(),
        why: { effectiveFrom: from, before: pick(old), after: pick(new_) },
      });
    }
    return describe(transaction, viewer, clock.now());
  });
};

/** Everything that applies from the date on, as the ledger keeps it. */
function factsOf({ choices, ...calendar }: queries.StoredRules, date: string): Record<string, Fact> {
  // JSON drops what is undefined, which the ledger cannot hold.
  return JSON.parse(JSON.stringify({ ...settingsOf(validOn(rulesOf(choices), date)), ...calendar }));
}

/** The choice that the input makes: only what differs from the preset, so that changes of law reach the company. */
function choiceOf(choices: RulesChoice[], validFrom: string, input: WorkRulesInput): RulesChoice {
  const { country } = input;
  const preset = validOn(RULE_PRESETS[country], validFrom);
  const current = validOn(rulesOf(choices), validFrom);
  const base = settingsOf(current.country === country ? current : preset);
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const wanted: RuleSettings = { ...base, ...Object.fromEntries(given) };
  const nightEnd = nightIssue({ night: wanted.night, nightBounds: preset.nightBounds });
  if (nightEnd) throw invalidField(`night.${nightEnd}`, 'nightWindow');
  if (!automaticBreakFits(wanted.breaks.automatic))
    throw invalidField('breaks.automatic.after', 'automaticBreak');
  const usual = settingsOf(preset);
  const chosen = CHOOSABLE.filter((key) => !isDeepStrictEqual(wanted[key], usual[key]));
  return { validFrom, country, ...Object.fromEntries(chosen.map((key) => [key, wanted[key]])) };
}

function refuseMovedDays(content: queries.StoredRules): void {
  const calendar = calendarOf(content);
  for (const move of content.movedDays) {
    const issue = calendar.movedDayIssue(move);
    if (issue)
      throw invalidField('movedDays', issue === 'to_holiday' ? 'movedToHoliday' : 'movedFromFreeDay');
  }
}

/** What the figures of a month go by, as far as it could be changed. */
type Basis = { periodOf: PersonCalendar['periodOf']; dayOf: (date: string) => unknown };

/**
 * Refuses to change figures of approved months, and names these: what applies to their dates or to those of their
 * settlement period before them, or where that period begins or ends. With `shifts` also what applies to shifts and weeks
 * over the month's beginning.
 */
function refuseChangedMonths(before: Basis, after: Basis, approved: string[], { shifts = false } = {}): void {
  const changed = approved.filter((month) => {
    const period = before.periodOf(month);
    if (!isDeepStrictEqual(period, after.periodOf(month))) return true;
    const starts = [`${period.start}-01`, ...(shifts ? [addDays(weekOf(`${month}-01`).start, -2)] : [])];
    const [start = ''] = starts.toSorted();
    const dates = datesBetween({ start, end: monthOf(`${month}-01`).end });
    return dates.some((date) => !isDeepStrictEqual(before.dayOf(date), after.dayOf(date)));
  });
  if (changed.length > 0) throw monthsLocked(changed);
}

function basisOf(content: queries.StoredRules): Basis {
  const calendar = calendarOf(content);
  return {
    periodOf: personCalendarOf({ employedFrom: null, employedTo: null, terms: [] }, calendar).periodOf,
    dayOf(date) {
      const { validFrom: _, ...rules } = calendar.rulesOn(date);
      const move = calendar.movedDays.find(({ from, to }) => from === date || to === date);
      return { rules, free: calendar.freeDay(date), move };
    },
  };
}

/** A person's employment as the calendar takes it: without terms of their own, the company's full weekly norm. */
export function employmentOf(
  { employedFrom, employedTo, terms }: Employment,
  rules: DatedRules[],
): Employment {
  const usual = rules.map(({ validFrom, weeklyNorm }): Terms => {
    const pattern = Array.from({ length: 7 }, (_, index) => (index < 5 ? weeklyNorm / 5 : 0));
    const no = { reducedNorm: false, overContractFrom: null, overtimeConsent: false, markedNightWork: false };
    return { validFrom, pattern, weekly: weeklyNorm, workTime: 'fixed', ...no };
  });
  return { employedFrom, employedTo, terms: terms.length > 0 ? terms : usual };
}

/**
 * Refuses a change of a person's employment that would change figures of an approved month, or that mixes fixed and summed
 * time within a settlement period.
 */
export async function requireEmploymentChange(
  transaction: Db,
  viewer: Viewer,
  { userId, before, after }: { userId: string; before: Employment; after: Employment },
): Promise<void> {
  const stored = await queries.findStoredRules(transaction, viewer.companyId);
  const content = stored?.content ?? presetOf(viewer.timeZone);
  const [calendar, rules] = [calendarOf(content), rulesOf(content.choices)];
  const [old, new_] = [before, after].map((employment) => {
    const person = personCalendarOf(employmentOf(employment, rules), calendar);
    const dayOf = (date: string) => {
      const { validFrom: _, ...terms } = person.termsOn(date);
      return person.isEmployed(date) ? terms : null;
    };
    return { periodOf: person.periodOf, dayOf };
  });
  if (!old || !new_) return;
  after.terms.forEach(({ validFrom, workTime }, index) => {
    const earlier = after.terms[index - 1];
    const isKept = before.terms.some((row) => row.validFrom === validFrom && row.workTime === workTime);
    if (!earlier || earlier.workTime === workTime || isKept) return;
    const { start } = new_.periodOf(validFrom.slice(0, 7));
    if (validFrom !== `${start}-01`) throw invalidField(`terms.${index}.workTime`, 'workTimeChange');
  });
  const approved = await queries.listApprovedMonths(transaction, viewer.companyId, userId);
  refuseChangedMonths(old, new_, approved);
}

/**
 * Refuses a change of a person's absence (null: none) that changes figures of an approved month, or of its settlement
 * period up to then; on-call time, which changes no figures, only in an approved month.
 */
export async function requireAbsenceChange(
  transaction: Db,
  viewer: Viewer,
  { userId, employment }: { userId: string; employment: Employment },
  {
    before,
    after,
  }: Record<
    'before' | 'after',
    (Absence & { onCall: { begins: number; place: string | null } | null }) | null
  >,
): Promise<void> {
  const approved = await queries.listApprovedMonths(transaction, viewer.companyId, userId);
  if (approved.length === 0) return;
  const content = (await queries.findStoredRules(transaction, viewer.companyId))?.content;
  const stored = content ?? presetOf(viewer.timeZone);
  const { periodOf } = personCalendarOf(
    employmentOf(employment, rulesOf(stored.choices)),
    calendarOf(stored),
  );
  const isOnCall = [before, after].every((absence) => !absence || absence.onCall);
  const basisWith = (absence: Absence | null): Basis => ({
    periodOf: isOnCall ? (month) => ({ start: month, end: month }) : periodOf,
    dayOf: (date) =>
      absence && absence.start <= date && date <= absence.end ? { ...absence, start: '', end: '' } : null,
  });
  refuseChangedMonths(basisWith(before), basisWith(after), approved);
}

/** The country by whose rules the company works today. */
export async function countryOf(db: Db, viewer: Viewer, now: Date): Promise<Country> {
  const { rules } = await readCompanyTime(db, viewer);
  return validOn(rules, dateIn(now, viewer.timeZone)).country;
}

/** The year's public holidays by the rules of each date, and the company's own days, in order. */
export const listHolidays: Handler<'listHolidays'> = async ({ db, viewer, t }, { query: { year } }) => {
  const stored = await queries.findStoredRules(db, viewer.companyId);
  const content = stored?.content ?? presetOf(viewer.timeZone);
  const rules = rulesOf(content.choices);
  const countries = [...new Set(rules.map(({ country }) => country))];
  const own = (kind: 'own-holiday' | 'day-off', days: queries.StoredRules['holidays']) =>
    days.filter(({ date }) => date.startsWith(`${year}-`)).map((day) => ({ ...day, kind }));
  return [
    ...countries.flatMap((country) =>
      publicHolidays(country, Number(year))
        .filter(({ date }) => validOn(rules, date).country === country)
        .map(({ name, ...day }) => ({ ...day, name: t(`holidays:${name}`) })),
    ),
    ...own('own-holiday', content.holidays),
    ...own('day-off', content.daysOff),
  ].toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
};
