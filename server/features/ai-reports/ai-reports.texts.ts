/* The built-in report, and the prompt for a language model. */
import type { TFunction } from 'i18next';
import type { AiReport } from '#contract/ai-reports.ts';
import { weekdayDateText } from '#domain/date-text.ts';
import type { Language } from '#domain/languages.ts';
import { type Named, replaceNames } from '#server/platform/ai/names.ts';
import type { Scope, StandIns } from '#server/platform/ai/stand-ins.ts';
import { figureFormat, writingRules } from '#server/platform/ai/wording.ts';
import { unitLabel } from '#server/platform/texts/work-text.ts';
import type { DayFacts, OpenPoint, Stint } from './ai-reports.rules.ts';

/** Part of the fingerprint: raise it when the instructions or the built-in text change. */
export const textVersion = '7';

/** In what language a report is written. */
export type Words = { t: TFunction; language: Language };

function formatter({ t, language }: Words) {
  const figures = figureFormat(language);
  return {
    ...figures,
    /** Quantity and unit: "1 order". */
    amount: ({ quantity, units }: { quantity: number; units: string }) =>
      `${figures.number(quantity)} ${unitLabel(units, t, quantity)}`,
    date: (date: string) => weekdayDateText(date, language),
    stint({ from, to, beganEarlier, wentOn }: Stint): string {
      const remarks = [
        ...(beganEarlier ? [t('ai-reports:report.beganEarlier')] : []),
        ...(wentOn ? [t('ai-reports:report.wentOn')] : []),
      ];
      const times = to === null ? t('ai-reports:report.since', { time: from }) : `${from}–${to}`;
      return remarks.length === 0 ? times : `${times}, ${remarks.join(', ')}`;
    },
  };
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

export function titleOf(facts: DayFacts, words: Words): string {
  return words.t('ai-reports:report.title', {
    location: facts.location.name,
    date: formatter(words).date(facts.date),
  });
}

/** The lines below a report that say up to when time is counted and who wrote it. */
export function footerOf(facts: DayFacts, source: 'builtin' | 'model', { t }: Words): string {
  const upTo = facts.countedUpTo && t('ai-reports:report.countedUpTo', { time: facts.countedUpTo });
  return [upTo, t(`ai-reports:report.${source === 'model' ? 'byModel' : 'byCode'}`)]
    .filter(Boolean)
    .join('\n');
}

/** A report that code composes from the facts: the same facts always give the same text. */
export function composeReport(facts: DayFacts, words: Words): string {
  const { t } = words;
  const format = formatter(words);
  const named = (list: OpenPoint[]) =>
    list.map(({ name, stint }) => `${name} (${format.stint(stint)})`).join('; ');

  const people = facts.people.flatMap(({ name, minutes, stints, reports }) => [
    `• ${name}: ${t('common:hours', { hours: format.hours(minutes) })} (${stints.map(format.stint).join('; ')})`,
    ...reports.map((report) => `   – ${format.amount(report)}: ${onOneLine(report.description)}`),
    // The items of one submission share their note.
    ...[
      ...new Set(reports.flatMap(({ generalNotes }) => (generalNotes ? [onOneLine(generalNotes)] : []))),
    ].map((note) => `   – ${t('ai-reports:report.note')}: ${note}`),
  ]);
  const quantities = facts.quantities.map((sum) => `• ${format.amount(sum)}`);
  const gaps = [
    ...(facts.missingReports.length > 0
      ? [`• ${t('ai-reports:report.missingReports')}: ${named(facts.missingReports)}`]
      : []),
    ...(facts.stillCheckedIn.length > 0
      ? [`• ${t('ai-reports:report.stillCheckedIn')}: ${named(facts.stillCheckedIn)}`]
      : []),
  ];
  const section = (title: string, lines: string[], otherwise: string) => [
    '',
    title,
    ...(lines.length > 0 ? lines : [`• ${otherwise}`]),
  ];
  const body =
    facts.people.length === 0
      ? [t('ai-reports:report.nobody')]
      : [
          t('ai-reports:report.summary', {
            count: facts.people.length,
            hours: format.hours(facts.totalMinutes),
          }),
          ...section(t('ai-reports:report.people'), people, ''),
          ...section(t('ai-reports:report.quantities'), quantities, t('ai-reports:report.nothingReported')),
          ...section(t('ai-reports:report.gaps'), gaps, t('ai-reports:report.noGaps')),
        ];
  return [titleOf(facts, words), '', ...body, '', footerOf(facts, 'builtin', words)].join('\n');
}

/** The facts as a table, so that a reader can see what a text was made from: a row for each person. */
export function factsTable(facts: DayFacts, words: Words): AiReport['facts'] {
  const { t } = words;
  const format = formatter(words);
  const column = (name: 'person' | 'hours' | 'times' | 'work') => ({
    label: t(`ai-reports:columns.${name}`),
    isNumber: name === 'hours',
  });
  return {
    columns: [column('person'), column('hours'), column('times'), column('work')],
    rows: facts.people.map(({ name, minutes, stints, reports }) => [
      name,
      format.hours(minutes),
      stints.map(format.stint).join('; '),
      reports.map((report) => `${format.amount(report)}: ${onOneLine(report.description)}`).join('; '),
    ]),
  };
}

/**
 * The instructions, and the day with a stand-in for each name, each figure and each text of an employee, so that nothing
 * an employee typed reaches the model. Fills `standIns`. `people` is everybody in the company: in the location's
 * description, which an administrator writes for the model, their names are replaced too.
 */
export function promptFor(
  facts: DayFacts,
  words: Words,
  people: Named[],
  standIns: StandIns,
): { system: string; user: string } {
  const { t, language } = words;
  const format = formatter(words);
  const location = standIns.subject({ kind: 'l', ...facts.location });
  const marks = new Map(
    facts.people.map(({ userId, name }) => [userId, standIns.subject({ kind: 'p', id: userId, name })]),
  );
  const of = (userId: string): Scope => ({ about: [marks.get(userId) ?? ''], also: [location] });
  const total: Scope = { about: [...marks.values()], also: [location], isTotal: true };
  const number = (value: number) => standIns.figure('n', format.number(value), total);
  const hours = (minutes: number, scope: Scope) =>
    standIns.figure('h', t('common:hours', { hours: format.hours(minutes) }), scope);
  const quantity = (amount: { quantity: number; units: string }, scope: Scope) =>
    standIns.figure('q', format.amount(amount), scope);
  const quote = (text: string | null, scope: Scope) =>
    text ? standIns.figure('w', t('ai-reports:report.quote', { text: onOneLine(text) }), scope) : null;
  const time = (stint: Stint, scope: Scope) => standIns.figure('t', format.stint(stint), scope);
  const openPoints = (list: 'missingReports' | 'stillCheckedIn') => {
    if (facts[list].length === 0) return null;
    const also = [location, ...facts[list].flatMap(({ userId }) => marks.get(userId) ?? [])];
    return {
      caption: standIns.figure('c', t(`ai-reports:report.${list}`), { about: [], also, list }),
      people: facts[list].map(({ userId, stint }) => ({
        person: marks.get(userId),
        times: time(stint, { ...of(userId), list }),
      })),
    };
  };

  const data = {
    location,
    aboutTheLocation:
      facts.location.description &&
      replaceNames(
        facts.location.description,
        [...people, { kind: 'l', ...facts.location }],
        language,
        (found) =>
          found.map(({ id }) => (id === facts.location.id ? location : (marks.get(id) ?? '…'))).join(' / '),
      ),
    day: standIns.figure('d', format.date(facts.date)),
    totals: {
      people: number(facts.people.length),
      hours: hours(facts.totalMinutes, total),
      workReports: number(facts.people.flatMap(({ reports }) => reports).length),
      quantities: facts.quantities.map((sum) => quantity(sum, total)),
    },
    people: facts.people.map(({ userId, reports, ...person }) => ({
      person: marks.get(userId),
      hours: hours(person.minutes, of(userId)),
      times: person.stints.map((stint) => time(stint, of(userId))),
      work: reports.map((report) => ({
        quantity: quantity(report, of(userId)),
        words: quote(report.description, of(userId)),
        note: quote(report.generalNotes, of(userId)),
      })),
    })),
    withoutWorkReport: openPoints('missingReports'),
    stillCheckedIn: openPoints('stillCheckedIn'),
  };
  const system = `You write a short report on one working day at one location for the administrator of a small company: who was there
and when, what was done in which quantities, what is missing. Mention everybody of the data.
${writingRules(language)}`;
  return { system, user: JSON.stringify(data, null, 1) };
}
