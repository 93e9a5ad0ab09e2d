/* The fields of the work rules: how each is shown, typed and sent. Paths are those of the contract. */
import { get, set } from 'react-hook-form';
import type { EndpointInput } from '#contract/index.ts';
import type { CompanyWorkRules } from '#contract/work-rules.ts';
import type { Country } from '#domain/holidays.ts';
import type { Language } from '#domain/languages.ts';
import { hoursText, readHours } from '#domain/typed-hours.ts';
import { RULE_PRESETS, validOn, type WorkRules } from '#domain/work-rules.ts';

export type RulesBody = EndpointInput<'updateWorkRules'>['body'];
/** The rules from a date on. */
export type Rules = CompanyWorkRules['history'][number];

type Kind = 'hours' | 'minutes' | 'time' | 'count' | 'flag' | 'choice';
type FieldOf<Path extends string> = {
  path: Path;
  kind: Kind;
  choices?: readonly string[];
  /** Shown for this country, and where it differs from the preset. */
  only?: Country;
};

const field = <const Path extends string>(
  path: Path,
  kind: Kind,
  more: Pick<FieldOf<Path>, 'choices' | 'only'> = {},
) => ({ path, kind, ...more });
const hours = <const Path extends string>(...paths: Path[]) => paths.map((path) => field(path, 'hours'));

/** What each question of the settings asks for. */
export const GROUPS = {
  week: [
    field('weeklyNorm', 'hours'),
    field('settlementMonths', 'choice', { choices: ['1', '2', '3', '4', '6', '12'] }),
  ],
  night: [field('night.from', 'time'), field('night.to', 'time')],
  shift: [
    field('attribution', 'choice', { choices: ['calendar', 'shift'] }),
    field('shiftGap', 'hours'),
    field('doba', 'flag', { only: 'PL' }),
  ],
  breaks: [
    field('breaks.policy', 'choice', { choices: ['none', 'automatic', 'recorded'] }),
    field('breaks.automatic.after', 'hours'),
    field('breaks.automatic.length', 'minutes'),
    field('breaks.automatic.at', 'hours'),
    field('breaks.isPaid', 'flag'),
  ],
  holidays: [
    field('shortDay.length', 'hours'),
    field('shortDay.fullWeekOnly', 'flag'),
    field('holidayFromHour', 'count', { only: 'PL' }),
    field('saturdayHolidayLowersNorm', 'flag', { only: 'PL' }),
  ],
} as const;

/** Empty figures turn a warning off. */
export const WARNINGS = {
  dailyRest: hours(
    'warnings.dailyRest.fixed',
    'warnings.dailyRest.summed',
    'warnings.dailyRest.afterLong.over',
    'warnings.dailyRest.afterLong.rest',
  ),
  weeklyRest: [...hours('warnings.weeklyRest.length'), field('warnings.weeklyRest.blocks', 'flag')],
  longDay: hours('warnings.longDay.fixed', 'warnings.longDay.summed'),
  week: [...hours('warnings.week.fixed', 'warnings.week.summed'), field('warnings.week.rolling', 'flag')],
  averageWeek: hours('warnings.averageWeek'),
  overtimeCap: [
    ...hours('warnings.overtimeCap.average.length'),
    field('warnings.overtimeCap.average.months', 'count'),
    ...hours(
      'warnings.overtimeCap.sevenDates.length',
      'warnings.overtimeCap.sevenDates.withConsent',
      'warnings.overtimeCap.year',
    ),
  ],
  missingBreak: [
    ...hours('warnings.missingBreak.shiftOver', 'warnings.missingBreak.stretch'),
    field('warnings.missingBreak.atLeast', 'minutes'),
    field('warnings.missingBreak.together', 'minutes'),
    field('warnings.missingBreak.every', 'flag'),
  ],
  nightLength: [
    ...hours('warnings.nightLength.night', 'warnings.nightLength.length'),
    field('warnings.nightLength.months', 'count'),
    field('warnings.nightLength.markedOnly', 'flag'),
  ],
} as const;

type GroupField = (typeof GROUPS)[keyof typeof GROUPS][number];
type WarningField = (typeof WARNINGS)[keyof typeof WARNINGS][number];
export type RuleField = FieldOf<(GroupField | WarningField)['path']>;
export const FIELDS: RuleField[] = [...Object.values(GROUPS), ...Object.values(WARNINGS)].flat();

/** Objects that are null as a whole where no figure in them is set; those inside others come first. */
const NULLABLE = [
  'shortDay',
  'warnings.dailyRest.afterLong',
  'warnings.dailyRest',
  'warnings.weeklyRest',
  'warnings.overtimeCap.average',
  'warnings.overtimeCap.sevenDates',
  'warnings.missingBreak',
  'warnings.nightLength',
] as const;

/** The country's preset on a date. */
export const presetOf = (country: Country, date: string): Rules & Pick<WorkRules, 'nightBounds'> => {
  const { validFrom: effectiveFrom, ...preset } = validOn(RULE_PRESETS[country], date);
  return { ...preset, effectiveFrom };
};

/** The values of the form, nested like the rules: texts, and booleans of switches. */
export type RulesValues = { country: Country; effectiveFrom: string };

export function textOf({ path, kind }: RuleField, rules: Rules, language: Language): string | boolean {
  const value: unknown = get(rules, path);
  if (kind === 'flag') return value === true;
  if (typeof value !== 'number') return String(value ?? '');
  if (kind === 'hours') return hoursText(value, language);
  if (kind === 'minutes') return String(value / 60_000);
  return kind === 'time' ? new Date(value * 60_000).toISOString().slice(11, 16) : String(value);
}

export function valuesOf(rules: Rules, effectiveFrom: string, language: Language): RulesValues {
  const values: RulesValues = { country: rules.country, effectiveFrom };
  for (const each of FIELDS) set(values, each.path, textOf(each, rules, language));
  return values;
}

function sent({ kind, path }: RuleField, typed: unknown): unknown {
  if (typeof typed !== 'string') return typed;
  const text = typed.trim();
  if (kind === 'choice') return path === 'settlementMonths' ? Number(text) : text;
  if (text === '') return null;
  if (kind === 'hours') return readHours(text);
  if (kind === 'minutes') return Math.round(Number(text.replace(',', '.')) * 60_000);
  return kind === 'time' ? readHours(text) / 60_000 : Number(text);
}

/** The body for these values; whatever has no field stays as in `rules` or, in another country, is the preset's. */
export function bodyOf({ country, effectiveFrom, ...values }: RulesValues, rules: Rules): RulesBody {
  const preset = presetOf(country, rules.effectiveFrom);
  const { effectiveFrom: _, ...body } = structuredClone(rules.country === country ? rules : preset);
  for (const each of FIELDS) set(body, each.path, sent(each, get(values, each.path)));
  for (const path of NULLABLE) {
    const figures = Object.values(get<object, object>(body, path)).filter(
      (value) => typeof value !== 'boolean',
    );
    if (figures.every((value) => value === null)) set(body, path, null);
  }
  return { ...body, effectiveFrom: effectiveFrom || undefined };
}
