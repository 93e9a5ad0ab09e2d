import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { EndpointResponse } from '#contract/index.ts';
import type { CompanyWorkRules } from '#contract/work-rules.ts';
import { query } from '#web/call/query.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { joinQueries, Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Card, CardBody, CardFooter, CardHeader } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const loadOwnDay = async () => (await import('./own-day-dialog.tsx')).OwnDayDialog;
const loadRemove = async () => (await import('./own-day-dialog.tsx')).RemoveDayDialog;

/** The company's own days, as they are stored. */
export type OwnDays = Pick<CompanyWorkRules, 'holidays' | 'daysOff' | 'movedDays'>;

type Holidays = EndpointResponse<'listHolidays'>;
type HolidayKind = Holidays[number]['kind'];

/** How many days are shown until the year is unfolded. */
const NEXT_SHOWN = 3;

type Day = { date: string; name: string; kind: HolidayKind | 'moved'; without?: OwnDays };

/** The holidays and the company's own days, by date. */
function useDays() {
  const { t } = useTranslation('work-rules');
  const { formatDate } = useCompanyTime();
  return (rules: CompanyWorkRules, holidays: Holidays): Day[] => {
    const without = (list: keyof OwnDays, date: string): OwnDays => ({
      ...rules,
      [list]: rules[list].filter((day) => ('date' in day ? day.date : day.from) !== date),
    });
    const own = {
      'own-holiday': 'holidays',
      'day-off': 'daysOff',
      holiday: undefined,
      substitute: undefined,
    } as const;
    const years = new Set(holidays.map(({ date }) => date.slice(0, 4)));
    return [
      ...holidays.map((day) => {
        const list = own[day.kind];
        return list ? { ...day, without: without(list, day.date) } : day;
      }),
      ...rules.movedDays
        .filter(({ from, to }) => [from, to].some((date) => years.has(date.slice(0, 4))))
        .map(({ from, to }) => ({
          date: to,
          name: t('holidays.moved', { from: formatDate(from) }),
          kind: 'moved' as const,
          without: without('movedDays', from),
        })),
    ].toSorted((a, b) => a.date.localeCompare(b.date));
  };
}

/** The next holidays and days off, and on request those of a year. */
export function HolidaysCard() {
  const { t } = useTranslation(['work-rules', 'common']);
  const { today } = useCompanyTime();
  const [year, setYear] = useState<number>();
  const add = useLazyDialog(loadOwnDay);
  const remove = useLazyDialog(loadRemove);
  const daysOf = useDays();
  const thisYear = Number(today().slice(0, 4));
  const first = year ?? thisYear;
  const result = joinQueries(
    useQuery(query('getWorkRules')),
    useQuery(query('listHolidays', { query: { year: String(first) } })),
    useQuery(query('listHolidays', { query: { year: String(thisYear + 1) } })),
  );
  return (
    <Card>
      <CardHeader title={t('holidays.title')} text={t('holidays.text')} />
      <CardBody className="flex flex-col gap-3">
        {year !== undefined && (
          <div className="flex items-center gap-2">
            <IconButton label={t('holidays.earlier', { year: year - 1 })} onClick={() => setYear(year - 1)}>
              <ChevronLeft className="size-5" aria-hidden="true" />
            </IconButton>
            <h3 className="figures font-semibold" aria-live="polite">
              {year}
            </h3>
            <IconButton label={t('holidays.later', { year: year + 1 })} onClick={() => setYear(year + 1)}>
              <ChevronRight className="size-5" aria-hidden="true" />
            </IconButton>
          </div>
        )}
        <Loaded query={result} skeleton={<Skeleton className="h-40" />}>
          {([rules, ofYear, following]) => {
            const days =
              year === undefined
                ? daysOf(rules, [...ofYear, ...following])
                    .filter(({ date }) => date >= today())
                    .slice(0, NEXT_SHOWN)
                : daysOf(rules, ofYear);
            return (
              <ul className="divide-y divide-hairline">
                {days.map((day) => (
                  <DayRow
                    key={`${day.kind} ${day.date}`}
                    day={day}
                    onRemove={(what, without) => remove.open({ rules, what, without })}
                  />
                ))}
              </ul>
            );
          }}
        </Loaded>
      </CardBody>
      <CardFooter>
        <Button
          variant="secondary"
          icon={<Plus className="size-5" aria-hidden="true" />}
          disabled={!result.data}
          onClick={() => result.data && add.open({ rules: result.data[0] })}
        >
          {t('holidays.add')}
        </Button>
        <Button
          variant="ghost"
          aria-expanded={year !== undefined}
          onClick={() => setYear(year === undefined ? thisYear : undefined)}
        >
          {t(year === undefined ? 'holidays.showYear' : 'holidays.showNext')}
        </Button>
      </CardFooter>
      {add.dialog}
      {remove.dialog}
    </Card>
  );
}

type DayRowProps = { day: Day; onRemove: (what: string, without: OwnDays) => void };

function DayRow({ day: { date, name, kind, without }, onRemove }: DayRowProps) {
  const { t } = useTranslation('work-rules');
  const { formatDate, formatLongDate } = useCompanyTime();
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <span className="figures w-full text-ink-muted text-sm sm:w-56">{formatLongDate(date)}</span>
      <span className="wrap-anywhere min-w-0 flex-1 basis-40">{name}</span>
      {kind !== 'holiday' && <Badge>{t(`holidays.kinds.${kind}`)}</Badge>}
      {without && (
        <IconButton
          label={t('holidays.removeNamed', { name, date: formatDate(date) })}
          onClick={() => onRemove(kind === 'moved' ? name : `${name}, ${formatDate(date)}`, without)}
        >
          <Trash2 className="size-5" aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
