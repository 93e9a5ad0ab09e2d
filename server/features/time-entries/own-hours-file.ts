/* A person's own hours as a file, which no plan limits. */
import type { TFunction } from 'i18next';
import type { EndpointRequest } from '#contract/index.ts';
import type { HoursExplanation } from '#contract/time-entries.ts';
import { dateIn, dateTimeIn } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import type { FileAnswer } from '#server/platform/http/file-answer.ts';
import { csvAnswer, type Table } from '#server/platform/table-files/tables.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { entryNotes } from '#server/platform/texts/work-text.ts';

/** The explanation as CSV, named after its month or its dates. */
export function ownHoursFile(
  explanation: HoursExplanation,
  measure: EndpointRequest<'explainHours'>['query']['measure'],
  language: Language,
): FileAnswer {
  const { startDate, endDate } = explanation;
  const t = translator(language);
  const period = measure === 'month' ? startDate.slice(0, 7) : `${startDate}-${endDate}`;
  return csvAnswer(ownHoursTable(explanation, t), language, `${t('own-time:csv.fileName')}-${period}`);
}

/**
 * A row for each part of an entry inside a day, and their sum. Times in the explanation's time zone; entries that do not count
 * are included with zero hours.
 */
export function ownHoursTable(
  { days, entries, total, timeZone }: Pick<HoursExplanation, 'days' | 'entries' | 'total' | 'timeZone'>,
  t: TFunction,
): Table {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const counted = days.flatMap(({ date, parts }) => parts.map((part) => ({ ...part, date })));
  const uncounted = entries
    .filter(({ notCounted }) => notCounted)
    .map(({ id, checkIn, checkOut }) => ({
      timeEntryId: id,
      date: dateIn(checkIn, timeZone),
      start: checkIn,
      end: checkOut,
      ms: 0,
      breakMs: 0,
    }));
  const rows = [...counted, ...uncounted].map(({ timeEntryId, date, start, end, ms, breakMs }) => {
    const entry = byId.get(timeEntryId);
    const [place, notes] = entry ? [entry.location.name, entryNotes(entry, t)] : ['', ''];
    const [from, to] = [dateTimeIn(start, timeZone), end && dateTimeIn(end, timeZone)];
    return { from, key: `${timeEntryId} ${start}`, cells: [date, place, from, to, breakMs, ms, notes, ms] };
  });
  const { ms, breakMs } = total;
  return {
    name: '',
    columns: [
      { label: t('own-time:csv.date'), kind: 'date' },
      { label: t('own-time:csv.location') },
      { label: t('working-time:checkIn'), kind: 'dateTime' },
      { label: t('working-time:checkOut'), kind: 'dateTime' },
      { label: t('own-time:csv.breaks'), kind: 'hours' },
      { label: t('own-time:csv.hours'), kind: 'hours' },
      { label: t('own-time:csv.notes') },
      { label: t('own-time:csv.seconds'), kind: 'seconds' },
    ],
    rows: [
      ...rows.toSorted((a, b) => a.from.localeCompare(b.from, 'en')),
      { key: '', group: 'total', cells: [t('own-time:csv.total'), '', '', '', breakMs, ms, '', ms] },
    ],
  };
}
