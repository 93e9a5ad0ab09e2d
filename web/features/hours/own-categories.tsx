import { useQuery } from '@tanstack/react-query';
import { useUser } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { Card, CardBody } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MonthCategories } from '#web/working-time/month-categories.tsx';
import { personHoursQuery } from '#web/working-time/person-hours.ts';

/** The viewer's month by category: norm, worked, difference, categories, warnings. */
export function OwnCategories({ month }: { month: string }) {
  const { t } = useTranslation('hours');
  const query = useQuery(personHoursQuery(month, useUser().id));
  return (
    <Card>
      <CardBody className="flex flex-col gap-4">
        <h2 className="font-semibold text-xl">{t('title')}</h2>
        <Loaded query={query} skeleton={<Skeleton className="h-80" />}>
          {(hours) => hours?.details && <MonthCategories hours={{ ...hours, details: hours.details }} />}
        </Loaded>
      </CardBody>
    </Card>
  );
}
