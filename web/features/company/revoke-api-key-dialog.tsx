import type { ApiKey } from '#contract/api-keys.ts';
import { useCall } from '#web/call/use-call.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

export function RevokeApiKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation('api-keys');
  return (
    <ConfirmDialog
      title={t('revoke.title', { name: apiKey.name })}
      description={t('revoke.text')}
      confirmLabel={t('revoke.submit')}
      mutation={useCall('revokeApiKey', { handlesErrors: true })}
      variables={{ params: { id: apiKey.id } }}
      done={{ title: t('revoke.done') }}
      onClose={onClose}
    />
  );
}
