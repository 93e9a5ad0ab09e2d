import { useConfirmEmail } from '#web/api/auth.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LinkPage } from './link-page.tsx';

/** Confirms a new e-mail address. */
export function Component() {
  const { t } = useTranslation('auth-steps');
  return (
    <LinkPage
      title={t('confirmEmail.title')}
      text={t('confirmEmail.text')}
      submitLabel={t('confirmEmail.submit')}
      pendingLabel={t('confirmEmail.pending')}
      invalid={{ title: t('emailLink.invalidTitle'), text: t('emailLink.invalidText') }}
      mutation={useConfirmEmail()}
      doneTitle={() => t('confirmEmail.done')}
    />
  );
}
