import { useQuery } from '@tanstack/react-query';
import {
  CircleOff,
  MapPin,
  MapPinPlus,
  Pencil,
  Printer,
  QrCode,
  RefreshCw,
  Route,
  Trash2,
} from 'lucide-react';
import { Link } from 'react-router';
import type { Location } from '#contract/locations.ts';
import { formatLocationCode } from '#domain/location-code.ts';
import { useRoomFor } from '#web/call/plan.ts';
import { query } from '#web/call/query.ts';
import { useAddressParam } from '#web/forms/search-params.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CardList } from '#web/lists/card-list.tsx';
import { LazyDialog, useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

const loadLocation = async () => (await import('./location-dialog.tsx')).LocationDialog;
const loadDelete = async () => (await import('./delete-location-dialog.tsx')).DeleteLocationDialog;
const loadRenewal = async () => (await import('./renew-code-dialog.tsx')).RenewCodeDialog;
const loadQr = withTexts(['nfc'], async () => (await import('./qr-dialog.tsx')).QrDialog);
const loadDistances = withTexts(
  ['distances'],
  async () => (await import('./distances-dialog.tsx')).DistancesDialog,
);

export function Component() {
  const { t } = useTranslation('locations');
  const result = useQuery(query('listLocations'));
  // The location whose QR code is shown; the dashboard links to it.
  const [qrId, setQrId] = useAddressParam('qr');
  useQuery(query('getSubscriptionStatus'));
  const ifRoomFor = useRoomFor();
  const edit = useLazyDialog(loadLocation);
  const renew = useLazyDialog(loadRenewal);
  const remove = useLazyDialog(loadDelete);
  const distances = useLazyDialog(loadDistances);
  return (
    <>
      <CardList
        area="locations"
        query={result}
        nameOf={({ name }) => name}
        detailOf={({ address }) => address}
        addIcon={<MapPinPlus className="size-5" aria-hidden="true" />}
        emptyIcon={<MapPin />}
        onAdd={() => ifRoomFor('locations', () => edit.open({ location: undefined }))}
      >
        {(location) => (
          <LocationCard
            key={location.id}
            location={location}
            onEdit={() => edit.open({ location })}
            onRenewCode={() => renew.open({ location })}
            onDelete={() => remove.open({ location })}
            onShowQr={() => setQrId(location.id)}
          />
        )}
      </CardList>
      {result.data && result.data.length > 1 && (
        <Button
          variant="ghost"
          className="mt-6"
          icon={<Route className="size-5" aria-hidden="true" />}
          onClick={() => distances.open({ locations: result.data })}
        >
          {t('distances')}
        </Button>
      )}
      {result.data && qrId && (
        <LazyDialog
          load={loadQr}
          props={{ id: qrId, location: result.data.find(({ id }) => id === qrId) }}
          onClose={() => setQrId(null)}
        />
      )}
      {edit.dialog}
      {renew.dialog}
      {remove.dialog}
      {distances.dialog}
    </>
  );
}

type LocationCardProps = {
  location: Location;
  onEdit: () => void;
  onRenewCode: () => void;
  onDelete: () => void;
  onShowQr: () => void;
};

function LocationCard({ location, onEdit, onRenewCode, onDelete, onShowQr }: LocationCardProps) {
  const { t } = useTranslation('locations');
  const pathTo = usePathTo();
  const { id, name, address, qrCode, isActive } = location;
  return (
    <li>
      <Card className="h-full">
        <div className="flex flex-1 flex-col gap-3 p-4">
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <h2 className="wrap-anywhere hyphens-auto font-semibold text-lg leading-snug">{name}</h2>
              {address && <p className="wrap-anywhere text-ink-muted text-sm">{address}</p>}
            </div>
            <div className="-mt-1.5 -mr-2 flex shrink-0">
              <IconButton label={t('editNamed', { name })} onClick={onEdit}>
                <Pencil className="size-5" aria-hidden="true" />
              </IconButton>
              <IconButton label={t('deleteNamed', { name })} onClick={onDelete}>
                <Trash2 className="size-5" aria-hidden="true" />
              </IconButton>
            </div>
          </div>
          <div className="mt-auto flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
            <p>
              <span className="block text-ink-muted text-sm">{t('code')}</span>
              <span className="flex items-center gap-1">
                <span className="figures whitespace-nowrap font-semibold text-lg tracking-wide">
                  {formatLocationCode(qrCode)}
                </span>
                <IconButton label={t('renew.named', { name })} onClick={onRenewCode}>
                  <RefreshCw className="size-5" aria-hidden="true" />
                </IconButton>
              </span>
            </p>
            {!isActive && (
              <Badge tone="attention" icon={<CircleOff aria-hidden="true" />}>
                {t('inactive')}
              </Badge>
            )}
          </div>
        </div>
        <div className="flex flex-wrap gap-2 border-hairline border-t p-3 *:grow">
          <Button
            variant="secondary"
            icon={<QrCode className="size-5" aria-hidden="true" />}
            aria-label={t('qrNamed', { name })}
            onClick={onShowQr}
          >
            {t('qr')}
          </Button>
          <Button asChild variant="secondary">
            <Link to={pathTo('locationPoster', { id })} aria-label={t('posterNamed', { name })}>
              <Printer className="size-5" aria-hidden="true" />
              {t('poster.open')}
            </Link>
          </Button>
        </div>
      </Card>
    </li>
  );
}
