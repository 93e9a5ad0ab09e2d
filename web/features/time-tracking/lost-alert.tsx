import { useTranslation } from '#web/i18n/use-translation.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';

type LostAlertProps = { message: string; pending: boolean; onRetry: () => void; onDiscard: () => void };

/** A scan that was neither answered nor saved; trying again is safe. */
export function LostAlert({ message, pending, onRetry, onDiscard }: LostAlertProps) {
  const { t } = useTranslation(['time-tracking', 'common']);
  return (
    <Alert tone="attention" role="alert" title={t('lost.title')}>
      <p>
        {message} {t('lost.text')}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button pending={pending} onClick={onRetry}>
          {t('common:retry')}
        </Button>
        <Button variant="ghost" disabled={pending} onClick={onDiscard}>
          {t('discard')}
        </Button>
      </div>
    </Alert>
  );
}
