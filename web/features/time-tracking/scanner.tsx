import { clsx } from 'clsx';
import { Flashlight, FlashlightOff, RotateCw } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { holdReload } from '#web/reload/reload-guard.ts';
import { type CameraProblem, useCamera } from '#web/scanning/use-camera.ts';
import { useCodeReader } from '#web/scanning/use-code-reader.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useToast } from '#web/ui/toast.tsx';

/** Long enough to take one badge away and hold up the next. */
const GOES_ON_AFTER_MS = 1000;

type ScannerProps = {
  pending: boolean;
  /** Receives the text of a code. The scanner then pauses until it is resumed. */
  onCode: (text: string) => void;
  /** Goes on by itself after a moment, so that codes can be shown one after another. */
  isContinuous?: boolean;
};

/** The rear camera's picture, read continuously for codes. */
export function Scanner({ pending, onCode, isContinuous = false }: ScannerProps) {
  const { t } = useTranslation('time-tracking');
  const { toast } = useToast();
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera();
  useEffect(holdReload, []);
  const [hasHit, setHasHit] = useState(false);
  const reader = useCodeReader({
    video,
    isReading: camera.status === 'live' && !hasHit,
    onCode: (text) => {
      setHasHit(true);
      video.current?.pause();
      onCode(text);
    },
  });
  const goOn = useCallback(() => {
    setHasHit(false);
    void video.current?.play().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (!isContinuous || !hasHit) return;
    const timer = setTimeout(goOn, GOES_ON_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isContinuous, hasHit, goOn]);
  const stream = camera.status === 'live' ? camera.stream : null;
  const problem = camera.status === 'failed' ? camera.problem : undefined;

  const showStream = useCallback(
    (element: HTMLVideoElement | null) => {
      video.current = element;
      if (!element) return;
      element.srcObject = stream;
      // Rejected only if the panel closes meanwhile.
      if (stream) void element.play().catch(() => undefined);
    },
    [stream],
  );

  useEffect(() => {
    if (problem !== 'denied') return;
    toast({ title: t('scanner.error'), description: t('scanner.deniedToast'), tone: 'destructive' });
  }, [problem, toast, t]);

  if (problem) return <CameraAlert problem={problem} onRetry={camera.retry} />;
  if (reader.status === 'failed') {
    return (
      <ScannerAlert title={t('scanner.error')} onRetry={reader.retry}>
        {t('scanner.decoderFailed')}
      </ScannerAlert>
    );
  }
  return (
    <section
      aria-label={t('scanner.label')}
      className="relative aspect-[3/4] max-h-[54dvh] w-full overflow-hidden rounded-lg bg-black text-white sm:aspect-[4/3]"
    >
      <video
        ref={showStream}
        autoPlay
        muted
        playsInline
        className="absolute inset-0 size-full object-cover"
      />
      <Aim className={clsx('transition-opacity duration-150', (hasHit || !stream) && 'opacity-0')} />
      {camera.status === 'live' && <TorchButton track={camera.track} />}
      {(!hasHit || pending) && (
        <p
          role="status"
          className="absolute top-3 left-3 flex min-h-12 items-center gap-2 rounded-md bg-black/75 px-3 font-medium"
        >
          {!stream && <Indicator text={t('scanner.starting')} />}
          {stream && pending && <Indicator text={t('scanner.checking')} />}
          {stream && !pending && reader.status === 'loading' && <Indicator text={t('scanner.loading')} />}
          {stream && !pending && reader.status === 'ready' && (
            <>
              <span aria-hidden="true" className="size-2.5 shrink-0 animate-pulse rounded-full bg-brand" />
              {t('scanner.scanning')}
            </>
          )}
        </p>
      )}
      {hasHit && !pending && !isContinuous && (
        <div className="absolute inset-0 grid place-items-center bg-black/50">
          <Button
            size="large"
            variant="brand"
            icon={<RotateCw className="size-6" aria-hidden="true" />}
            onClick={goOn}
          >
            {t('scanner.again')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Indicator({ text }: { text: string }) {
  return (
    <>
      <Spinner size="small" />
      {text}
    </>
  );
}

/** Shows where to hold the code; the whole picture is read all the same. */
function Aim({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 100 100"
      aria-hidden="true"
      className={clsx(
        'absolute inset-0 m-auto aspect-square h-auto max-h-[70%] w-[70%] text-brand',
        className,
      )}
    >
      <path
        d="M2 22V6a4 4 0 0 1 4-4h16M78 2h16a4 4 0 0 1 4 4v16M98 78v16a4 4 0 0 1-4 4H78M22 98H6a4 4 0 0 1-4-4V78"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

function TorchButton({ track }: { track: MediaStreamTrack }) {
  const { t } = useTranslation('time-tracking');
  const [isOn, setIsOn] = useState(false);
  if (!hasTorch(track)) return null;
  const Icon = isOn ? FlashlightOff : Flashlight;
  const turn = async () => {
    const torch: TorchConstraint = { torch: !isOn };
    try {
      await track.applyConstraints({ advanced: [torch] });
      setIsOn(!isOn);
    } catch {
      // Some phones report a light that they cannot turn on while filming.
    }
  };
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={t('scanner.light')}
      title={t('scanner.light')}
      onClick={() => void turn()}
      className={clsx(
        'absolute top-3 right-3 grid size-12 place-items-center rounded-md focus-visible:outline-white',
        isOn ? 'bg-white text-black' : 'bg-black/75 text-white',
      )}
    >
      <Icon className="size-6" aria-hidden="true" />
    </button>
  );
}

/** Of the Image Capture draft: https://w3c.github.io/mediacapture-image/#torch */
type TorchConstraint = MediaTrackConstraintSet & { torch: boolean };

function hasTorch(track: MediaStreamTrack): boolean {
  // Firefox has no capabilities to ask for.
  const capabilities: MediaTrackCapabilities & { torch?: boolean } = track.getCapabilities?.() ?? {};
  return capabilities.torch === true;
}

function CameraAlert({ problem, onRetry }: { problem: CameraProblem; onRetry: () => void }) {
  const { t } = useTranslation('time-tracking');
  return (
    <ScannerAlert
      title={t(`scanner.problems.${problem}.title`)}
      // Retrying does not help without HTTPS.
      onRetry={problem === 'insecure' ? undefined : onRetry}
    >
      {t(`scanner.problems.${problem}.text`)}
    </ScannerAlert>
  );
}

type ScannerAlertProps = { title: string; onRetry: (() => void) | undefined; children: ReactNode };

function ScannerAlert({ title, onRetry, children }: ScannerAlertProps) {
  const { t } = useTranslation();
  return (
    <Alert
      tone="destructive"
      role="alert"
      title={title}
      action={
        onRetry && (
          <Button
            variant="secondary"
            icon={<RotateCw className="size-5" aria-hidden="true" />}
            onClick={onRetry}
          >
            {t('retry')}
          </Button>
        )
      }
    >
      {children}
    </Alert>
  );
}
