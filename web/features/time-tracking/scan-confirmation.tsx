import { clsx } from 'clsx';
import { CircleCheck, CloudUpload, LogOut, type LucideIcon, MapPin, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ScanResult } from '#contract/time-tracking.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { SavedScan } from '#web/recording/scans.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { useScanFacts } from './scan-facts.ts';
import type { Confirmed } from './use-recorder.ts';

const SHOWN_MS = 2500;
/** With a button to undo it. */
const UNDOABLE_MS = 10_000;

const ICONS = { 'check-in': CircleCheck, 'check-out': LogOut, 'location-switch': MapPin };

type ScanConfirmationProps = {
  confirmed: Confirmed;
  onClose: () => void;
  /** Undefined for what cannot be undone. */
  onUndo: (() => void) | undefined;
  isUndoing: boolean;
};

/** Shows on the whole screen what was recorded or saved, readable at arm's length; closes by itself or with a tap. */
export function ScanConfirmation({ confirmed, ...actions }: ScanConfirmationProps) {
  if (confirmed.undone) return <Undone key="undone" undone={confirmed.undone} {...actions} />;
  const { scanId, endedBreak = false } = confirmed;
  const shown = { ...actions, endedBreak };
  if (confirmed.result) return <RecordedScan key={scanId} result={confirmed.result} {...shown} />;
  return <Saved key={scanId} saved={confirmed.saved} {...shown} />;
}

type Actions = Omit<ScanConfirmationProps, 'confirmed'>;
/** A break ended with the entry. */
type EndedBreak = { endedBreak: boolean };

function RecordedScan({ result, endedBreak, ...actions }: Actions & EndedBreak & { result: ScanResult }) {
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
      {...actions}
    />
  );
}

/** The phone's prediction, never worded as the server's answer. */
function Saved({
  saved: { scannedAt, expected },
  endedBreak,
  ...actions
}: Actions & EndedBreak & { saved: SavedScan }) {
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
      {...actions}
    />
  );
}

function Undone({ undone: { entry, isWaiting }, ...actions }: Actions & Pick<Required<Confirmed>, 'undone'>) {
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
      {...actions}
    />
  );
}

type ScreenProps = Actions & {
  Icon: LucideIcon;
  colours: string;
  title: string;
  location: string;
  time: string | null;
  note: string | null;
};

function Screen({ Icon, colours, title, location, time, note, onClose, onUndo, isUndoing }: ScreenProps) {
  const { t } = useTranslation(['time-tracking', 'common']);
  const closeButton = useRef<HTMLButtonElement>(null);
  const isUndoable = onUndo !== undefined;

  const close = useEffectEvent(() => {
    if (isUndoing) return;
    onClose();
    // The element that had the focus, the scanner or the check-out button, was removed.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  });
  useEffect(() => {
    // With two buttons the keyboard must reach both; the one that was used to check out must not undo it.
    if (isUndoable) closeButton.current?.focus();
    const onKey = ({ key }: KeyboardEvent) => {
      if (!isUndoable || key === 'Escape') close();
    };
    const timer = setTimeout(() => close(), isUndoable ? UNDOABLE_MS : SHOWN_MS);
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey);
    };
  }, [isUndoable]);

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
      {onUndo && (
        <button
          type="button"
          aria-busy={isUndoing}
          onClick={() => !isUndoing && onUndo()}
          // Above the close button, which covers the whole screen.
          className="relative z-10 mt-4 flex min-h-16 w-full max-w-xs shrink-0 items-center justify-center gap-2 rounded-md border-2 border-current px-4 font-semibold text-xl focus-visible:outline-current"
        >
          {isUndoing ? <Spinner /> : <Undo2 className="size-6" aria-hidden="true" />}
          {t('undo.action')}
        </button>
      )}
      {/* Covers the whole screen. */}
      <button
        ref={closeButton}
        type="button"
        onClick={() => !isUndoing && onClose()}
        className="mt-4 min-h-11 shrink-0 px-4 font-semibold underline after:absolute after:inset-0 focus-visible:outline-current"
      >
        {t('common:close')}
      </button>
    </div>
  );
}
