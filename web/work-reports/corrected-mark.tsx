import { PencilLine } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Marks a work report that was corrected after it was sent, with the time. */
export function CorrectedMark({ time }: { time: string }) {
  const { t } = useTranslation();
  return (
    <span className="figures whitespace-nowrap text-ink-muted text-sm">
      <PencilLine className="mr-1 inline size-3.5 align-[-0.125em]" aria-hidden="true" />
      {t('corrected', { time })}
    </span>
  );
}
