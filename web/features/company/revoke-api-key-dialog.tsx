import { useTranslation } from 'react-i18next';
import type { ApiKey } from '#contract/api-keys.ts';
import { useRevokeApiKey } from '#web/api/api-keys.ts';
import { ApiError } from '#web/api/request.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { useToast } from '#web/ui/toast.tsx';

export function RevokeApiKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation(['api-keys', 'common']);
  const { toast } = useToast();
  const { mutate, isPending, error } = useRevokeApiKey();
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t('revoke.title', { name: apiKey.name })}
      description={t('revoke.text')}
      confirmLabel={t('revoke.submit')}
      cancelLabel={t('common:cancel')}
      pending={isPending}
      error={error instanceof ApiError ? error.message : error && t('common:unexpectedError')}
      onConfirm={() =>
        mutate(apiKey, {
          onSuccess: () => {
            onClose();
            toast({ title: t('revoke.done'), tone: 'success' });
          },
        })
      }
    />
  );
}
