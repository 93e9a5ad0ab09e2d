import { useCall } from '#web/call/use-call.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LinkPage } from './link-page.tsx';

export function Component() {
  const { t } = useTranslation('auth-steps');
  return (
    <LinkPage
      title={t('undoEmail.title')}
      text={t('undoEmail.text')}
      submitLabel={t('undoEmail.submit')}
      pendingLabel={t('undoEmail.pending')}
      invalid={{ title: t('emailLink.invalidTitle'), text: t('emailLink.invalidText') }}
      mutation={useCall('undoEmailChange', { handlesErrors: true })}
      doneTitle={() => t('undoEmail.done')}
    />
  );
}
