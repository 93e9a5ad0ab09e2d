import { useQuery } from '@tanstack/react-query';
import { useUser } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { dateText } from '#web/time/date-text.ts';
import { Card, CardBody } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { signedDurationText } from '#web/working-time/category-columns.ts';
import { Disclosure } from '#web/working-time/hours-explanation.tsx';
import { MonthCategories } from '#web/working-time/month-categories.tsx';
import { personHoursQuery } from '#web/working-time/person-hours.ts';

/** The running balance of the viewer's month; unfolded, its categories and warnings. */
export function OwnCategories({ month }: { month: string }) {
  const { t } = useTranslation(['hours', 'own-time']);
  const { language } = useCompanyTime();
  const query = useQuery(personHoursQuery(month, useUser().id));
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-16 rounded-lg!" />}>
      {(hours) =>
        hours?.details && (
          <Card>
            <CardBody className="flex flex-col gap-2">
              <p className="figures font-semibold">
                {t('own-time:weeks.balance', {
                  date: dateText(hours.balance.date, language),
                  balance: signedDurationText(hours.balance.runningDifference),
                })}
              </p>
              <Disclosure summary={<span className="font-semibold">{t('title')}</span>}>
                <MonthCategories hours={{ ...hours, details: hours.details }} />
              </Disclosure>
            </CardBody>
          </Card>
        )
      }
    </Loaded>
  );
}
