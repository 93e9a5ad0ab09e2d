import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Button } from '#web/ui/button.tsx';

const load = async () => (await import('./handover-dialog.tsx')).HandoverDialog;

export function CompanyHandover() {
  const { t } = useTranslation('account');
  const { open, dialog } = useLazyDialog(load);
  return (
    <div className="flex items-start">
      <Button variant="secondary" onClick={() => open({})}>
        {t('handover.open')}
      </Button>
      {dialog}
    </div>
  );
}
