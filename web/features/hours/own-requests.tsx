import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CorrectionRequest } from '#contract/corrections.ts';
import { isRecorded } from '#domain/corrections.ts';
import { fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { AbsenceChange, AbsenceLine } from '#web/entries/absence-line.tsx';
import { ApprovalBadge } from '#web/entries/entry-badges.tsx';
import { BreakChanges } from '#web/entries/entry-diff.tsx';
import { useEntryPeriod } from '#web/entries/entry-line.tsx';
import { NewAccountNote } from '#web/entries/new-account-note.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { useToast } from '#web/ui/toast.tsx';

/** Decided requests are also in the history of their entries. */
const DECIDED_SHOWN = 3;

/** The viewer's correction requests: open ones and the latest decisions. Renders nothing without any. */
export function OwnRequests() {
  const { t } = useTranslation('own-time');
  const { data = [] } = useQuery(query('listOwnCorrectionRequests'));
  // Those for new absences are listed with the absences.
  const requests = data.filter(({ absence }) => absence === null || absence.change !== null);
  const [withdrawn, setWithdrawn] = useState<CorrectionRequest>();
  const pending = requests.filter(({ status }) => status === 'pending');
  const decided = requests.filter(({ status }) => status !== 'pending').slice(0, DECIDED_SHOWN);
  if (requests.length === 0) return null;
  return (
    <Card tone={pending.length > 0 ? 'attention' : 'plain'}>
      <CardHeader title={t('requests.title')} />
      <CardBody>
        <ul className="divide-y divide-edge/30">
          {[...pending, ...decided].map((request) => (
            <Request key={request.id} request={request} onWithdraw={() => setWithdrawn(request)} />
          ))}
        </ul>
      </CardBody>
      {withdrawn && <WithdrawDialog request={withdrawn} onClose={() => setWithdrawn(undefined)} />}
    </Card>
  );
}

function Request({ request, onWithdraw }: { request: CorrectionRequest; onWithdraw: () => void }) {
  const { t } = useTranslation('own-time');
  const { formatDateTime } = useCompanyTime();
  const { kind, status, current, wanted, absence, reason, decision, createdAt } = request;
  const period = useEntryPeriod();
  const location = wanted.location ?? current?.location;
  const checkIn = wanted.checkIn ?? current?.checkIn;
  const checkOut = wanted.checkOut ?? current?.checkOut ?? null;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{t(`requests.kinds.${kind}`)}</span>
          <ApprovalBadge approval={status} />
        </p>
        {absence?.change ? (
          <>
            <AbsenceLine absence={absence} />
            <AbsenceChange kept={absence.change.kept} />
          </>
        ) : (
          <p className="wrap-anywhere">
            {location?.name} {checkIn && <span className="figures">{period(checkIn, checkOut)}</span>}
          </p>
        )}
        <BreakChanges changes={wanted.breaks} />
        <p className="figures wrap-anywhere text-ink-muted text-sm">
          {formatDateTime(createdAt)}
          {reason && ` · ${reason}`}
        </p>
        {decision && (
          <p className="wrap-anywhere text-sm">
            {t('requests.decided', { name: fullName(decision.by), time: formatDateTime(decision.at) })}
            {decision.reason && ` · ${decision.reason}`}
          </p>
        )}
        <NewAccountNote isShown={decision?.actorIsNew === true} />
      </div>
      {status === 'pending' && !isRecorded(kind) && (
        <Button variant="secondary" onClick={onWithdraw}>
          {t('requests.withdraw')}
        </Button>
      )}
    </li>
  );
}

function WithdrawDialog({ request, onClose }: { request: CorrectionRequest; onClose: () => void }) {
  const { t } = useTranslation(['own-time', 'common']);
  const { toast } = useToast();
  const { mutate: withdraw, isPending } = useCall('withdrawCorrectionRequest', {
    errorTitle: t('requests.withdrawFailed'),
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t('requests.withdrawTitle')}
      description={t('requests.withdrawText')}
      confirmLabel={t('requests.withdraw')}
      cancelLabel={t('common:cancel')}
      variant="primary"
      pending={isPending}
      onConfirm={() =>
        withdraw(
          { params: { id: request.id } },
          {
            onSuccess: () => {
              onClose();
              toast({ title: t('requests.withdrawn'), tone: 'success' });
            },
            onError: onClose,
          },
        )
      }
    />
  );
}
