import { useCall } from '#web/call/use-call.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LinkPage } from './link-page.tsx';

export function Component() {
  const { t } = useTranslation('auth-steps');
  return (
    <LinkPage
      title={t('restore.title')}
      text={t('restore.text')}
      submitLabel={t('restore.submit')}
      pendingLabel={t('restore.pending')}
      invalid={{ title: t('restore.invalidTitle'), text: t('restore.invalidText') }}
      mutation={useCall('restoreCompany', { handlesErrors: true })}
      doneTitle={({ message }) => message}
    />
  );
}
