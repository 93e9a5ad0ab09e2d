import { BriefcaseBusiness } from 'lucide-react';
import type { ListedAbsence } from '#contract/absences.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ApprovalBadge } from './entry-badges.tsx';

/** The state of an absence, and whether there is work on its days. Areas `absences`, `working-time`. */
export function AbsenceBadges({ absence }: { absence: ListedAbsence }) {
  const { t } = useTranslation('absences');
  return (
    <span className="flex flex-wrap gap-2">
      <ApprovalBadge approval={absence.status} />
      {absence.overlapsWork && (
        <Badge tone="attention" icon={<BriefcaseBusiness aria-hidden="true" />}>
          {t('overlapsWork')}
        </Badge>
      )}
    </span>
  );
}
