import { CircleHelp } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { IconButton } from '#web/ui/button.tsx';
import type { ExplainedFigure } from './hours-explanation.tsx';

const load = withTexts(
  ['working-time'],
  async () => (await import('./hours-explanation.tsx')).HoursExplanation,
);

/** The button beside a total of hours that explains it, down to the scans. */
export function ExplainHours({ className, ...figure }: ExplainedFigure & { className?: string }) {
  const { t } = useTranslation();
  const { open, dialog } = useLazyDialog(load);
  return (
    <>
      <IconButton
        variant="quiet"
        label={t('explainHours', { title: figure.title })}
        className={className}
        onClick={() => open(figure)}
      >
        <CircleHelp className="size-5" aria-hidden="true" />
      </IconButton>
      {dialog}
    </>
  );
}
