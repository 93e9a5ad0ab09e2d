import { clsx } from 'clsx';
import { CircleCheck, LogOut, MapPin } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScanResult } from '#contract/time-tracking.ts';
import { useScanFacts } from './scan-facts.ts';

const SHOWN_MS = 2500;

const ICONS = { 'check-in': CircleCheck, 'check-out': LogOut, 'location-switch': MapPin };

type ScanConfirmationProps = { result: ScanResult | undefined; onClose: () => void };

/** The whole screen says what was recorded, to be read at arm's length; goes by itself or with a tap. */
export function ScanConfirmation({ result, onClose }: ScanConfirmationProps) {
  // The region stands there before its text does: else screen readers stay silent.
  return (
    <div role="status">
      {result && <Shown key={result.timeEntry.id + result.action} result={result} onClose={onClose} />}
    </div>
  );
}

function Shown({ result, onClose }: { result: ScanResult; onClose: () => void }) {
  const { t } = useTranslation(['time-tracking', 'common']);
  const { time, worked } = useScanFacts(result);
  const Icon = ICONS[result.action];

  const close = useEffectEvent(() => {
    onClose();
    // What had the focus, the scanner or the check-out button, is no longer there.
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
        result.action === 'check-out' ? 'bg-ink text-paper' : 'bg-working text-on-working',
      )}
    >
      <Icon
        className="size-24 shrink-0 [@media(max-height:30rem)]:size-12"
        strokeWidth={1.75}
        aria-hidden="true"
      />
      <p className="font-bold text-4xl leading-tight">{t(`done.${result.action}`)}</p>
      <p className="max-w-full hyphens-auto font-semibold text-2xl leading-tight">{result.location.name}</p>
      <p className="figures font-bold text-7xl leading-none tracking-tight">{time}</p>
      {worked && <p className="figures text-xl">{worked}</p>}
      {/* Its area is the whole screen. */}
      <button
        type="button"
        onClick={onClose}
        className="mt-4 min-h-11 px-4 font-semibold underline after:absolute after:inset-0"
      >
        {t('common:close')}
      </button>
    </div>
  );
}
