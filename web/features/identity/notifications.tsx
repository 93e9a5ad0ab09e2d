import { useQuery } from '@tanstack/react-query';
import type { PushSettings } from '#contract/push.ts';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, Switch } from '#web/ui/checkbox.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AccountSection } from './account-section.tsx';
import { supportsPush } from './push-subscription.ts';
import { usePush } from './use-push.ts';

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
