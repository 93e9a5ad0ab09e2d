import { Lock, PencilLine, TriangleAlert } from 'lucide-react';
import type { TimeEntry } from '#contract/time-tracking.ts';
import { type ReportStatus, reportStatus } from '#domain/report-rows.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';

const TONES: Record<ReportStatus, BadgeTone> = {
  working: 'working',
  needsAttention: 'attention',
  completed: 'neutral',
  pending: 'attention',
  approved: 'neutral',
  rejected: 'destructive',
};

export function EntryStatus({ entry, isLocked }: { entry: TimeEntry; isLocked: boolean }) {
  const { t } = useTranslation(['reports', 'working-time']);
  const status = reportStatus(entry);
  return (
    <span className="flex flex-wrap items-center gap-1">
      <Badge
        tone={TONES[status]}
        dot={status === 'working'}
        icon={status === 'needsAttention' && <TriangleAlert aria-hidden="true" />}
      >
        {t(`status.${status}`)}
      </Badge>
      {entry.isEstimated && <Badge>{t('marks.estimated')}</Badge>}
      {entry.isCorrected && <Badge icon={<PencilLine aria-hidden="true" />}>{t('marks.corrected')}</Badge>}
      {entry.isAdditional && <Badge>{t('working-time:status.additional')}</Badge>}
      {isLocked && <Badge icon={<Lock aria-hidden="true" />}>{t('marks.locked')}</Badge>}
    </span>
  );
}
