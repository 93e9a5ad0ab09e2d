import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/call/query.ts';
import { ApiError } from '#web/call/request.ts';
import { useCall } from '#web/call/use-call.ts';
import { useUser } from '#web/call/user.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useToast } from '#web/ui/toast.tsx';

export function Sessions() {
  const { t } = useTranslation('account');
  const { formatDate, formatDateTime } = useCompanyTime();
  const { toast } = useToast();
  const { isFromPin } = useUser();
  const result = useQuery(query('listSessions'));
  const { mutate: end, isPending, variables } = useCall('endSession');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex flex-col gap-4 sm:items-start">
      <Loaded query={result} skeleton={<Skeleton className="h-11 max-w-60" />}>
        {(sessions) => (
          <ul aria-label={t('sessions.title')} className="w-full divide-y divide-hairline">
            {sessions.map(({ id, device, isCurrent, createdAt, lastUsedAt }) => {
              const name = device ?? t('sessions.unknown');
              const used = formatDateTime(lastUsedAt);
              return (
                <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0">
                  <div className="min-w-48 flex-1">
                    <p className="flex flex-wrap items-center gap-2 font-medium">
                      {name}
                      {isCurrent && <Badge>{t('sessions.current')}</Badge>}
                    </p>
                    <p className="figures text-ink-muted text-sm">
                      {t('sessions.begun', { date: formatDate(createdAt) })}
                      <br />
                      {t('sessions.used', { date: used })}
                    </p>
                  </div>
                  {!isCurrent && !isFromPin && (
                    <Button
                      variant="secondary"
                      size="small"
                      aria-label={t('sessions.endNamed', { device: name, date: used })}
                      pending={isPending && variables?.params.id === id}
                      onClick={() =>
                        end(
                          { params: { id } },
                          {
                            onSuccess: () => toast({ title: t('sessions.ended'), tone: 'success' }),
                          },
                        )
                      }
                    >
                      {t('sessions.end')}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </Loaded>
      {isFromPin ? (
        <p>{t('sessions.fromPin')}</p>
      ) : (
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          {t('sessions.endAll')}
        </Button>
      )}
      {isAsking && <EndAllDialog onClose={() => setIsAsking(false)} />}
    </div>
  );
}

function EndAllDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const signIn = usePathTo()('auth');
  const { mutate, isPending, isSuccess, error } = useCall('endAllSessions', {
    handlesErrors: true,
    onSuccess: () => location.assign(signIn),
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t('sessions.endAllTitle')}
      description={t('sessions.endAllText')}
      confirmLabel={t('sessions.endAllSubmit')}
      cancelLabel={t('common:cancel')}
      pending={isPending || isSuccess}
      error={error instanceof ApiError ? error.message : error && t('common:unexpectedError')}
      onConfirm={() => mutate()}
    />
  );
}
