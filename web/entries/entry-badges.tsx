import { Check, Hourglass, PencilLine, TriangleAlert, X } from 'lucide-react';
import type { TimeEntry } from '#contract/time-tracking.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';

type Marked = Pick<TimeEntry, 'status' | 'needsAttention' | 'isEstimated' | 'isCorrected' | 'approval'> & {
  isAdditional?: boolean | undefined;
};

type EntryBadgesProps = {
  entry: Marked;
  withCompleted?: boolean;
};

/** The state of an entry: open or completed, and how it differs from a plain scanned one. Area `working-time`. */
export function EntryBadges({ entry, withCompleted }: EntryBadgesProps) {
  const { t } = useTranslation('working-time');
  const { status, needsAttention, isEstimated, isCorrected, isAdditional, approval } = entry;
  return (
    <>
      {needsAttention && (
        <Badge tone="attention" icon={<TriangleAlert aria-hidden="true" />}>
          {t('status.needsAttention')}
        </Badge>
      )}
      {status === 'working' && !needsAttention && (
        <Badge tone="working" dot>
          {t('status.working')}
        </Badge>
      )}
      {status === 'completed' && withCompleted && <Badge>{t('status.completed')}</Badge>}
      {isEstimated && <Badge>{t('status.estimated')}</Badge>}
      {isCorrected && <Badge icon={<PencilLine aria-hidden="true" />}>{t('status.corrected')}</Badge>}
      {isAdditional && <Badge>{t('status.additional')}</Badge>}
      {approval && <ApprovalBadge approval={approval} />}
    </>
  );
}

const LOOKS = {
  pending: { tone: 'attention', Icon: Hourglass },
  approved: { tone: 'neutral', Icon: Check },
  rejected: { tone: 'destructive', Icon: X },
} as const;

export function ApprovalBadge({ approval }: { approval: keyof typeof LOOKS }) {
  const { t } = useTranslation('working-time');
  const { tone, Icon } = LOOKS[approval];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(`status.${approval}`)}
    </Badge>
  );
}
