import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowLeft, Camera, CircleCheckBig, type LucideIcon, Printer, ScanQrCode } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Location } from '#contract/locations.ts';
import type { Language } from '#domain/languages.ts';
import { formatLocationCode } from '#domain/location-code.ts';
import { query } from '#web/call/query.ts';
import { useReach, useUser } from '#web/call/user.ts';
import { drawQrCode } from '#web/files/qr-drawing.ts';
import { useAddressParam } from '#web/forms/search-params.ts';
import { loadTranslator, type Translate } from '#web/i18n/i18n.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { PaperLanguage } from '#web/i18n/paper-language.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { joinQueries, Loaded } from '#web/loading/loaded.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { Paper } from '#web/ui/paper.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { AddressAlert } from './address-alert.tsx';

/** `t` for the poster, whose language may differ from the screen's. */
const posterTextsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['poster-texts', language],
    queryFn: () => loadTranslator(language, 'locations'),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });

/** An A4 sheet to hang on the wall: one page, black on white, without the application's frame. */
export function Component() {
  const { t } = useTranslation('locations');
  const { id = '' } = useParams();
  const [next] = useAddressParam('next');
  const pathTo = usePathTo();
  // The poster is in the company's language by default, not this administrator's.
  const [language, setLanguage] = useState(useUser().company.language);
  const isAdmin = useReach('listLocations') !== undefined;
  const qr = useQuery(query('getLocationQr', { params: { id } }));
  const loaded = joinQueries(qr, useQuery(posterTextsQuery(language)));
  const location = qr.data?.location;

  return (
    <div className="min-h-dvh pb-8 print:min-h-0 print:bg-white print:pb-0">
      {/* Without a page margin the browser prints no URL and date; the sheet has its own margin. */}
      <Paper margin="0" />
      <header className="mx-auto flex w-full max-w-[210mm] flex-wrap items-center gap-3 px-4 py-4 print:hidden">
        <Button asChild variant="secondary" className="mr-auto">
          <Link to={pathTo(isAdmin ? 'locations' : 'dashboard')}>
            <ArrowLeft className="size-5" aria-hidden="true" />
            {t(isAdmin ? 'poster.back' : 'poster.backToDashboard')}
          </Link>
        </Button>
        <PaperLanguage label={t('poster.language')} value={language} onChange={setLanguage} />
        <Button
          icon={<Printer className="size-5" aria-hidden="true" />}
          disabled={!location || !loaded.data}
          onClick={() => print()}
          className="grow sm:grow-0"
        >
          {t('poster.print')}
        </Button>
        {/* Of the first steps, which lead from a new location to its poster, and on. */}
        {next === 'people' && (
          <Button asChild variant="secondary" className="grow sm:grow-0">
            <Link to={`${pathTo('employees')}?add=person`}>{t('poster.addPeople')}</Link>
          </Button>
        )}
      </header>
      <main className="mx-auto w-full max-w-[calc(210mm+2rem)] px-4 print:max-w-none print:px-0">
        <h1 tabIndex={-1} className="sr-only">
          {t('poster.open')}
        </h1>
        {location?.isActive === false && (
          <Alert tone="attention" className="mb-4 print:hidden">
            {t('inactiveNote')}
          </Alert>
        )}
        {qr.data && <AddressAlert qr={qr.data} className="mb-4 print:hidden" />}
        <Loaded
          query={loaded}
          withAge={false}
          failedTitle={qr.isError ? t('qrFailed') : undefined}
          missing={<EmptyState icon={<Printer />} title={t('poster.missing')} />}
          skeleton={<Skeleton className="mx-auto aspect-210/297 w-full max-w-[210mm]" />}
        >
          {([{ url, location: found }, words]) => (
            <Poster location={found} url={url} language={language} t={words} />
          )}
        </Loaded>
      </main>
    </div>
  );
}

type PosterProps = {
  location: Location;
  /** The content of the QR code. */
  url: string;
  language: Language;
  t: Translate<'locations'>;
};

/** All lengths inside are millimetres of the A4 sheet, even where the screen shows it smaller. */
function Poster({ location, url, language, t }: PosterProps) {
  const { company } = useUser();
  const { host, pathname } = new URL(url);
  const { viewBox, path } = drawQrCode(url);
  return (
    <article
      lang={language}
      className="@container mx-auto aspect-210/297 w-full max-w-[210mm] border border-hairline bg-white text-black print:max-w-none print:border-0"
    >
      <div className="flex h-full flex-col items-center justify-between overflow-hidden px-14 pt-13 pb-10 text-center leading-[1.15] [--spacing:calc(100cqw/210)]">
        <div className="w-full">
          <p className="wrap-anywhere line-clamp-1 text-[length:calc(var(--spacing)*5)]">{company.name}</p>
          <h2
            className="wrap-anywhere mt-2 line-clamp-6 hyphens-auto font-extrabold leading-[1.05] tracking-tight"
            style={{ fontSize: `calc(var(--spacing) * ${nameSize(location.name)})` }}
          >
            {location.name}
          </h2>
        </div>
        <p className="text-balance font-semibold text-[length:calc(var(--spacing)*8.5)]">
          {t('poster.headline')}
        </p>
        <div className="flex flex-col items-center rounded-[calc(var(--spacing)*4)] border-[length:calc(var(--spacing)*1)] border-black pb-5">
          <svg
            role="img"
            aria-label={t('qrNamed', { name: location.name })}
            viewBox={viewBox}
            shapeRendering="crispEdges"
            className="size-118"
          >
            <path d={path} fill="#000" />
          </svg>
          <p className="sr-only">{t('poster.code')}</p>
          <p className="figures whitespace-nowrap px-6 font-extrabold text-[length:calc(var(--spacing)*15)] leading-none">
            {formatLocationCode(location.qrCode)}
          </p>
        </div>
        <p className="wrap-anywhere text-[length:calc(var(--spacing)*4.6)]">
          {t('poster.noCamera', { address: host + pathname })}
        </p>
        <ol className="grid w-full grid-cols-3 gap-6">
          <Step number={1} Icon={Camera}>
            {t('poster.step1')}
          </Step>
          <Step number={2} Icon={ScanQrCode}>
            {t('poster.step2')}
          </Step>
          <Step number={3} Icon={CircleCheckBig}>
            {t('poster.step3')}
          </Step>
        </ol>
        <Mark className="size-8" />
      </div>
    </article>
  );
}

/** Font size in millimetres, so that a name of up to 200 characters leaves room for the rest. */
function nameSize({ length }: string): number {
  if (length <= 16) return 19;
  if (length <= 30) return 14;
  if (length <= 60) return 10.5;
  return length <= 100 ? 8.5 : 6.5;
}

type StepProps = { number: number; Icon: LucideIcon; children: ReactNode };

function Step({ number, Icon, children }: StepProps) {
  return (
    <li className="flex flex-col items-center gap-2">
      <span className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className="font-extrabold text-[length:calc(var(--spacing)*11)] leading-none"
        >
          {number}
        </span>
        <Icon className="size-17" strokeWidth={1.5} aria-hidden="true" />
      </span>
      <span className="text-balance font-medium text-[length:calc(var(--spacing)*5.4)]">{children}</span>
    </li>
  );
}
