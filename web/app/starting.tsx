import { useTranslation } from '#web/i18n/use-translation.ts';
import { Spinner } from '../ui/spinner.tsx';

/** Shown while the page's code or the current user is loading. */
export function Starting() {
  const { t } = useTranslation();
  return (
    <div className="grid min-h-dvh place-items-center text-ink-muted">
      <Spinner size="large" label={t('loading')} />
    </div>
  );
}
