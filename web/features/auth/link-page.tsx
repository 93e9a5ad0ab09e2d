import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError } from '#web/call/request.ts';
import type { Call } from '#web/call/use-call.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { CentredCard } from './centred-card.tsx';
import { useTokenOfAddress } from './use-token-of-address.ts';

type LinkPageProps<Answer> = {
  title: string;
  text: string;
  submitLabel: string;
  pendingLabel: string;
  /** Shown if the server rejects the link. */
  invalid: { title: string; text: string };
  mutation: Call<{ body: { token: string } }, Answer>;
  doneTitle: (answer: Answer) => string;
};

const REFUSALS = ['restore_token_invalid', 'email_link_invalid'];

/** Runs a mail link's action, by a button because mail scanners open every link; then leads to sign-in. */
export function LinkPage<Answer>({
  title,
  text,
  submitLabel,
  pendingLabel,
  invalid,
  mutation: { mutate, isPending, error },
  doneTitle,
}: LinkPageProps<Answer>) {
  const { t } = useTranslation(['auth-steps', 'common']);
  const { toast } = useToast();
  const navigate = useNavigate();
  const pathTo = usePathTo();
  const token = useTokenOfAddress();
  const isRefused = error instanceof ApiError && REFUSALS.includes(error.code ?? '');
  useEffect(() => {
    // The focused button was removed.
    if (isRefused) document.querySelector<HTMLElement>('main h1')?.focus();
  }, [isRefused]);

  if (!token || isRefused) {
    return (
      <CentredCard title={invalid.title} text={invalid.text}>
        <Button asChild size="large">
          <Link to={pathTo('auth')}>{t('restore.signIn')}</Link>
        </Button>
      </CentredCard>
    );
  }
  const act = () =>
    mutate(
      { body: { token } },
      {
        onSuccess: (answer) => {
          toast({ title: doneTitle(answer), tone: 'success' });
          void navigate(pathTo('auth'), { replace: true });
        },
      },
    );
  return (
    <CentredCard title={title} text={text}>
      <FormError>
        {error && (error instanceof ApiError ? error.message : t('common:unexpectedError'))}
      </FormError>
      <Button size="large" pending={isPending} onClick={act}>
        {isPending ? pendingLabel : submitLabel}
      </Button>
    </CentredCard>
  );
}
