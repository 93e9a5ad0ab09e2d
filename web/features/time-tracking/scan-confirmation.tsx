import { clsx } from 'clsx';
import { CircleCheck, CloudUpload, LogOut, type LucideIcon, MapPin, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ScanResult } from '#contract/time-tracking.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { SavedScan } from '#web/recording/scans.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { useScanFacts } from './scan-facts.ts';
import type { Confirmed } from './use-recorder.ts';

const SHOWN_MS = 2500;

const ICONS = { 'check-in': CircleCheck, 'check-out': LogOut, 'location-switch': MapPin };

type Closable = { onClose: () => void };

/** Shows on the whole screen what was recorded or saved, readable at arm's length; closes by itself or with a tap. */
export function ScanConfirmation({ confirmed, onClose }: Closable & { confirmed: Confirmed }) {
  if (confirmed.undone) return <Undone key="undone" undone={confirmed.undone} onClose={onClose} />;
  const { scanId, endedBreak = false } = confirmed;
  const shown = { onClose, endedBreak };
  if (confirmed.result) return <RecordedScan key={scanId} result={confirmed.result} {...shown} />;
  return <Saved key={scanId} saved={confirmed.saved} {...shown} />;
}

/** `endedBreak`: a break ended with the entry. */
type ShownScan = Closable & { endedBreak: boolean };

function RecordedScan({ result, endedBreak, onClose }: ShownScan & { result: ScanResult }) {
  const { t } = useTranslation(['time-tracking', 'breaks']);
  const { time, worked } = useScanFacts(result);
  return (
    <Screen
      Icon={ICONS[result.action]}
      colours={result.action === 'check-out' ? 'bg-ink text-paper' : 'bg-working text-on-working'}
      title={t(`done.${result.action}`)}
      location={result.location.name}
      time={time}
      note={[worked, endedBreak && t('breaks:endedWith')].filter(Boolean).join(' · ')}
      onClose={onClose}
    />
  );
}

/** The phone's prediction, never worded as the server's answer. */
function Saved({ saved: { scannedAt, expected }, endedBreak, onClose }: ShownScan & { saved: SavedScan }) {
  const { t } = useTranslation(['time-tracking', 'breaks']);
  const { formatTime } = useCompanyTime();
  return (
    <Screen
      Icon={CloudUpload}
      colours="bg-attention text-on-attention"
      title={t('saved.title')}
      location={expected ? `${t(`saved.${expected.action}`)} · ${expected.location}` : t('saved.unknown')}
      time={formatTime(scannedAt)}
      note={[endedBreak && t('breaks:endedWith'), t('saved.text')].filter(Boolean).join(' ')}
      onClose={onClose}
    />
  );
}

function Undone({ undone: { entry, isWaiting }, onClose }: Closable & Pick<Required<Confirmed>, 'undone'>) {
  const { t } = useTranslation('time-tracking');
  const { formatTime } = useCompanyTime();
  const time = formatTime(entry.checkIn);
  return (
    <Screen
      Icon={isWaiting ? CloudUpload : Undo2}
      colours={isWaiting ? 'bg-attention text-on-attention' : 'bg-working text-on-working'}
      title={t(isWaiting ? 'saved.title' : 'undo.done')}
      location={isWaiting ? `${t('undo.done')} · ${entry.location.name}` : entry.location.name}
      time={null}
      note={isWaiting ? t('saved.text') : t('undo.since', { time })}
      onClose={onClose}
    />
  );
}

type ScreenProps = Closable & {
  Icon: LucideIcon;
  colours: string;
  title: string;
  location: string;
  time: string | null;
  note: string | null;
};

function Screen({ Icon, colours, title, location, time, note, onClose }: ScreenProps) {
  const { t } = useTranslation('common');
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    onClose();
    // The element that had the focus, the scanner or the check-out button, was removed.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  };
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    button.current?.focus();
    const onKey = () => closeNow();
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
        className="size-24 shrink-0 [@media(max-height:36rem)]:size-12"
        strokeWidth={1.75}
        aria-hidden="true"
      />
      <p className="font-bold text-4xl leading-tight">{title}</p>
      <p className="max-w-full hyphens-auto font-semibold text-2xl leading-tight">{location}</p>
      {time && <p className="figures font-bold text-7xl leading-none tracking-tight">{time}</p>}
      {note && <p className="figures max-w-md text-xl">{note}</p>}
      {/* Covers the whole screen. */}
      <button
        ref={button}
        type="button"
        onClick={close}
        className="mt-4 min-h-11 shrink-0 px-4 font-semibold underline after:absolute after:inset-0 focus-visible:outline-current"
      >
        {t('close')}
      </button>
    </div>
  );
}
