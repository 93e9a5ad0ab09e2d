import { useState } from 'react';
import type { Attention } from '#contract/corrections.ts';
import { UNDO_REFUSALS } from '#contract/time-tracking.ts';
import { fullName } from '#domain/names.ts';
import { useCall } from '#web/call/use-call.ts';
import { useReach } from '#web/call/user.ts';
import { EntryDialog } from '#web/entries/entry-dialog.tsx';
import { PersonLink } from '#web/entries/person-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast.tsx';

type RefusedScan = Attention['refusedScans'][number];

/** Scans that were not recorded: hours may be missing. An administrator adds them, or says that all is well. */
export function RefusedScans({ scans }: { scans: readonly RefusedScan[] }) {
  const { t } = useTranslation('corrections');
  const { today } = useCompanyTime();
  const [added, setAdded] = useState<RefusedScan>();
  return (
    <section aria-labelledby="refused-scans">
      <h2 id="refused-scans" className="font-semibold text-xl">
        {t('refused.title')}
      </h2>
      <p className="text-ink-muted">{t('refused.text')}</p>
      <ul className="mt-4 divide-y divide-hairline rounded-lg border border-hairline bg-surface">
        {scans.map((scan) => (
          <Refused key={scan.id} scan={scan} onAdd={() => setAdded(scan)} />
        ))}
      </ul>
      {added && (
        <EntryDialog
          entry={undefined}
          filledIn={{
            userId: added.user.id,
            locationId: added.location?.id ?? '',
            [added.expectedAction === 'check-out' ? 'checkOut' : 'checkIn']:
              added.scannedAt ?? added.receivedAt,
          }}
          date={today()}
          onClose={() => setAdded(undefined)}
        />
      )}
    </section>
  );
}

function Refused({ scan, onAdd }: { scan: RefusedScan; onAdd: () => void }) {
  const { t } = useTranslation('corrections');
  const { formatDateTime } = useCompanyTime();
  const { toast } = useToast();
  const mayAdd = useReach('createTimeEntry');
  const settle = useCall('settleRefusedScan', { errorTitle: t('refused.failed') });
  const { id, user, location, expectedAction, isButton, scannedAt, receivedAt, reason } = scan;
  const name = fullName(user);
  const isUndo = UNDO_REFUSALS.some((code) => code === reason);
  const action = isUndo ? 'undo' : (expectedAction ?? (isButton ? 'check-out' : 'unknown'));
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 p-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="wrap-anywhere font-semibold">
          <PersonLink id={user.id} name={user} />
        </h3>
        <p className="wrap-anywhere">
          {t(`refused.actions.${action}`)}
          {location && ` · ${location.name}`} ·{' '}
          <span className="figures">{formatDateTime(scannedAt ?? receivedAt)}</span>
        </p>
        <p className="text-ink-muted text-sm">
          {t(`refused.reasons.${reason}`)}
          {scannedAt && (
            <span className="figures block">
              {t('refused.received', { time: formatDateTime(receivedAt) })}
            </span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
        {mayAdd && (
          <Button variant="secondary" aria-label={t('refused.addNamed', { name })} onClick={onAdd}>
            {t('refused.add')}
          </Button>
        )}
        <Button
          variant="ghost"
          aria-label={t('refused.settleNamed', { name })}
          pending={settle.isPending}
          onClick={() =>
            settle.mutate(
              { params: { id } },
              {
                onSuccess: () => toast({ title: t('refused.settled'), tone: 'success' }),
              },
            )
          }
        >
          {t('refused.settle')}
        </Button>
      </div>
    </li>
  );
}
