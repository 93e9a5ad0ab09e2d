import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { durationText } from '#domain/apportion.ts';
import { useUser } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { dateText, periodText } from '#web/time/date-text.ts';
import { Card, CardBody } from '#web/ui/card.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { signedDurationText } from '#web/working-time/category-columns.ts';
import { MonthCalendar } from '#web/working-time/month-calendar.tsx';
import { personHoursQuery } from '#web/working-time/person-hours.ts';

type OwnCalendarProps = Pick<
  ComponentProps<typeof MonthCalendar>,
  'month' | 'onMonth' | 'askedDate' | 'onDay' | 'children'
>;

/** The viewer's month as a calendar, its weeks against the plan, and the running balance. */
export function OwnCalendar({ month, ...calendar }: OwnCalendarProps) {
  const { t } = useTranslation(['own-time', 'common']);
  const { today, language } = useCompanyTime();
  const query = useQuery(personHoursQuery(month, useUser().id));
  return (
    <Card>
      <CardBody>
        <Loaded query={query} skeleton={<Skeleton className="h-120" />}>
          {(hours) => (
            <>
              <MonthCalendar
                month={month}
                lastMonth={today().slice(0, 7)}
                today={today()}
                hours={hours}
                {...calendar}
              />
              {hours?.details && (
                <section className="mt-5 flex flex-col gap-3 border-hairline border-t pt-4">
                  <h2 className="font-semibold">{t('weeks.title')}</h2>
                  {hours.details.weeks
                    .filter(({ total, plan }) => total > 0 || plan > 0)
                    .map(({ startDate, endDate, total, plan }) => (
                      <Progress
                        key={startDate}
                        label={
                          <span className="figures">
                            {periodText({ start: startDate, end: endDate }, language)}
                          </span>
                        }
                        value={total}
                        max={Math.max(plan, 1)}
                        tone="neutral"
                        valueText={t('weeks.ofPlan', {
                          total: durationText(total),
                          plan: durationText(plan),
                        })}
                      />
                    ))}
                  <p className="figures font-semibold" data-balance={hours.balance.runningDifference}>
                    {t('weeks.balance', {
                      date: dateText(hours.balance.date, language),
                      balance: signedDurationText(hours.balance.runningDifference),
                    })}
                  </p>
                </section>
              )}
            </>
          )}
        </Loaded>
      </CardBody>
    </Card>
  );
}
