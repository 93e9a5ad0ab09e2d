import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '#web/call/use-call.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LinkPage } from './link-page.tsx';

export function Component() {
  const { t } = useTranslation('auth-steps');
  const [query] = useSearchParams();
  // The page removes the query from the URL.
  const [words] = useState<'confirmCompany' | 'confirmEmail'>(
    query.get('of') === 'company' ? 'confirmCompany' : 'confirmEmail',
  );
  return (
    <LinkPage
      title={t(`${words}.title`)}
      text={t(`${words}.text`)}
      submitLabel={t('confirmEmail.submit')}
      pendingLabel={t('confirmEmail.pending')}
      invalid={{ title: t('emailLink.invalidTitle'), text: t('emailLink.invalidText') }}
      mutation={useCall('confirmEmail', { handlesErrors: true })}
      doneTitle={() => t(`${words}.done`)}
    />
  );
}
