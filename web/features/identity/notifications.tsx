import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { PushSettings } from '#contract/push.ts';
import { SHARED_DEMO_COMPANY_ID } from '#domain/demo.ts';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { useReach, useUser } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, Switch } from '#web/ui/checkbox.tsx';
import { InstallCard } from '#web/ui/install-card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { AccountSection } from './account-section.tsx';
import {
  askPermission,
  mayInvite,
  noteInvited,
  subscribeBrowser,
  supportsPush,
  unsubscribeBrowser,
  wasTurnedOn,
} from './push-subscription.ts';

/** Turns notifications on in this browser; then what the person is told, on all of theirs. */
export function Notifications() {
  const { t } = useTranslation('push-settings');
  return (
    <AccountSection title={t('title')} text={t('text')}>
      {supportsPush() ? <Settings /> : <p>{t('unsupported')}</p>}
    </AccountSection>
  );
}

function Settings() {
  const { t } = useTranslation('push-settings');
  const result = useQuery(query('getPush'));
  const { turnOn, turnOff, isPending, fault } = usePush();
  const isBlocked = fault === 'blocked' || Notification.permission === 'denied';
  return (
    <Loaded query={result} skeleton={<Skeleton className="h-11 max-w-60" />}>
      {(settings) => (
        <div className="flex flex-col gap-4">
          {settings.isSubscribed && !isBlocked ? (
            <>
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p>{t('isOn')}</p>
                <Button variant="secondary" pending={isPending} onClick={turnOff}>
                  {t('turnOff')}
                </Button>
              </div>
              <Choices settings={settings} />
            </>
          ) : (
            <Button className="sm:self-start" pending={isPending} onClick={turnOn}>
              {t('turnOn')}
            </Button>
          )}
          {(isBlocked || fault) && (
            <Alert tone="attention" role="alert">
              {t(isBlocked ? 'blocked' : 'failed')}
            </Alert>
          )}
        </div>
      )}
    </Loaded>
  );
}

type Fault = 'blocked' | 'failed' | undefined;

/** Turns notifications on and off in this browser. A fault: the browser blocks them, or its service was not reached. */
function usePush() {
  const queryClient = useQueryClient();
  const { id: userId } = useUser();
  const subscribe = useCall('subscribeToPush', { handlesErrors: true });
  const unsubscribe = useCall('unsubscribeFromPush', { handlesErrors: true });
  const [isPending, setIsPending] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const run = async (work: () => Promise<Fault>): Promise<Fault> => {
    setIsPending(true);
    const met = await work().catch((): Fault => 'failed');
    setFault(met);
    setIsPending(false);
    return met;
  };
  const turnOn = () =>
    run(async () => {
      if (!(await askPermission())) return 'blocked';
      const { publicKey } = await queryClient.fetchQuery(query('getPush'));
      await subscribe.mutateAsync({ body: await subscribeBrowser(publicKey, userId) });
      return undefined;
    });
  const turnOff = () =>
    run(async () => {
      await unsubscribe.mutateAsync();
      await unsubscribeBrowser();
      return undefined;
    });
  return { turnOn, turnOff, isPending, fault };
}

function Choices({ settings: { kinds, whenOffDuty, showsDetails } }: { settings: PushSettings }) {
  const { t } = useTranslation('push-settings');
  const { mutate, isPending, variables } = useCall('updatePush');
  const offKinds = kinds.filter(({ isOn }) => !isOn).map(({ kind }) => kind);
  const now = { offKinds, whenOffDuty, showsDetails };
  // What was just chosen, until the server has it.
  const shown = isPending && variables ? variables.body : now;
  const save = (change: Partial<typeof now>) => mutate({ body: { ...shown, ...change } });
  return (
    <>
      <fieldset>
        <legend className="font-medium">{t('whatFor')}</legend>
        <div className="mt-1 flex flex-col">
          {kinds.map(({ kind }) => (
            <Checkbox
              key={kind}
              label={t(`kinds.${kind}`)}
              checked={!shown.offKinds.includes(kind)}
              onChange={({ target }) =>
                save({
                  offKinds: target.checked
                    ? shown.offKinds.filter((off) => off !== kind)
                    : [...shown.offKinds, kind],
                })
              }
            />
          ))}
        </div>
      </fieldset>
      <Switch
        label={t('whenOffDuty')}
        hint={t('whenOffDutyHint')}
        checked={shown.whenOffDuty}
        onChange={({ target }) => save({ whenOffDuty: target.checked })}
      />
      <Switch
        label={t('showsDetails')}
        hint={t('showsDetailsHint')}
        checked={shown.showsDetails}
        onChange={({ target }) => save({ showsDetails: target.checked })}
      />
    </>
  );
}

/** Renews the subscription of whoever turned notifications on here. Otherwise asks once on a device whether to turn notifications on, and says what for. */
export function NotificationsInvitation({ className }: { className?: string }) {
  const { t } = useTranslation('push-settings');
  const { toast } = useToast();
  const looksAfterOthers = useReach('listAttention') !== undefined;
  const { id: userId, companyId } = useUser();
  const [isOpen, setIsOpen] = useState(() => companyId !== SHARED_DEMO_COMPANY_ID && mayInvite());
  const { turnOn, isPending } = usePush();
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
      title={t(looksAfterOthers ? 'invitation.teamTitle' : 'invitation.title')}
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
      <p>{t(looksAfterOthers ? 'invitation.teamText' : 'invitation.text')}</p>
    </InstallCard>
  );
}
