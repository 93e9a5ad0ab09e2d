import type { Location } from '#contract/locations.ts';
import { useCall } from '#web/call/use-call.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

type DeleteLocationDialogProps = { location: Location; onClose: () => void };

export function DeleteLocationDialog({ location, onClose }: DeleteLocationDialogProps) {
  const { t } = useTranslation(['locations', 'common']);
  return (
    <ConfirmDialog
      title={t('delete.title', { name: location.name })}
      description={t('delete.text')}
      confirmLabel={t('common:delete')}
      mutation={useCall('deleteLocation', { handlesErrors: true })}
      variables={{ params: { id: location.id } }}
      done={{ title: t('deleted') }}
      onClose={onClose}
    />
  );
}
