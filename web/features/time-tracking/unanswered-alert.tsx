import { useTranslation } from 'react-i18next';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';

type UnansweredAlertProps = { message: string; pending: boolean; onRetry: () => void; onDiscard: () => void };

/** A scan that got no answer: trying again is harmless, and said so. */
export function UnansweredAlert({ message, pending, onRetry, onDiscard }: UnansweredAlertProps) {
  const { t } = useTranslation(['time-tracking', 'common']);
  return (
    <Alert tone="attention" role="alert" title={t('unanswered.title')}>
      <p>{message}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button pending={pending} onClick={onRetry}>
          {t('common:retry')}
        </Button>
        <Button variant="ghost" disabled={pending} onClick={onDiscard}>
          {t('unanswered.discard')}
        </Button>
      </div>
    </Alert>
  );
}
