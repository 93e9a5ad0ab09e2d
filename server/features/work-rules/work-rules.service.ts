import { isDeepStrictEqual } from 'node:util';
import type { EndpointResponse } from '#contract/index.ts';
import type { CompanyWorkRules, WorkRulesInput } from '#contract/work-rules.ts';
import { addDays, dateIn, monthOf } from '#domain/dates.ts';
import { publicHolidays } from '#domain/holidays.ts';
import { type CompanyTime, createPersonCalendar, createWorkCalendar } from '#domain/work-calendar.ts';
import { datesBetween } from '#domain/work-hours.ts';
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
import type { CompanyViewer, Context } from '#server/context.ts';
import { type Db, lockTimeEntriesOfAll } from '#server/platform/database/database.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
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

/** The company's rules as the calendar takes them. Zones are the caller's. */
export async function readCompanyTime(
  db: Db,
  { companyId, timeZone }: Viewer,
): Promise<Omit<CompanyTime, 'zones'>> {
  const stored = await queries.findStoredRules(db, companyId);
  return timeOf(stored?.content ?? presetOf(timeZone));
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
export async function keepWorkRules(transaction: Db, { companyId, timeZone }: Viewer): Promise<void> {
  await queries.insertRulesOnce(transaction, companyId, presetOf(timeZone));
}

function settingsOf(rules: WorkRules): RuleSettings {
  const { paid: _, ...breaks } = rules.breaks;
  const { country, weeklyNorm, night, settlementMonths, attribution, doba, shiftGap } = rules;
  const { holidayFromHour, saturdayHolidayLowersNorm, shortDay, warnings } = rules;
  return {
    ...{ country, weeklyNorm, night, settlementMonths, attribution, doba, shiftGap, breaks },
    ...{ holidayFromHour, saturdayHolidayLowersNorm, shortDay, warnings },
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
export async function getWorkRules({ db, viewer, clock }: Context): Promise<CompanyWorkRules> {
  return describe(db, viewer, clock.now());
}

/**
 * Sets rules from a date on, and the company's own days. Each change goes into the ledger.
 * Throws validation_failed (a night or an automatic break that cannot be, a day that cannot be moved), month_locked (an
 * approved month's figures would change).
 */
export async function updateWorkRules(context: Context, input: WorkRulesInput): Promise<CompanyWorkRules> {
  const { db, viewer, clock } = context;
  const { companyId, timeZone } = viewer;
  return db.transaction().execute(async (transaction) => {
    // Holds approvals of months off, which would keep the rules.
    await lockCompany(transaction, companyId);
    await lockTimeEntriesOfAll(transaction, companyId);
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
    if (changesApproved(before, after, approved)) throw new AppError('month_locked');
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
}

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

/**
 * Whether the figures of an approved month could change: the rules or days of the month, or of the part of its settlement
 * period before its end, or where that period ends.
 */
function changesApproved(
  before: queries.StoredRules,
  after: queries.StoredRules,
  approved: string[],
): boolean {
  const [old, new_] = [before, after].map((content) => {
    const calendar = calendarOf(content);
    const moveOf = (date: string) =>
      calendar.movedDays.find(({ from, to }) => from === date || to === date) ?? null;
    return {
      periodOf: createPersonCalendar({ employedFrom: null, employedTo: null, terms: [] }, calendar).periodOf,
      dayOf: (date: string) => {
        const { validFrom: _, ...rules } = calendar.rulesOn(date);
        return { rules, free: calendar.freeDay(date), move: moveOf(date) };
      },
    };
  });
  if (!old || !new_) return false;
  return approved.some((month) => {
    if (!isDeepStrictEqual(old.periodOf(month), new_.periodOf(month))) return true;
    const dates = datesBetween({ start: `${old.periodOf(month).start}-01`, end: monthOf(`${month}-01`).end });
    return dates.some((date) => !isDeepStrictEqual(old.dayOf(date), new_.dayOf(date)));
  });
}

/** The year's public holidays by the rules of each date, and the company's own days, in order. */
export async function listHolidays(
  { db, viewer, t }: Context,
  year: number,
): Promise<EndpointResponse<'listHolidays'>> {
  const stored = await queries.findStoredRules(db, viewer.companyId);
  const content = stored?.content ?? presetOf(viewer.timeZone);
  const rules = rulesOf(content.choices);
  const countries = [...new Set(rules.map(({ country }) => country))];
  const own = (kind: 'own-holiday' | 'day-off', days: queries.StoredRules['holidays']) =>
    days.filter(({ date }) => date.startsWith(`${year}-`)).map((day) => ({ ...day, kind }));
  return [
    ...countries.flatMap((country) =>
      publicHolidays(country, year)
        .filter(({ date }) => validOn(rules, date).country === country)
        .map(({ name, ...day }) => ({ ...day, name: t(`holidays:${name}`) })),
    ),
    ...own('own-holiday', content.holidays),
    ...own('day-off', content.daysOff),
  ].toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
}
