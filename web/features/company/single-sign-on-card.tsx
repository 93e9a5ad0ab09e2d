import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SingleSignOn } from '#contract/single-sign-on.ts';
import { useIfAllowed } from '#web/call/plan.ts';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { useUser } from '#web/call/user.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { AddressToCopy } from './address-to-copy.tsx';

const loadForm = async () => (await import('./single-sign-on-dialog.tsx')).SingleSignOnDialog;

/** With whose accounts people sign in, and the address at which they do. */
export function SingleSignOnCard() {
  const { t } = useTranslation('single-sign-on');
  const { ifAllowed, isPending } = useIfAllowed(({ features }) =>
    features.apiKeys ? undefined : t('needsPlan'),
  );
  const setUp = useLazyDialog(loadForm);
  const [isRemoving, setIsRemoving] = useState(false);
  const remove = useCall('deleteSingleSignOn', { handlesErrors: true });
  return (
    <Card>
      <CardHeader title={t('title')} text={t('text')} />
      <CardBody className="flex flex-col gap-4">
        <Loaded query={useQuery(query('getSingleSignOn'))}>
          {(settings) => (
            <>
              {settings.provider && <InUse settings={settings} />}
              <div className="flex flex-wrap gap-2">
                <Button
                  variant="secondary"
                  pending={isPending}
                  onClick={() => ifAllowed(undefined, () => setUp.open({ settings }))}
                >
                  {t(settings.provider ? 'change' : 'setUp')}
                </Button>
                {settings.provider && (
                  <Button variant="ghost" onClick={() => setIsRemoving(true)}>
                    {t('remove.submit')}
                  </Button>
                )}
              </div>
            </>
          )}
        </Loaded>
      </CardBody>
      {setUp.dialog}
      {isRemoving && (
        <ConfirmDialog
          title={t('remove.title')}
          description={t('remove.text')}
          confirmLabel={t('remove.submit')}
          mutation={remove}
          variables={undefined}
          done={{ title: t('remove.done') }}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </Card>
  );
}

function InUse({ settings: { provider, address } }: { settings: SingleSignOn }) {
  const { t } = useTranslation('single-sign-on');
  const { code } = useUser().company;
  const pathTo = usePathTo();
  const signIn = `${location.origin}${pathTo('auth')}?${new URLSearchParams({ mode: 'company', company: code })}`;
  const known = provider === 'google' ? 'Google' : 'Microsoft';
  const service = provider === 'other' ? new URL(address).host : known;
  return <AddressToCopy label={t('signIn', { service })} address={signIn} />;
}
