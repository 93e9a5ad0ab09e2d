import { RotateCw } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useSteady } from '#web/call/use-steady.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { currentUpdate, onUpdateChange, takeUpdateNow } from '../pwa/updates.ts';
import { Button } from '../ui/button.tsx';

/** A new release waits until the page is idle; this notice offers to apply it at once. */
export function UpdateNotice() {
  const { t } = useTranslation('pwa');
  const update = useSteady(useSyncExternalStore(onUpdateChange, currentUpdate));
  return (
    <div role="status">
      {update !== 'none' && (
        <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-hairline border-b bg-sunken px-4 py-1.5 text-center text-sm">
          <p>{t(`update.${update}`)}</p>
          <Button
            variant="secondary"
            size="small"
            icon={<RotateCw className="size-4" aria-hidden="true" />}
            onClick={() => void takeUpdateNow()}
          >
            {t('update.reload')}
          </Button>
        </div>
      )}
    </div>
  );
}
