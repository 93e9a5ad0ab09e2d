import { useTranslation } from 'react-i18next';
import type { Location } from '#contract/locations.ts';
import { useDeleteLocation } from '#web/api/locations.ts';
import { ApiError } from '#web/api/request.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { useToast } from '#web/ui/toast.tsx';

type DeleteLocationDialogProps = { location: Location; onClose: () => void };

export function DeleteLocationDialog({ location, onClose }: DeleteLocationDialogProps) {
  const { t } = useTranslation('locations');
  const { toast } = useToast();
  const { mutate, isPending, error } = useDeleteLocation();
  const message = error instanceof ApiError ? error.message : error && t('common:unexpectedError');
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t('delete.title', { name: location.name })}
      description={t('delete.text')}
      confirmLabel={t('common:delete')}
      cancelLabel={t('common:cancel')}
      pending={isPending}
      error={message}
      onConfirm={() =>
        mutate(location.id, {
          onSuccess: () => {
            onClose();
            toast({ title: t('deleted'), tone: 'success' });
          },
        })
      }
    />
  );
}
