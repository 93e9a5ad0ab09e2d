/** The overview for print: tables with bars beside their figures, as sheets have them. */

import type { OverviewReport } from '#contract/reports.ts';
import { apportion, MINUTE_MS, minutesText, peopleColumn, roundedSteps } from '#domain/apportion.ts';
import { dateText } from '#domain/date-text.ts';
import { fullName } from '#domain/names.ts';
import { dateTimeText } from '#server/platform/texts/time-text.ts';
import type { Column, Row, Sheet } from '../sheets/sheet-model.ts';
import { sheetsPdf } from '../sheets/sheet-pdf.ts';
import type { Words } from './report-tables.ts';

type Line = { label: string; ms: number; parts: number[]; more?: string };

/** Locations that have a column each; more would not fit. */
const MAX_COLUMNS = 6;

const column = (key: string, label: string, width: number): Column => ({
  ...{ key, label, width, group: null, isLeft: key === 'label', isUpright: false, isDay: false, shade: null },
});

/** Minutes of each column add up to its total: the whole minutes of its sum, or of people what theirs, rounded alone, add up to. */
function rowsOf(lines: Line[], columns: number, totalLabel: string, arePeople: boolean): Row[] {
  const most = Math.max(1, ...lines.map(({ ms }) => ms));
  const lengths = lines.map(({ ms }) => ms);
  const wholes = arePeople ? lengths.map((ms) => roundedSteps(ms, MINUTE_MS)) : apportion(lengths, MINUTE_MS);
  const parts = Array.from({ length: columns }, (_, index) =>
    apportion(
      lines.map((line) => line.parts[index] ?? 0),
      MINUTE_MS,
    ),
  );
  const sum = (minutes: number[]) => minutes.reduce((total, each) => total + each, 0);
  const cellsOf = (minutes: (values: number[]) => number) => ({
    total: { minutes: minutes(wholes) },
    ...Object.fromEntries(parts.map((part, index) => [`part${index}`, { minutes: minutes(part) }])),
  });
  return [
    ...lines.map(
      ({ label, ms, more }, index): Row => ({
        kind: 'first',
        shade: null,
        cells: {
          label: { text: label },
          ...cellsOf((values) => values[index] ?? 0),
          more: { text: more ?? '' },
          bar: { bar: ms / most },
        },
      }),
    ),
    { kind: 'total', shade: null, cells: { label: { text: totalLabel }, ...cellsOf(sum) } },
  ];
}

/** Writes the overview in the reader's language. */
export async function overviewPdf(
  { current, previous, countedUpTo }: OverviewReport,
  companyName: string,
  { t, language, timeZone }: Words,
): Promise<Buffer> {
  const date = (text: string) => dateText(text, language);
  const periodText = ({ startDate, endDate }: { startDate: string; endDate: string }) =>
    t('reports:period', { start: date(startDate), end: date(endDate) });
  const figures = ({ startDate, endDate, people }: OverviewReport['current']) => ({
    hours: minutesText(peopleColumn(people, ({ ms }) => ms, MINUTE_MS).total),
    people: people.length,
    start: date(startDate),
    end: date(endDate),
  });
  const title = `${t('report-files:title')} ${periodText(current)}, ${companyName}`;

  const sheet = (
    name: string,
    lines: Line[],
    {
      first,
      columns = [],
      more,
      arePeople = false,
    }: { first: string; columns?: string[]; more?: string; arePeople?: boolean },
  ): Sheet => ({
    ...{ language, isLandscape: columns.length > 3, name, title: name, warning: null },
    head: [
      [companyName, periodText(current)],
      [t('report-files:total', figures(current)), t('report-files:before', figures(previous))],
    ],
    columns: [
      column('label', first, 90),
      ...columns.map((label, index) => column(`part${index}`, label, 40)),
      column('total', t('reports:columns.hours'), 40),
      ...(more ? [column('more', more, 40)] : []),
      column('bar', '', 180),
    ],
    rows: rowsOf(lines, columns.length, t('reports:total'), arePeople),
    summary: [],
    notes: [t('report-files:countedUpTo', { time: dateTimeText(countedUpTo, language, timeZone) })],
    signatures: [],
  });

  const shown = current.locations.length <= MAX_COLUMNS ? current.locations : [];
  const sheets = [
    sheet(
      t(`report-files:bars.${current.grain}`),
      current.bars.map(({ startDate, endDate, ms, locations }) => ({
        label: startDate === endDate ? date(startDate) : periodText({ startDate, endDate }),
        ms,
        parts: shown.map(
          ({ locationId }) => locations.find((each) => each.locationId === locationId)?.ms ?? 0,
        ),
      })),
      { first: t('reports:columns.date'), columns: shown.map(({ name }) => name) },
    ),
    sheet(
      t('report-files:locations'),
      current.locations.map(({ name, ms }) => ({ label: name, ms, parts: [] })),
      { first: t('reports:columns.location') },
    ),
    sheet(
      t('report-files:people'),
      current.people.map(({ ms, ...person }) => ({ label: fullName(person), ms, parts: [] })),
      { first: t('reports:columns.employee'), arePeople: true },
    ),
    sheet(
      t('report-files:hoursOfDay'),
      current.hoursOfDay.map(({ hour, ms, averagePeople }) => ({
        label: `${minutesText(hour * 60).padStart(5, '0')}–${minutesText((hour + 1) * 60).padStart(5, '0')}`,
        ms,
        parts: [],
        more: averagePeople.toLocaleString(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 }),
      })),
      { first: t('report-files:columns.hour'), more: t('report-files:columns.averagePeople') },
    ),
  ];
  return sheetsPdf(sheets, title);
}
