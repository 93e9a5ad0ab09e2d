import { useEffect, useEffectEvent, useState } from 'react';
import { useUser } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { InstallCard } from '#web/ui/install-card.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { mayInvite, noteInvited, wasTurnedOn } from './push-subscription.ts';
import { usePush } from './use-push.ts';

/** Renews the subscription of whoever turned notifications on here. Otherwise asks once on a device whether to turn notifications on, and says what for. */
export function NotificationsInvitation({ className }: { className?: string }) {
  const { t } = useTranslation('push-settings');
  const { today } = useCompanyTime();
  const { toast } = useToast();
  const [isOpen, setIsOpen] = useState(() => mayInvite(today()));
  const { turnOn, isPending } = usePush();
  const { id: userId } = useUser();
  // The subscription ended with the session before.
  const renew = useEffectEvent(() => {
    if (wasTurnedOn(userId)) void turnOn();
  });
  useEffect(() => renew(), []);
  const accept = async () => {
    const fault = await turnOn();
    if (fault) toast({ title: t(fault), tone: 'destructive' });
    setIsOpen(false);
  };
  if (!isOpen) return null;
  return (
    <InstallCard
      className={className}
      title={t('invitation.title')}
      actions={
        <>
          <Button
            variant="ghost"
            onClick={() => {
              noteInvited();
              setIsOpen(false);
            }}
          >
            {t('invitation.later')}
          </Button>
          <Button pending={isPending} onClick={() => void accept()}>
            {t('invitation.accept')}
          </Button>
        </>
      }
    >
      <p>{t('invitation.text')}</p>
    </InstallCard>
  );
}
