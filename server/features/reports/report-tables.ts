/** The reports as tables, from which CSV and workbooks are written alike. */

import type { TFunction } from 'i18next';
import {
  type DailySummary,
  MIN_OUTPUT_PEOPLE,
  type NormReport,
  type OutputReport,
  type OverviewReport,
  type ReportedTimeEntry,
} from '#contract/reports.ts';
import { dateTimeIn } from '#domain/dates.ts';
import { MS_PER_HOUR, msFromHours } from '#domain/hours.ts';
import type { Language } from '#domain/languages.ts';
import { fullName } from '#domain/names.ts';
import { reportStatus, workedMs } from '#domain/report-rows.ts';
import type { Table } from '#server/platform/table-files/tables.ts';
import { unitLabel, workCells } from '#server/platform/texts/work-text.ts';

/** The reader's words; times of the company's zone. */
export type Words = { t: TFunction; language: Language; timeZone: string };

const from = (t: TFunction) => ({ label: t('report-files:columns.from'), kind: 'date' as const });
const to = (t: TFunction) => ({ label: t('report-files:columns.to'), kind: 'date' as const });
const hours = (t: TFunction, label = t('reports:columns.hours')) => ({ label, kind: 'hours' as const });
const seconds = (t: TFunction) => ({ label: t('reports:columns.seconds'), kind: 'seconds' as const });

/** Of the current period. A bar has a row for each location with time in it. */
export function overviewTables({ current }: OverviewReport, { t }: Words) {
  const names = new Map(current.locations.map(({ locationId, name }) => [locationId, name]));
  const bars: Table = {
    name: t(`report-files:bars.${current.grain}`),
    columns: [from(t), to(t), { label: t('reports:columns.location') }, hours(t), seconds(t)],
    rows: current.bars.flatMap(({ startDate, endDate, locations }) =>
      locations.map(({ locationId, ms }) => ({
        key: `${startDate} ${locationId}`,
        cells: [startDate, endDate, names.get(locationId) ?? '', ms, ms],
      })),
    ),
  };
  const people: Table = {
    name: t('report-files:people'),
    columns: [{ label: t('reports:columns.employee') }, hours(t), seconds(t)],
    rows: current.people.map(({ userId, ms, ...person }) => ({
      key: userId,
      cells: [fullName(person), ms, ms],
    })),
  };
  const hoursOfDay: Table = {
    name: t('report-files:hoursOfDay'),
    columns: [
      { label: t('report-files:columns.hour'), kind: 'count' },
      hours(t),
      seconds(t),
      { label: t('report-files:columns.averagePeople'), kind: 'decimal' },
    ],
    rows: current.hoursOfDay.map(({ hour, ms, averagePeople }) => ({
      key: String(hour).padStart(2, '0'),
      cells: [hour, ms, ms, averagePeople],
    })),
  };
  return { bars, people, hoursOfDay };
}

/** Of the current period; without rows until rules are chosen. */
export function normTable(report: NormReport, { t }: Words): Table {
  return {
    name: t('report-files:norm'),
    columns: [
      ...[
        from(t),
        to(t),
        hours(t, t('report-files:columns.norm')),
        hours(t, t('report-files:columns.absence')),
      ],
      ...[hours(t, t('hours:figures.total')), hours(t, t('hours:figures.overtime'))],
    ],
    rows: (report?.current.months ?? []).map(({ startDate, endDate, norm, absence, worked, overtime }) => ({
      key: startDate,
      cells: [startDate, endDate, norm, absence, worked, overtime],
    })),
  };
}

export function outputTable({ by, groups }: OutputReport, { t }: Words): Table {
  const label = {
    location: t('reports:columns.location'),
    day: t('reports:columns.date'),
    week: t('report-files:columns.week'),
    job: t('report-files:columns.job'),
  }[by];
  const isDated = by === 'day' || by === 'week';
  const note = ({ hidden, isPartial }: OutputReport['groups'][number]) =>
    hidden
      ? t('report-files:tooFewPeople', { count: MIN_OUTPUT_PEOPLE })
      : isPartial
        ? t('report-files:partial', { count: MIN_OUTPUT_PEOPLE })
        : null;
  return {
    name: t('report-files:output'),
    columns: [
      { label, kind: isDated ? 'date' : 'text' },
      { label: t('report-files:columns.unit') },
      { label: t('report-files:columns.quantity'), kind: 'decimal' },
      hours(t),
      seconds(t),
      { label: t('report-files:columns.perHour'), kind: 'decimal' },
      { label: t('report-files:columns.target'), kind: 'decimal' },
      { label: t('report-files:columns.note') },
    ],
    rows: groups.map((group) => ({
      key: `${group.key} ${group.unit}`,
      cells: [
        isDated ? group.key : (group.name ?? t('report-files:otherJobs')),
        unitLabel(group.unit, t),
        ...[group.quantity, group.ms, group.ms, group.perHour, group.target, note(group)],
      ],
    })),
  };
}

/** The columns of product.md §7. The entries of each person add up to the person's figure. */
export function timeEntriesTable(entries: ReportedTimeEntry[], { t, language, timeZone }: Words): Table {
  return {
    name: t('reports:tabs.time-entries'),
    columns: [
      { label: t('reports:columns.employee') },
      { label: t('reports:columns.location') },
      { label: t('reports:columns.checkIn'), kind: 'dateTime' },
      { label: t('reports:columns.checkOut'), kind: 'dateTime' },
      hours(t, t('reports:columns.totalHours')),
      { label: t('reports:columns.status') },
      { label: t('reports:columns.tasksAndComments') },
      seconds(t),
      { label: t('reports:columns.generalNotes') },
      { label: t('reports:columns.breaks'), kind: 'hoursAlone' },
    ],
    rows: entries.map((entry) => {
      const { id, userId, user, location, checkIn, checkOut, breakMs } = entry;
      const ms = workedMs(entry);
      const [work, notes] = workCells(entry.workReports, t, language);
      return {
        key: id,
        group: userId,
        cells: [
          ...[fullName(user), location.name, dateTimeIn(checkIn, timeZone)],
          ...[checkOut && dateTimeIn(checkOut, timeZone), ms, t(`reports:status.${reportStatus(entry)}`)],
          ...[work, ms, notes, ms === null ? null : breakMs],
        ],
      };
    }),
  };
}

/** The columns of product.md §7. */
export function dailySummariesTable(summaries: DailySummary[], { t }: Words): Table {
  return {
    name: t('reports:tabs.daily-summaries'),
    columns: [
      { label: t('reports:columns.date'), kind: 'date' },
      { label: t('reports:columns.location') },
      hours(t, t('reports:columns.totalHours')),
      { label: t('reports:columns.uniqueEmployees'), kind: 'count' },
      { label: t('reports:columns.averageHours'), kind: 'decimal' },
      seconds(t),
    ],
    rows: summaries.map(({ id, date, location, totalHours, uniqueEmployees }) => {
      const ms = msFromHours(totalHours);
      const average = uniqueEmployees > 0 ? ms / MS_PER_HOUR / uniqueEmployees : 0;
      return { key: id, cells: [date, location.name, ms, uniqueEmployees, average, ms] };
    }),
  };
}
