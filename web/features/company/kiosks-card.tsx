import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import type { PairedKiosk } from '#contract/kiosks.ts';
import { query } from '#web/call/query.ts';
import { serverNow } from '#web/call/server-clock.ts';
import { useCall } from '#web/call/use-call.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';

const loadPairing = async () => (await import('./pair-kiosk-dialog.tsx')).PairKioskDialog;
const loadRevocation = async () => RevokeKioskDialog;

/** A kiosk reports once a minute: after five without a report, something is wrong. */
const SILENT_MS = 5 * 60_000;

export function KiosksCard() {
  const { t } = useTranslation('company');
  const pathTo = usePathTo();
  const kiosks = useQuery(query('listKiosks'));
  const pairing = useLazyDialog(loadPairing);
  const revocation = useLazyDialog(loadRevocation);
  return (
    <Card>
      <CardHeader title={t('kiosks.devices')} text={t('kiosks.text')} />
      <CardBody className="flex flex-col gap-6">
        <Loaded query={kiosks}>
          {(paired) => (
            <>
              {paired.length > 0 ? (
                <Kiosks kiosks={paired} onRevoke={(kiosk) => revocation.open({ kiosk })} />
              ) : (
                <p className="wrap-anywhere text-ink-muted">
                  {t('kiosks.empty.text', {
                    kiosk: location.host + pathTo('kiosk'),
                    display: location.host + pathTo('display'),
                  })}
                </p>
              )}
              <Button
                variant="secondary"
                className="self-start"
                icon={<Plus className="size-5" aria-hidden="true" />}
                onClick={() => pairing.open({})}
              >
                {t('kiosks.add')}
              </Button>
            </>
          )}
        </Loaded>
      </CardBody>
      {pairing.dialog}
      {revocation.dialog}
    </Card>
  );
}

type KiosksProps = { kiosks: PairedKiosk[]; onRevoke: (kiosk: PairedKiosk) => void };

function Kiosks({ kiosks, onRevoke }: KiosksProps) {
  const { t } = useTranslation('company');
  const { formatDateTime } = useCompanyTime();
  return (
    <DataTable
      caption={t('kiosks.devices')}
      rows={kiosks}
      rowKey={({ id }) => id}
      empty={null}
      columns={[
        {
          id: 'name',
          header: t('kiosks.name'),
          lead: true,
          cell: ({ name }) => <span className="wrap-anywhere font-medium">{name}</span>,
        },
        {
          id: 'location',
          header: t('kiosks.location'),
          cell: (kiosk) => <span className="wrap-anywhere">{kiosk.location.name}</span>,
        },
        {
          id: 'lastSeen',
          header: t('kiosks.lastSeen'),
          cell: ({ lastSeenAt }) =>
            lastSeenAt === null ? (
              t('kiosks.never')
            ) : (
              <>
                <span className="figures block">{formatDateTime(lastSeenAt)}</span>
                {serverNow() - Date.parse(lastSeenAt) > SILENT_MS && (
                  <Badge tone="attention">{t('kiosks.silent')}</Badge>
                )}
              </>
            ),
        },
        {
          id: 'queue',
          header: t('kiosks.queue'),
          numeric: true,
          cell: ({ queueLength }) => queueLength || t('kiosks.queueNone'),
        },
        {
          id: 'release',
          header: t('kiosks.release'),
          cell: ({ release }) => <code className="font-mono text-sm">{release ?? '–'}</code>,
        },
        {
          id: 'actions',
          header: t('kiosks.actions'),
          actions: true,
          cell: (kiosk) => (
            <IconButton
              className="cards:-ml-3"
              label={t('kiosks.revoke.named', { name: kiosk.name })}
              onClick={() => onRevoke(kiosk)}
            >
              <Trash2 className="size-5" aria-hidden="true" />
            </IconButton>
          ),
        },
      ]}
    />
  );
}

function RevokeKioskDialog({ kiosk, onClose }: { kiosk: PairedKiosk; onClose: () => void }) {
  const { t } = useTranslation('company');
  const { id, name, queueLength } = kiosk;
  return (
    <ConfirmDialog
      title={t('kiosks.revoke.title', { name })}
      description={[
        t('kiosks.revoke.text'),
        queueLength && t('kiosks.revoke.waiting', { count: queueLength }),
      ]
        .filter(Boolean)
        .join(' ')}
      confirmLabel={t('kiosks.revoke.submit')}
      mutation={useCall('revokeKiosk', { handlesErrors: true })}
      variables={{ params: { id } }}
      done={{ title: t('kiosks.revoke.done') }}
      onClose={onClose}
    />
  );
}
