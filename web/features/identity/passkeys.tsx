import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Passkey } from '#contract/identity.ts';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const loadAdd = async () => (await import('./add-passkey-dialog.tsx')).AddPasskeyDialog;

export function Passkeys() {
  const { t } = useTranslation('account');
  const { formatDate } = useCompanyTime();
  const result = useQuery(query('listPasskeys'));
  const add = useLazyDialog(loadAdd);
  const [leaving, setLeaving] = useState<Passkey>();
  return (
    <div className="flex flex-col gap-4 sm:items-start">
      <Loaded query={result} skeleton={<Skeleton className="h-11 max-w-60" />}>
        {(passkeys) =>
          passkeys.length > 0 && (
            <ul aria-label={t('passkeys.list')} className="w-full divide-y divide-hairline">
              {passkeys.map((passkey) => (
                <li key={passkey.id} className="flex items-center gap-3 py-2 first:pt-0">
                  <div className="min-w-0 flex-1">
                    <p className="wrap-anywhere font-medium">{passkey.name}</p>
                    <p className="figures text-ink-muted text-sm">
                      {t('passkeys.added', { date: formatDate(passkey.createdAt) })}
                      <br />
                      {passkey.lastUsedAt
                        ? t('passkeys.used', { date: formatDate(passkey.lastUsedAt) })
                        : t('passkeys.unused')}
                    </p>
                  </div>
                  <IconButton
                    label={t('passkeys.deleteNamed', { name: passkey.name })}
                    onClick={() => setLeaving(passkey)}
                  >
                    <Trash2 className="size-5" aria-hidden="true" />
                  </IconButton>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Button variant="secondary" onClick={() => add.open({})}>
        {t('passkeys.add')}
      </Button>
      {add.dialog}
      {leaving && <DeletePasskeyDialog passkey={leaving} onClose={() => setLeaving(undefined)} />}
    </div>
  );
}

function DeletePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('account');
  return (
    <ConfirmDialog
      title={t('passkeys.deleteTitle', { name: passkey.name })}
      description={t('passkeys.deleteText')}
      confirmLabel={t('passkeys.deleteSubmit')}
      mutation={useCall('deletePasskey', { handlesErrors: true })}
      variables={{ params: { id: passkey.id } }}
      done={{ title: t('passkeys.deleted') }}
      onClose={onClose}
    />
  );
}
