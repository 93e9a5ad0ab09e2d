import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
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

/** The year's holidays by the work rules, with the company's own days. */
export function HolidaysCard() {
  const { t } = useTranslation(['work-rules', 'common']);
  const { today, formatDate, formatLongDate } = useCompanyTime();
  const [year, setYear] = useState(() => Number(today().slice(0, 4)));
  const add = useLazyDialog(loadOwnDay);
  const remove = useLazyDialog(loadRemove);
  const result = joinQueries(
    useQuery(query('getWorkRules')),
    useQuery(query('listHolidays', { query: { year: String(year) } })),
  );
  return (
    <Card>
      <CardHeader title={t('holidays.title')} text={t('holidays.text')} />
      <CardBody className="flex flex-col gap-3">
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
        <Loaded query={result} skeleton={<Skeleton className="h-96" />}>
          {([rules, holidays]) => {
            const moved = rules.movedDays.filter(({ from, to }) =>
              [from, to].some((date) => date.startsWith(String(year))),
            );
            return (
              <ul className="divide-y divide-hairline">
                {holidays.map(({ date, name, kind }) => (
                  <Row key={`${kind} ${date}`} date={formatLongDate(date)} name={name}>
                    {kind !== 'holiday' && <Badge>{t(`holidays.kinds.${kind}`)}</Badge>}
                    {(kind === 'own-holiday' || kind === 'day-off') && (
                      <Remove
                        label={t('holidays.removeNamed', { name, date: formatDate(date) })}
                        onClick={() =>
                          remove.open({
                            rules,
                            what: `${name}, ${formatDate(date)}`,
                            without: {
                              ...rules,
                              [kind === 'day-off' ? 'daysOff' : 'holidays']: rules[
                                kind === 'day-off' ? 'daysOff' : 'holidays'
                              ].filter((day) => day.date !== date),
                            },
                          })
                        }
                      />
                    )}
                  </Row>
                ))}
                {moved.map((move) => {
                  const dates = { from: formatDate(move.from), to: formatDate(move.to) };
                  return (
                    <Row
                      key={`moved ${move.from}`}
                      date={formatLongDate(move.to)}
                      name={t('holidays.moved', dates)}
                    >
                      <Badge>{t('holidays.kinds.moved')}</Badge>
                      <Remove
                        label={t('holidays.removeNamed', {
                          name: t('holidays.moved', dates),
                          date: dates.to,
                        })}
                        onClick={() =>
                          remove.open({
                            rules,
                            what: t('holidays.moved', dates),
                            without: {
                              ...rules,
                              movedDays: rules.movedDays.filter(({ from }) => from !== move.from),
                            },
                          })
                        }
                      />
                    </Row>
                  );
                })}
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
      </CardFooter>
      {add.dialog}
      {remove.dialog}
    </Card>
  );
}

type RowProps = { date: string; name: string; children: ReactNode };

function Row({ date, name, children }: RowProps) {
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <span className="figures w-full text-ink-muted text-sm sm:w-56">{date}</span>
      <span className="wrap-anywhere min-w-0 flex-1 basis-40">{name}</span>
      {children}
    </li>
  );
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <IconButton label={label} onClick={onClick}>
      <Trash2 className="size-5" aria-hidden="true" />
    </IconButton>
  );
}
