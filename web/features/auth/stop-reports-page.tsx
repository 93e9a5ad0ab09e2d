import { useCall } from '#web/call/use-call.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LinkPage } from './link-page.tsx';

export function Component() {
  const { t } = useTranslation('auth-steps');
  return (
    <LinkPage
      title={t('stopReports.title')}
      text={t('stopReports.text')}
      submitLabel={t('stopReports.submit')}
      pendingLabel={t('stopReports.pending')}
      invalid={{ title: t('emailLink.invalidTitle'), text: t('emailLink.invalidText') }}
      mutation={useCall('stopReportSubscription', { handlesErrors: true })}
      doneTitle={() => t('stopReports.done')}
    />
  );
}
