import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { useUser, useUserAgain } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { usePathTo } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useToast } from '../ui/toast.tsx';

const SHOWN_RECIPIENTS = 5;
/** How often an open page looks whether the address has been confirmed elsewhere. */
const CONFIRMATION_MS = 30_000;

/** For administrators until the owner's address is confirmed: what waits for it, and the link once more. */
export function ConfirmationNotice() {
  const { t } = useTranslation('confirmation');
  const { toast } = useToast();
  const pathTo = usePathTo();
  const { isOwner } = useUser();
  const { data } = useQuery({
    ...query('getConfirmation'),
    refetchInterval: ({ state }) => (state.data?.isConfirmed ? false : CONFIRMATION_MS),
  });
  const { mutate: send, isPending } = useCall('resendConfirmation');
  const askAgain = useUserAgain();
  const isConfirmed = data?.isConfirmed;
  useEffect(() => {
    // Confirmed in another tab or on another device.
    if (isConfirmed) askAgain();
  }, [isConfirmed, askAgain]);
  if (!data || isConfirmed) return null;
  const { email, waiting, recipients } = data;
  const shown = recipients.slice(0, SHOWN_RECIPIENTS);
  const names = recipients.length > SHOWN_RECIPIENTS ? [...shown, t('more')] : shown;
  return (
    <aside
      aria-label={t('label')}
      className="border-hairline border-b bg-attention-soft text-sm print:hidden"
    >
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2 sm:px-6">
        <div className="wrap-anywhere min-w-0 flex-1 basis-72">
          <p className="font-semibold">{t(isOwner ? 'text' : 'textOfOwner', { email })}</p>
          {waiting > 0 && <p>{t('waiting', { count: waiting, recipients: names.join(', ') })}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {isOwner && (
            <TextLink asChild>
              <Link to={pathTo('employees')}>{t('correct')}</Link>
            </TextLink>
          )}
          <Button
            variant="secondary"
            size="small"
            pending={isPending}
            onClick={() =>
              send(undefined, { onSuccess: () => toast({ title: t('sent', { email }), tone: 'success' }) })
            }
          >
            {t('send')}
          </Button>
        </div>
      </div>
    </aside>
  );
}
