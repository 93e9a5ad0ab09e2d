import { useQuery } from '@tanstack/react-query';
import type { PersonMonthHours } from '#contract/hours.ts';
import { PersonLink } from '#web/entries/person-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MonthCategories } from '#web/working-time/month-categories.tsx';
import { personHoursQuery } from '#web/working-time/person-hours.ts';

type PersonHoursDialogProps = {
  month: string;
  user: PersonMonthHours['user'];
  title: string;
  onClose: () => void;
};

/** A person's month by category, each figure explained by its days, and its warnings. */
export function PersonHoursDialog({ month, user, title, onClose }: PersonHoursDialogProps) {
  const { t } = useTranslation('common');
  const query = useQuery(personHoursQuery(month, user.id));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="wide"
      title={<PersonLink id={user.id} name={user} />}
      description={<span className="inline-block first-letter:uppercase">{title}</span>}
      closeLabel={t('close')}
    >
      <Loaded query={query} skeleton={<Skeleton className="h-80" />}>
        {(hours) => hours?.details && <MonthCategories hours={{ ...hours, details: hours.details }} />}
      </Loaded>
    </Dialog>
  );
}
