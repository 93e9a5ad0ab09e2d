import type { Location } from '#contract/locations.ts';
import { useCall } from '#web/call/use-call.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

type RenewCodeDialogProps = { location: Location; onClose: () => void };

export function RenewCodeDialog({ location, onClose }: RenewCodeDialogProps) {
  const { t } = useTranslation('locations');
  return (
    <ConfirmDialog
      title={t('renew.title', { name: location.name })}
      description={t('renew.text')}
      confirmLabel={t('renew.confirm')}
      mutation={useCall('renewLocationCode', { handlesErrors: true })}
      variables={{ params: { id: location.id } }}
      done={{ title: t('renew.done'), description: t('renew.doneText') }}
      onClose={onClose}
    />
  );
}
