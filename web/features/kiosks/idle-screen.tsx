import { clsx } from 'clsx';
import { Camera, CloudOff, Coffee, LogOut, ScanBarcode, SwitchCamera } from 'lucide-react';
import { useCallback, useRef, useState, useSyncExternalStore } from 'react';
import type { OwnKiosk } from '#contract/kiosks.ts';
import { timeIn } from '#domain/dates.ts';
import { isConnected, onConnectionChange } from '#web/call/connection.ts';
import { useNow } from '#web/call/server-clock.ts';
import { useSteady } from '#web/call/use-steady.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { kioskState, onKioskChange } from '#web/recording/kiosk-runner.ts';
import { allowSound } from '#web/scanning/confirmation-signal.ts';
import { type Facing, useCamera } from '#web/scanning/use-camera.ts';
import { useCodeReader } from '#web/scanning/use-code-reader.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { FullScreenButton } from './full-screen-button.tsx';
import { longDate } from './kiosk-texts.ts';
import { RotatingCode, useRotatingCode } from './rotating-code.tsx';

/** What the next badge does. */
export type Mode = 'scan' | 'break' | 'pin';

type IdleScreenProps = {
  kiosk: OwnKiosk;
  mode: Mode;
  /** Another screen lies over it. */
  isCovered: boolean;
  /** Whether the camera looks for badges. */
  isReading: boolean;
  onCode: (text: string) => void;
  onBreak: () => void;
  onTypeNumber: () => void;
  onLeave: () => void;
};

/** Clock, location and camera, ready for the next badge. */
export function IdleScreen({
  kiosk,
  mode,
  isCovered,
  isReading,
  onCode,
  onBreak,
  onTypeNumber,
  onLeave,
}: IdleScreenProps) {
  const { t } = useTranslation('kiosk');
  const language = useLanguage();
  const now = useNow(1000);
  const code = useRotatingCode();
  const [facing, setFacing] = useStoredFacing();
  const hasCamera = facing !== 'none';
  const { location, companyName, timeZone, recordsBreaks } = kiosk;
  return (
    <main
      inert={isCovered}
      className="flex h-dvh min-h-[36rem] flex-col gap-4 overflow-y-auto p-4 sm:p-6 short:min-h-72 short:gap-2 short:p-3"
    >
      <header className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="wrap-anywhere line-clamp-2 hyphens-auto font-bold text-2xl leading-tight sm:text-3xl short:line-clamp-1 short:text-xl">
            {location.name}
          </h1>
          <p className="wrap-anywhere line-clamp-1 text-ink-muted short:text-sm">{companyName}</p>
        </div>
        <div className="flex shrink-0">
          <IconButton
            label={t(hasCamera ? 'camera' : 'useCamera')}
            onClick={() => setFacing(facing === 'user' ? 'environment' : 'user')}
          >
            {hasCamera ? (
              <SwitchCamera className="size-6" aria-hidden="true" />
            ) : (
              <Camera className="size-6" aria-hidden="true" />
            )}
          </IconButton>
          <FullScreenButton />
          <IconButton label={t('leave')} onClick={onLeave}>
            <LogOut className="size-6" aria-hidden="true" />
          </IconButton>
        </div>
      </header>
      <div className="grid min-h-0 flex-1 gap-4 max-lg:portrait:grid-rows-[auto_minmax(0,1fr)] landscape:grid-cols-[2fr_3fr]">
        <div className="flex min-h-0 items-center justify-between gap-4 landscape:flex-col landscape:items-start landscape:justify-center short:flex-row short:items-center short:justify-between">
          <div>
            <p
              role="timer"
              aria-label={t('clock')}
              className="figures font-bold text-[clamp(4rem,16vw,9rem)] leading-none tracking-tight short:text-6xl"
            >
              {timeIn(now, timeZone)}
            </p>
            <p className="mt-2 text-ink-muted text-lg sm:text-xl short:text-base">
              {longDate(now, timeZone, language)}
            </p>
          </div>
          {code && (
            <RotatingCode
              code={code}
              location={location.name}
              label={t('scanWithPhone')}
              className="size-28 sm:size-40 landscape:mt-4 landscape:size-40 short:mt-0 short:size-28"
            />
          )}
        </div>
        {hasCamera ? (
          <CameraView
            facing={facing}
            isReading={isReading}
            onCode={onCode}
            onNoCamera={() => setFacing('none')}
          />
        ) : (
          <div className="grid place-items-center rounded-lg bg-sunken text-ink-muted">
            <ScanBarcode className="size-32 short:size-16" strokeWidth={1.25} aria-hidden="true" />
          </div>
        )}
      </div>
      <p role="status" className="text-center font-bold text-2xl leading-tight sm:text-3xl short:text-xl">
        {mode === 'scan' ? t(hasCamera ? 'show' : 'showReader') : t(`mode.${mode}`)}
      </p>
      <div className="grid auto-cols-fr grid-flow-col gap-3">
        {recordsBreaks && (
          <Button
            size="large"
            variant="secondary"
            aria-pressed={mode === 'break'}
            className="min-h-18! text-xl! short:min-h-12!"
            icon={<Coffee className="size-7" aria-hidden="true" />}
            onClick={() => {
              allowSound();
              onBreak();
            }}
          >
            {t('break')}
          </Button>
        )}
        <Button
          size="large"
          variant="secondary"
          className="min-h-18! text-xl! short:min-h-12!"
          onClick={() => {
            allowSound();
            onTypeNumber();
          }}
        >
          {t('typeNumber')}
        </Button>
      </div>
      <ConnectionLine />
    </main>
  );
}

function ConnectionLine() {
  const { t } = useTranslation('kiosk');
  const isOnline = useSyncExternalStore(onConnectionChange, isConnected);
  const { waiting } = useSyncExternalStore(onKioskChange, kioskState);
  const texts = [!isOnline && t('offline'), waiting > 0 && t('waiting', { count: waiting })];
  const text = useSteady(texts.filter(Boolean).join(' '));
  return (
    <div role="status">
      {text && (
        <p className="figures flex items-center justify-center gap-2 rounded-md bg-attention-soft px-4 py-2 text-attention-text">
          <CloudOff className="size-5 shrink-0" aria-hidden="true" />
          {text}
        </p>
      )}
    </div>
  );
}

type CameraViewProps = {
  facing: Facing;
  isReading: boolean;
  onCode: (text: string) => void;
  /** The kiosk has a reader only. */
  onNoCamera: () => void;
};

function CameraView({ facing, isReading, onCode, onNoCamera }: CameraViewProps) {
  const { t } = useTranslation(['kiosk', 'common']);
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(facing);
  const isLive = camera.status === 'live';
  useCodeReader({ video, isReading: isLive && isReading, isContinuous: true, onCode });
  const stream = isLive ? camera.stream : null;
  const showStream = useCallback(
    (element: HTMLVideoElement | null) => {
      video.current = element;
      if (!element) return;
      element.srcObject = stream;
      // Rejected only if the page closes meanwhile.
      if (stream) void element.play().catch(() => undefined);
    },
    [stream],
  );
  if (camera.status === 'failed') {
    return (
      <div className="flex flex-col items-center justify-center gap-4 rounded-lg border border-edge p-6 text-center short:gap-2 short:p-3">
        <p role="alert" className="text-lg short:text-base">
          {t('cameraFailed')}
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button variant="secondary" onClick={camera.retry}>
            {t('common:retry')}
          </Button>
          <Button variant="secondary" onClick={onNoCamera}>
            {t('noCamera')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="relative min-h-48 overflow-hidden rounded-lg bg-black short:min-h-0">
      <video
        ref={showStream}
        autoPlay
        muted
        playsInline
        // People expect a mirror beside the screen.
        className={clsx('absolute inset-0 size-full object-cover', facing === 'user' && '-scale-x-100')}
      />
      <svg
        viewBox="0 0 100 100"
        aria-hidden="true"
        className="absolute inset-0 m-auto h-auto max-h-[70%] w-[60%] text-brand"
      >
        <path
          d="M2 22V6a4 4 0 0 1 4-4h16M78 2h16a4 4 0 0 1 4 4v16M98 78v16a4 4 0 0 1-4 4H78M22 98H6a4 4 0 0 1-4-4V78"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
    </div>
  );
}

const FACING = 'maina-kiosk-camera';

/** Which camera reads badges; `none` where a reader that types does. */
type ChosenCamera = Facing | 'none';
const isChosenCamera = (text: string | null): text is ChosenCamera =>
  text === 'environment' || text === 'user' || text === 'none';

/** A tablet on a wall sees people with the camera beside its screen. */
function useStoredFacing() {
  const [facing, setFacing] = useState<ChosenCamera>(() => {
    try {
      const stored = localStorage.getItem(FACING);
      return isChosenCamera(stored) ? stored : 'user';
    } catch {
      return 'user';
    }
  });
  const store = (chosen: ChosenCamera) => {
    setFacing(chosen);
    try {
      localStorage.setItem(FACING, chosen);
    } catch {
      // Storage is disabled: then the choice lasts until the page is left.
    }
  };
  return [facing, store] as const;
}
