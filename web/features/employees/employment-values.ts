/* A person's employment as it is typed: lengths as texts, empty for none. */
import type { Employee } from '#contract/employees.ts';
import type { EndpointInput } from '#contract/index.ts';
import type { Language } from '#domain/languages.ts';
import { evenWeek, hoursText, readHours } from '#domain/typed-hours.ts';

type Terms = Employee['terms'][number];
type Body = EndpointInput<'createEmployee'>['body'];

export type TermsValues = Omit<Terms, 'pattern' | 'weekly' | 'overContractFrom'> & {
  weekly: string;
  /** Five equal days from Monday; `pattern` follows from `weekly`. */
  isEvenWeek: boolean;
  pattern: string[];
  overContractFrom: string;
  /** As it is stored: what shows the same text is sent as it was. */
  stored: Terms | null;
};

export type EmploymentValues = {
  payrollNo: string;
  position: string;
  employedFrom: string;
  employedTo: string;
  terms: TermsValues[];
  /** Undefined while it is hidden: then the stored one stays. */
  personalCode: string | undefined;
};

/** The seven lengths of an even week, as they are typed; empty ones while `weekly` is no length. */
export const evenTexts = (weekly: string, language: Language): string[] =>
  evenWeek(readHours(weekly)).map((ms) => (Number.isNaN(ms) ? '' : hoursText(ms, language)));

function valuesOfTerms(terms: Terms, language: Language): TermsValues {
  const text = (ms: number | null) => (ms === null ? '' : hoursText(ms, language));
  return {
    ...terms,
    weekly: text(terms.weekly),
    isEvenWeek: evenWeek(terms.weekly).every((length, day) => length === terms.pattern[day]),
    pattern: terms.pattern.map(text),
    overContractFrom: text(terms.overContractFrom),
    stored: terms,
  };
}

export const employmentValues = (employee: Employee | undefined, language: Language): EmploymentValues => ({
  payrollNo: employee?.payrollNo ?? '',
  position: employee?.position ?? '',
  employedFrom: employee?.employedFrom ?? '',
  employedTo: employee?.employedTo ?? '',
  terms: (employee?.terms ?? []).map((terms) => valuesOfTerms(terms, language)),
  personalCode: employee?.hasPersonalCode ? undefined : '',
});

/** New terms: those before them, from another date on, or the full week of `weekly` milliseconds. */
export function nextTerms(
  before: TermsValues | undefined,
  { validFrom, weekly, language }: { validFrom: string; weekly: number; language: Language },
): TermsValues {
  if (before) return { ...before, validFrom };
  const first: Terms = {
    validFrom,
    weekly,
    pattern: evenWeek(weekly),
    workTime: 'fixed',
    overContractFrom: null,
    reducedNorm: false,
    overtimeConsent: false,
    markedNightWork: false,
  };
  return { ...valuesOfTerms(first, language), stored: null };
}

export function employmentBody(
  { payrollNo, position, employedFrom, employedTo, terms, personalCode }: EmploymentValues,
  language: Language,
): Pick<Body, keyof EmploymentValues> {
  return {
    payrollNo,
    position,
    employedFrom: employedFrom || null,
    employedTo: employedTo || null,
    terms: terms.map((row) => termsOf(row, language)),
    ...(personalCode !== undefined && { personalCode }),
  };
}

function termsOf(
  { isEvenWeek, pattern, weekly, overContractFrom, stored, ...rest }: TermsValues,
  language: Language,
): Terms {
  const read = (text: string, before: number | null | undefined) =>
    typeof before === 'number' && hoursText(before, language) === text ? before : readHours(text);
  const week = read(weekly, stored?.weekly);
  return {
    ...rest,
    weekly: week,
    pattern: isEvenWeek ? evenWeek(week) : pattern.map((text, day) => read(text, stored?.pattern[day])),
    overContractFrom: overContractFrom.trim() ? read(overContractFrom, stored?.overContractFrom) : null,
  };
}
