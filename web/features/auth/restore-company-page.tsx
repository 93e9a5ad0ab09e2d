import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useRestoreCompany } from '#web/api/company.ts';
import { ApiError } from '#web/api/request.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { CentredCard } from './centred-card.tsx';
import { useTokenOfAddress } from './use-token-of-address.ts';

/** Undoes the deletion of a company; by a button, because programs that check mails open every link. */
export function Component() {
  const { t } = useTranslation(['auth-steps', 'common']);
  const { toast } = useToast();
  const navigate = useNavigate();
  const pathTo = usePathTo();
  const token = useTokenOfAddress();
  const { mutate, isPending, error } = useRestoreCompany();
  const isRefused = error instanceof ApiError && error.code === 'restore_token_invalid';
  useEffect(() => {
    // The button that had the focus is gone.
    if (isRefused) document.querySelector<HTMLElement>('main h1')?.focus();
  }, [isRefused]);

  if (!token || isRefused) {
    return (
      <CentredCard title={t('restore.invalidTitle')} text={t('restore.invalidText')}>
        <Button asChild size="large">
          <Link to={pathTo('auth')}>{t('restore.signIn')}</Link>
        </Button>
      </CentredCard>
    );
  }
  const restore = () =>
    mutate(
      { token },
      {
        onSuccess: ({ message }) => {
          toast({ title: message, tone: 'success' });
          void navigate(pathTo('auth'), { replace: true });
        },
      },
    );
  return (
    <CentredCard title={t('restore.title')} text={t('restore.text')}>
      <FormError>
        {error && (error instanceof ApiError ? error.message : t('common:unexpectedError'))}
      </FormError>
      <Button size="large" pending={isPending} onClick={restore}>
        {t(isPending ? 'restore.pending' : 'restore.submit')}
      </Button>
    </CentredCard>
  );
}
