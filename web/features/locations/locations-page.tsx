import { useQuery } from '@tanstack/react-query';
import { CircleOff, MapPin, MapPinPlus, Pencil, Printer, QrCode, SearchX, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Location } from '#contract/locations.ts';
import type { Language } from '#domain/languages.ts';
import { formatLocationCode } from '#domain/location-code.ts';
import { matchesSearch } from '#domain/names.ts';
import { locationsQuery } from '#web/api/locations.ts';
import { useAddressParam, useSearchText } from '#web/forms/search-params.ts';
import { loadAreas } from '#web/i18n/i18n.ts';
import { useLanguage, usePathTo } from '#web/i18n/language.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { OpeningDialog } from '#web/ui/opening-dialog.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

const LocationDialog = lazy(async () => {
  const [{ LocationDialog }] = await Promise.all([
    import('./location-dialog.tsx'),
    loadAreas(['validation']),
  ]);
  return { default: LocationDialog };
});
const DeleteLocationDialog = lazy(async () => ({
  default: (await import('./delete-location-dialog.tsx')).DeleteLocationDialog,
}));
const QrDialog = lazy(async () => ({ default: (await import('./qr-dialog.tsx')).QrDialog }));

type OpenDialog = { action: 'add' } | { action: 'edit' | 'delete'; location: Location };

const GRID = 'grid gap-4 md:grid-cols-2 xl:grid-cols-3';

export function Component() {
  const { t } = useTranslation('locations');
  const language = useLanguage();
  const { data, error, isFetching, refetch } = useQuery(locationsQuery);
  const [search, setSearch] = useSearchText();
  // The location whose QR code is shown; the dashboard links to it.
  const [qrId, setQrId] = useAddressParam('qr');
  const [dialog, setDialog] = useState<OpenDialog>();

  const locations = data && sorted(data, language);
  const found = locations?.filter(({ name, address }) => matchesSearch(search, name, address));
  const closeDialog = () => setDialog(undefined);
  const addButton = (
    <Button
      icon={<MapPinPlus className="size-5" aria-hidden="true" />}
      onClick={() => setDialog({ action: 'add' })}
    >
      {t('add')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} actions={locations?.length !== 0 && addButton} />
      <div className="mt-6 mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <SearchField
          label={t('search')}
          clearLabel={t('common:clear')}
          value={search}
          onValueChange={setSearch}
          className="sm:max-w-md"
        />
        <p role="status" className="figures min-h-5 text-ink-muted text-sm">
          {locations &&
            found &&
            (search.trim()
              ? t('found', { found: found.length, total: locations.length })
              : t('count', { count: locations.length }))}
        </p>
      </div>

      {!found && error && (
        <ErrorState
          title={t('common:loadFailed')}
          text={error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void refetch()}
          pending={isFetching}
        />
      )}
      {!found && !error && <LoadingCards />}
      {found && found.length > 0 && (
        <ul className={GRID}>
          {found.map((location) => (
            <LocationCard
              key={location.id}
              location={location}
              openDialog={setDialog}
              openQr={() => setQrId(location.id)}
            />
          ))}
        </ul>
      )}
      {found?.length === 0 && search.trim() && (
        <EmptyState
          icon={<SearchX />}
          title={t('noResults.title')}
          text={t('noResults.text', { search: search.trim() })}
          action={
            <Button variant="secondary" onClick={() => setSearch('')}>
              {t('noResults.clear')}
            </Button>
          }
        />
      )}
      {locations?.length === 0 && !search.trim() && (
        <EmptyState icon={<MapPin />} title={t('empty.title')} text={t('empty.text')} action={addButton} />
      )}

      {locations && qrId && (
        <Suspense fallback={<OpeningDialog label={t('common:loading')} />}>
          <QrDialog
            id={qrId}
            location={locations.find(({ id }) => id === qrId)}
            onClose={() => setQrId(null)}
          />
        </Suspense>
      )}
      {dialog && (
        <Suspense fallback={<OpeningDialog label={t('common:loading')} />}>
          {dialog.action === 'delete' ? (
            <DeleteLocationDialog location={dialog.location} onClose={closeDialog} />
          ) : (
            <LocationDialog
              location={dialog.action === 'edit' ? dialog.location : undefined}
              onClose={closeDialog}
            />
          )}
        </Suspense>
      )}
    </>
  );
}

function sorted(locations: Location[], language: Language): Location[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return locations.toSorted((a, b) => compare(a.name, b.name));
}

type LocationCardProps = {
  location: Location;
  openDialog: (dialog: OpenDialog) => void;
  openQr: () => void;
};

function LocationCard({ location, openDialog, openQr }: LocationCardProps) {
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
              <IconButton
                label={t('editNamed', { name })}
                onClick={() => openDialog({ action: 'edit', location })}
              >
                <Pencil className="size-5" aria-hidden="true" />
              </IconButton>
              <IconButton
                label={t('deleteNamed', { name })}
                onClick={() => openDialog({ action: 'delete', location })}
              >
                <Trash2 className="size-5" aria-hidden="true" />
              </IconButton>
            </div>
          </div>
          <div className="mt-auto flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
            <p>
              <span className="block text-ink-muted text-sm">{t('code')}</span>
              <span className="figures whitespace-nowrap font-semibold text-lg tracking-wide">
                {formatLocationCode(qrCode)}
              </span>
            </p>
            {isActive ? (
              <Badge>{t('active')}</Badge>
            ) : (
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
            onClick={openQr}
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

function LoadingCards() {
  const { t } = useTranslation();
  return (
    <Loading label={t('loading')} className={GRID}>
      {Array.from({ length: 3 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
        <Card key={index}>
          <div className="flex flex-col gap-3 p-4">
            <div className="flex flex-col gap-2 py-1">
              <Skeleton className="h-5 w-1/2" />
              <Skeleton className="h-4 w-2/3" />
            </div>
            <Skeleton className="h-12 w-36" />
          </div>
          <div className="flex gap-2 border-hairline border-t p-3 *:flex-1">
            <Skeleton className="h-11" />
            <Skeleton className="h-11" />
          </div>
        </Card>
      ))}
    </Loading>
  );
}
