import { useQuery } from '@tanstack/react-query';
import { TriangleAlert, Users } from 'lucide-react';
import type { PersonMonthHours } from '#contract/month-hours.ts';
import { MINUTE_MS, minutesText, peopleColumn } from '#domain/apportion.ts';
import { monthText } from '#domain/month-text.ts';
import { fullName } from '#domain/names.ts';
import { monthHoursQuery } from '#web/api/month-hours.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import {
  type Category,
  categoriesOf,
  signedDurationText,
  signedMinutesText,
} from '#web/working-time/category-columns.ts';

const loadPerson = async () => (await import('./person-hours-dialog.tsx')).PersonHoursDialog;

type Row = PersonMonthHours;
type Summed = 'total' | 'normToBeWorked' | Exclude<Category, 'normal'>;

/** The month `yyyy-MM` by category: people × categories; a name opens the person's days. */
export function MonthHours({ month }: { month: string }) {
  const { t } = useTranslation('hours');
  const query = useQuery(monthHoursQuery(month));
  return (
    <div className="mt-10 flex flex-col gap-3">
      <h2 className="font-semibold text-xl">{t('title')}</h2>
      <p className="max-w-prose text-ink-muted">{t('independent')}</p>
      <Loaded query={query} skeleton={<Skeleton className="h-80" />}>
        {(people) => <HoursTable month={month} people={people} />}
      </Loaded>
    </div>
  );
}

function HoursTable({ month, people }: { month: string; people: Row[] }) {
  const { t } = useTranslation(['hours', 'reports']);
  const language = useLanguage();
  const person = useLazyDialog(loadPerson);
  const shown = categoriesOf(people);
  const isRunning = people.some(({ period }) => period.start !== period.end);
  const minutesOf = (figure: Summed) => peopleColumn(people, (row) => row[figure] ?? 0, MINUTE_MS);
  const total = minutesOf('total');
  const overtime = minutesOf('overtime');
  const column = (figure: Summed, of = minutesOf(figure)): Column<Row> => ({
    id: figure,
    header: t(`figures.${figure}`),
    cell: (row) => minutesText(of.stepsOf(row) ?? 0),
    numeric: true,
    total: <TableTotal>{minutesText(of.total)}</TableTotal>,
  });
  // Worked − overtime as printed, so that the row adds up.
  const normal: Column<Row> = {
    id: 'normal',
    header: t('figures.normal'),
    cell: (row) => signedMinutesText((total.stepsOf(row) ?? 0) - (overtime.stepsOf(row) ?? 0)),
    numeric: true,
    total: <TableTotal>{signedMinutesText(total.total - overtime.total)}</TableTotal>,
  };
  const columns: Column<Row>[] = [
    {
      id: 'employee',
      header: t('reports:columns.employee'),
      cell: (row) => (
        <>
          <TextLink asChild>
            <button
              type="button"
              className="text-left"
              onClick={() => person.open({ month, user: row.user, title: monthText(month, language) })}
            >
              {fullName(row.user)}
            </button>
          </TextLink>
          {row.user.nameTag && (
            <span className="wrap-anywhere block font-normal text-ink-muted text-sm">{row.user.nameTag}</span>
          )}
          {row.isProvisional && (
            <Badge tone="attention" icon={<TriangleAlert aria-hidden="true" />}>
              {t('provisionalShort')}
            </Badge>
          )}
        </>
      ),
      lead: true,
      total: t('reports:total'),
    },
    { ...column('total', total), hero: true, total: minutesText(total.total) },
    column('normToBeWorked'),
    {
      id: 'difference',
      header: t('figures.difference'),
      cell: ({ difference }) => signedDurationText(difference),
      numeric: true,
    },
    ...(isRunning
      ? [
          {
            id: 'running',
            header: t('figures.runningDifference'),
            cell: ({ runningDifference }: Row) => signedDurationText(runningDifference),
            numeric: true,
          },
        ]
      : []),
    ...shown.map((category) =>
      category === 'normal' ? normal : column(category, category === 'overtime' ? overtime : undefined),
    ),
    {
      id: 'absences',
      header: t('figures.absences'),
      cell: ({ absences }) =>
        absences.map(({ code, ms }) => `${code} ${signedDurationText(ms)}`).join(', ') || '–',
      numeric: true,
    },
  ];
  return (
    <>
      <DataTable
        caption={t('title')}
        columns={columns}
        rows={people}
        rowKey={({ user }) => user.id}
        empty={<EmptyState icon={<Users />} title={t('empty.title')} text={t('empty.text')} />}
      />
      {person.dialog}
    </>
  );
}

/** A phone's line of totals has room for the worked hours only. */
function TableTotal({ children }: { children: string }) {
  return <span className="cards:hidden">{children}</span>;
}
