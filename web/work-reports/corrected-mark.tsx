import { PencilLine } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Says that a work report was corrected after it was sent, and when. */
export function CorrectedMark({ time }: { time: string }) {
  const { t } = useTranslation();
  return (
    <span className="figures whitespace-nowrap text-ink-muted text-sm">
      <PencilLine className="mr-1 inline size-3.5 align-[-0.125em]" aria-hidden="true" />
      {t('corrected', { time })}
    </span>
  );
}
