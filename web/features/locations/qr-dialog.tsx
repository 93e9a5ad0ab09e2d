import { useQuery } from '@tanstack/react-query';
import { Download, Printer, QrCode } from 'lucide-react';
import { Link } from 'react-router';
import type { Location } from '#contract/locations.ts';
import { formatLocationCode } from '#domain/location-code.ts';
import { query } from '#web/call/query.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { AddressAlert } from './address-alert.tsx';
import { NfcTag } from './nfc-tag.tsx';

type QrDialogProps = {
  id: string;
  /** Undefined: the URL names a location that no longer exists. */
  location: Location | undefined;
  onClose: () => void;
};

export function QrDialog({ id, location, onClose }: QrDialogProps) {
  const { t } = useTranslation('locations');
  const pathTo = usePathTo();
  const qr = useQuery(query('getLocationQr', { params: { id } }));
  return (
    <Dialog open onOpenChange={onClose} title={location?.name ?? t('qr')} closeLabel={t('common:close')}>
      <div className="flex flex-col items-center gap-4">
        {location && !location.isActive && (
          <Alert tone="attention" className="w-full">
            {t('inactiveNote')}
          </Alert>
        )}
        {location && qr.data && <AddressAlert qr={qr.data} className="w-full" />}
        <div className="grid min-h-64 place-items-center sm:min-h-72">
          <Loaded
            query={qr}
            failedTitle={t('qrFailed')}
            missing={<EmptyState icon={<QrCode />} title={t('qrMissing')} />}
            skeleton={<Skeleton className="size-64 sm:size-72" />}
          >
            {({ qrCode }) => (
              <img
                src={qrCode}
                alt={t('qrNamed', { name: location?.name ?? '' })}
                className="size-64 rounded-md border border-hairline bg-white sm:size-72 [image-rendering:pixelated]"
              />
            )}
          </Loaded>
        </div>
        {location && (
          <p className="text-center">
            <span className="block text-ink-muted text-sm">{t('code')}</span>
            <span className="figures whitespace-nowrap font-bold text-2xl tracking-wide">
              {formatLocationCode(location.qrCode)}
            </span>
          </p>
        )}
      </div>
      {location && qr.data && <NfcTag url={qr.data.url} />}
      {location && (
        <DialogFooter>
          <Button asChild variant="secondary">
            <Link to={pathTo('locationPoster', { id })}>
              <Printer className="size-5" aria-hidden="true" />
              {t('poster.open')}
            </Link>
          </Button>
          {qr.data && (
            <Button asChild>
              <a href={qr.data.qrCode} download={`location-${id}-qr.png`}>
                <Download className="size-5" aria-hidden="true" />
                {t('download')}
              </a>
            </Button>
          )}
        </DialogFooter>
      )}
    </Dialog>
  );
}
