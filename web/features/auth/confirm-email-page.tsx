import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useConfirmEmail } from '#web/api/auth.ts';
import { LinkPage } from './link-page.tsx';

/** Makes a new e-mail address count, or confirms the one with which a company was signed up (`of=company`). */
export function Component() {
  const { t } = useTranslation('auth-steps');
  const [query] = useSearchParams();
  // The page takes the query out of the address.
  const [words] = useState(query.get('of') === 'company' ? 'confirmCompany' : 'confirmEmail');
  return (
    <LinkPage
      title={t(`${words}.title`)}
      text={t(`${words}.text`)}
      submitLabel={t('confirmEmail.submit')}
      pendingLabel={t('confirmEmail.pending')}
      invalid={{ title: t('emailLink.invalidTitle'), text: t('emailLink.invalidText') }}
      mutation={useConfirmEmail()}
      doneTitle={() => t(`${words}.done`)}
    />
  );
}
