import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Passkey } from '#contract/passkeys.ts';
import { passkeysQuery, useDeletePasskey } from '#web/api/passkeys.ts';
import { ApiError } from '#web/api/request.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { OpeningDialog } from '#web/ui/opening-dialog.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { QueryPart } from './query-part.tsx';

const AddPasskeyDialog = lazy(async () => ({
  default: (await import('./add-passkey-dialog.tsx')).AddPasskeyDialog,
}));

export function Passkeys() {
  const { t } = useTranslation(['account', 'common']);
  const { formatDate } = useCompanyTime();
  const query = useQuery(passkeysQuery);
  const [isAdding, setIsAdding] = useState(false);
  const [leaving, setLeaving] = useState<Passkey>();
  return (
    <div className="flex flex-col gap-4 sm:items-start">
      <QueryPart query={query}>
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
      </QueryPart>
      <Button variant="secondary" onClick={() => setIsAdding(true)}>
        {t('passkeys.add')}
      </Button>
      {isAdding && (
        <Suspense fallback={<OpeningDialog label={t('common:loading')} />}>
          <AddPasskeyDialog onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
      {leaving && <DeletePasskeyDialog passkey={leaving} onClose={() => setLeaving(undefined)} />}
    </div>
  );
}

function DeletePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const { toast } = useToast();
  const { mutate, isPending, error } = useDeletePasskey();
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t('passkeys.deleteTitle', { name: passkey.name })}
      description={t('passkeys.deleteText')}
      confirmLabel={t('passkeys.deleteSubmit')}
      cancelLabel={t('common:cancel')}
      pending={isPending}
      error={error instanceof ApiError ? error.message : error && t('common:unexpectedError')}
      onConfirm={() =>
        mutate(passkey, {
          onSuccess: () => {
            onClose();
            toast({ title: t('passkeys.deleted'), tone: 'success' });
          },
        })
      }
    />
  );
}
