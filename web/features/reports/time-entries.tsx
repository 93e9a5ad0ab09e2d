import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ComponentProps, useCallback } from 'react';
import type { ReportedTimeEntry } from '#contract/reports.ts';
import { durationText, MINUTE_MS, minutesText } from '#domain/apportion.ts';
import { dateIn } from '#domain/dates.ts';
import { entryKeys } from '#domain/report-rows.ts';
import { query } from '#web/call/query.ts';
import { useReach } from '#web/call/user.ts';
import { OfflineMark } from '#web/entries/offline-mark.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { CorrectedMark } from '#web/work-reports/corrected-mark.tsx';
import { generalNotesOf } from '#web/work-reports/general-notes.ts';
import { EntryActions } from './entry-actions.tsx';
import { EntryStatus } from './entry-status.tsx';
import { entriesColumn } from './hours-columns.ts';
import { PersonName } from './person-name.tsx';
import type { ReportFilters } from './report-filters.ts';
import { useReportFormat } from './report-format.ts';
import { ReportTable, type ReportTableProps } from './report-table.tsx';
import { TotalHours } from './total-hours.tsx';
import { useLockedEntries } from './use-locked-entries.ts';
import { taskText } from './work-text.ts';

type ColumnId =
  | ('employee' | 'location' | 'checkIn' | 'checkOut' | 'status')
  | ('breaks' | 'hours' | 'tasks' | 'actions');

const loadDialogs = async () => (await import('./entry-dialogs.tsx')).EntryDialogs;

export function TimeEntries({
  period: { start, end },
  employeeId,
  locationId,
  actionsPlace,
}: Omit<ReportFilters, 'report'> & Pick<ReportTableProps, 'actionsPlace'>) {
  const { t } = useTranslation('reports');
  const { today } = useCompanyTime();
  const asked = { startDate: start, endDate: end, employeeId, locationId, select: 'overlapping' as const };
  const result = useQuery(query('getTimeEntriesReport', { query: asked }));

  const mayAdd = useReach('createTimeEntry') !== undefined;
  const { open, dialog } = useLazyDialog(loadDialogs);
  const date = end < today() ? end : today();

  const act = useCallback<OnAction>(
    (action, entry) => open({ opened: { action, entry }, date }),
    [open, date],
  );
  const columnsFor = useEntryColumns({ period: { start, end }, employeeId, locationId }, act);

  return (
    <>
      <ReportTable
        caption={t('tabs.time-entries')}
        action={
          mayAdd && (
            <Button
              variant="secondary"
              icon={<Plus className="size-5" aria-hidden="true" />}
              onClick={() => open({ opened: { action: 'add' }, date })}
            >
              {t('actions.add')}
            </Button>
          )
        }
        actionsPlace={actionsPlace}
        query={result}
        columnsFor={columnsFor}
        sortKeys={entryKeys}
        initialSort={{ column: 'checkIn', direction: 'descending' }}
        countText={(count) => t('entries', { count })}
        empty={{ title: t('entriesEmpty.title'), text: t('entriesEmpty.text') }}
        failed={t('entriesFailed')}
        file={{ name: 'getTimeEntriesReport', query: asked }}
      />
      {dialog}
    </>
  );
}

type OnAction = ComponentProps<typeof EntryActions>['onAction'];

/** The columns for rows, stable between renders. */
function useEntryColumns(
  { period: { start, end }, employeeId, locationId }: Omit<ReportFilters, 'report'>,
  onAction: OnAction,
) {
  const { t } = useTranslation('reports');
  const { timeZone, formatDateTime, formatTime } = useCompanyTime();
  const isLocked = useLockedEntries({ start, end });
  return useCallback(
    (rows: readonly ReportedTimeEntry[]): readonly Column<ReportedTimeEntry, ColumnId>[] => {
      const minutes = entriesColumn(rows, MINUTE_MS);
      /** With the date only if it is a different one. */
      const momentAfter = (before: string, instant: string) =>
        dateIn(before, timeZone) === dateIn(instant, timeZone)
          ? formatTime(instant)
          : formatDateTime(instant);
      return [
        {
          id: 'employee',
          header: t('columns.employee'),
          cell: ({ userId, user }) => <PersonName id={userId} person={user} />,
          sortable: true,
          lead: true,
          total: t('total'),
        },
        {
          id: 'location',
          header: t('columns.location'),
          // Otherwise the browser would break a long name after every word before it narrows the tasks.
          cell: ({ location }) => <span className="block tabular:min-w-40">{location.name}</span>,
          sortable: true,
        },
        {
          id: 'checkIn',
          header: t('columns.checkIn'),
          cell: ({ checkIn, offlineCheckIn }) => (
            <>
              {formatDateTime(checkIn)}
              <OfflineMark event={offlineCheckIn} format={(instant) => momentAfter(checkIn, instant)} />
            </>
          ),
          numeric: true,
          sortable: true,
        },
        {
          id: 'checkOut',
          header: t('columns.checkOut'),
          cell: ({ checkIn, checkOut, offlineCheckOut }) => {
            if (!checkOut) return '–';
            return (
              <>
                {momentAfter(checkIn, checkOut)}
                <OfflineMark event={offlineCheckOut} format={(instant) => momentAfter(checkOut, instant)} />
              </>
            );
          },
          numeric: true,
          sortable: true,
        },
        {
          id: 'status',
          header: t('columns.status'),
          cell: (entry) => <EntryStatus entry={entry} isLocked={isLocked(entry)} />,
          sortable: true,
        },
        ...(rows.some(({ breakMs }) => breakMs > 0)
          ? [
              {
                id: 'breaks' as const,
                header: t('columns.breaks'),
                cell: ({ breakMs }: ReportedTimeEntry) => (breakMs > 0 ? durationText(breakMs) : '–'),
                numeric: true,
              },
            ]
          : []),
        {
          id: 'hours',
          header: t('columns.hours'),
          cell: (entry) => {
            const shown = minutes.stepsOf(entry);
            return (
              <>
                {shown === undefined ? '–' : minutesText(shown)}
                {entry.checkOut && entry.workedMs !== entry.countedMs && (
                  <span className="block font-normal text-ink-muted text-sm">
                    {t('ofWholeEntry', { hours: durationText(entry.workedMs) })}
                  </span>
                )}
              </>
            );
          },
          numeric: true,
          hero: true,
          sortable: true,
          total: (
            <TotalHours
              title={t('columns.hours')}
              period={{ startDate: start, endDate: end, userId: employeeId, locationId }}
            >
              {minutesText(minutes.total)}
            </TotalHours>
          ),
        },
        {
          id: 'tasks',
          header: t('columns.tasks'),
          cell: ({ workReports }) => (workReports.length > 0 ? <Tasks workReports={workReports} /> : '–'),
          wide: true,
        },
        {
          id: 'actions',
          header: t('columns.actions'),
          cell: (entry) => <EntryActions entry={entry} onAction={onAction} />,
          actions: true,
        },
      ];
    },
    [t, timeZone, formatDateTime, formatTime, isLocked, start, end, employeeId, locationId, onAction],
  );
}

function Tasks({ workReports }: Pick<ReportedTimeEntry, 'workReports'>) {
  const { t } = useTranslation('reports');
  const { formatDateTime } = useCompanyTime();
  const format = useReportFormat();
  const tasks = [...workReports.map((report) => taskText(report, format)), ...generalNotesOf(workReports)];
  return (
    // In full on paper, on a phone and in the file.
    <ul className="md:line-clamp-1 print:line-clamp-none" title={tasks.join('\n')}>
      {workReports.map((report) => (
        <li key={report.id}>
          {taskText(report, format)}{' '}
          {report.correctedAt && <CorrectedMark time={formatDateTime(report.correctedAt)} />}
        </li>
      ))}
      {generalNotesOf(workReports).map((note) => (
        <li key={note} className="wrap-anywhere whitespace-pre-line">
          <span className="text-ink-muted">{t('columns.generalNotes')}:</span> {note}
        </li>
      ))}
    </ul>
  );
}
