import { clsx } from 'clsx';
import { CircleCheck, CloudUpload, LogOut, type LucideIcon, MapPin } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { ScanResult } from '#contract/time-tracking.ts';
import type { Recorded, SavedScan } from '#web/api/time-tracking.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { useScanFacts } from './scan-facts.ts';

const SHOWN_MS = 2500;

const ICONS = { 'check-in': CircleCheck, 'check-out': LogOut, 'location-switch': MapPin };

type ScanConfirmationProps = { recorded: Recorded | undefined; onClose: () => void };

/** Shows on the whole screen what was recorded or saved, readable at arm's length; closes by itself or with a tap. */
export function ScanConfirmation({ recorded, onClose }: ScanConfirmationProps) {
  // Screen readers only announce text added to a live region that already exists.
  return (
    <div role="status">
      {recorded?.result && (
        <RecordedScan
          key={recorded.result.timeEntry.id + recorded.result.action}
          result={recorded.result}
          onClose={onClose}
        />
      )}
      {recorded?.saved && <Saved key={recorded.saved.scannedAt} saved={recorded.saved} onClose={onClose} />}
    </div>
  );
}

function RecordedScan({ result, onClose }: { result: ScanResult; onClose: () => void }) {
  const { t } = useTranslation('time-tracking');
  const { time, worked } = useScanFacts(result);
  return (
    <Screen
      Icon={ICONS[result.action]}
      colours={result.action === 'check-out' ? 'bg-ink text-paper' : 'bg-working text-on-working'}
      title={t(`done.${result.action}`)}
      location={result.location.name}
      time={time}
      note={worked}
      onClose={onClose}
    />
  );
}

/** The phone's prediction, never worded as the server's answer. */
function Saved({ saved: { scannedAt, expected }, onClose }: { saved: SavedScan; onClose: () => void }) {
  const { t } = useTranslation('time-tracking');
  const { formatTime } = useCompanyTime();
  return (
    <Screen
      Icon={CloudUpload}
      colours="bg-attention text-on-attention"
      title={t('saved.title')}
      location={expected ? `${t(`saved.${expected.action}`)} · ${expected.location}` : t('saved.unknown')}
      time={formatTime(scannedAt)}
      note={t('saved.text')}
      onClose={onClose}
    />
  );
}

type ScreenProps = {
  Icon: LucideIcon;
  colours: string;
  title: string;
  location: string;
  time: string;
  note: string | null;
  onClose: () => void;
};

function Screen({ Icon, colours, title, location, time, note, onClose }: ScreenProps) {
  const { t } = useTranslation();

  const close = useEffectEvent(() => {
    onClose();
    // The element that had the focus, the scanner or the check-out button, was removed.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const onKey = () => close();
    const timer = setTimeout(onKey, SHOWN_MS);
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey);
    };
  }, []);

  return (
    <div
      className={clsx(
        'fixed inset-0 z-50 flex animate-fade-in flex-col items-center justify-center-safe gap-3 overflow-y-auto p-6 text-center',
        colours,
      )}
    >
      <Icon
        className="size-24 shrink-0 [@media(max-height:30rem)]:size-12"
        strokeWidth={1.75}
        aria-hidden="true"
      />
      <p className="font-bold text-4xl leading-tight">{title}</p>
      <p className="max-w-full hyphens-auto font-semibold text-2xl leading-tight">{location}</p>
      <p className="figures font-bold text-7xl leading-none tracking-tight">{time}</p>
      {note && <p className="figures max-w-md text-xl">{note}</p>}
      {/* Covers the whole screen. */}
      <button
        type="button"
        onClick={onClose}
        className="mt-4 min-h-11 px-4 font-semibold underline after:absolute after:inset-0"
      >
        {t('close')}
      </button>
    </div>
  );
}
