import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { PersonMonthHours } from '#contract/hours.ts';
import { durationText, minutesText } from '#domain/apportion.ts';
import { useUser } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { dateText, periodText } from '#web/time/date-text.ts';
import { Card, CardBody } from '#web/ui/card.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { signedDurationText } from '#web/working-time/category-columns.ts';
import { MonthCalendar, minutesByDate } from '#web/working-time/month-calendar.tsx';
import { personHoursQuery } from '#web/working-time/person-hours.ts';

type OwnCalendarProps = Pick<ComponentProps<typeof MonthCalendar>, 'month' | 'onMonth' | 'onDay'>;

/** The viewer's month as a calendar, its weeks against the plan, and the running balance. */
export function OwnCalendar({ month, ...calendar }: OwnCalendarProps) {
  const { today } = useCompanyTime();
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
              {hours?.details && <Weeks details={hours.details} balance={hours.balance} />}
            </>
          )}
        </Loaded>
      </CardBody>
    </Card>
  );
}

type WeeksProps = { details: NonNullable<PersonMonthHours['details']>; balance: PersonMonthHours['balance'] };

function Weeks({ details, balance }: WeeksProps) {
  const { t } = useTranslation('own-time');
  const { language } = useCompanyTime();
  const minutes = [...minutesByDate(details.days)];
  return (
    <section className="mt-5 flex flex-col gap-3 border-hairline border-t pt-4">
      <h2 className="font-semibold">{t('weeks.title')}</h2>
      {details.weeks
        .filter(({ total, plan }) => total > 0 || plan > 0)
        .map(({ startDate, endDate, total, plan }) => {
          const ofWeek = minutes.filter(([date]) => date >= startDate && date <= endDate);
          return (
            <Progress
              key={startDate}
              label={
                <span className="figures">{periodText({ start: startDate, end: endDate }, language)}</span>
              }
              value={total}
              max={Math.max(plan, 1)}
              tone="neutral"
              valueText={t('weeks.ofPlan', {
                total: minutesText(ofWeek.reduce((sum, [, one]) => sum + one, 0)),
                plan: durationText(plan),
              })}
            />
          );
        })}
      <p className="figures font-semibold" data-balance={balance.runningDifference}>
        {t('weeks.balance', {
          date: dateText(balance.date, language),
          balance: signedDurationText(balance.runningDifference),
        })}
      </p>
    </section>
  );
}
