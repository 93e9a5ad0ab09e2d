import { useQuery } from '@tanstack/react-query';
import { CameraOff, Keyboard, QrCode, Volume2, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { serverNow } from '#web/api/server-clock.ts';
import {
  activeEntryQuery,
  codeIn,
  type LastScan,
  lastScanQuery,
  newScan,
  type Scan,
} from '#web/api/time-tracking.ts';
import { useCompanyTime } from '#web/company-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ActiveCard } from './active-card.tsx';
import { CodeForm } from './code-form.tsx';
import { allowSound } from './confirmation-signal.ts';
import { LastScanAlert } from './last-scan-alert.tsx';
import { LinkQuestion } from './link-question.tsx';
import { QuickGuide } from './quick-guide.tsx';
import { ScanConfirmation } from './scan-confirmation.tsx';
import { ScanQuestion } from './scan-question.tsx';
import { ScannerPanel } from './scanner-panel.tsx';
import { useRecorder } from './use-recorder.ts';

/** The same code again so soon is more likely a slip than a second scan (decisions.md §2). */
const REPEATED_WITHIN_MS = 60_000;

type Question = { scan: Scan; lastAction: LastScan['result']['action']; seconds: number };

export function Component() {
  const { t } = useTranslation(['time-tracking', 'common']);
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  const { data: active, error, isFetching, refetch } = useQuery(activeEntryQuery);
  const { data: lastScan } = useQuery(lastScanQuery);
  const recorder = useRecorder();
  // The dashboard's scan button leads straight to the camera.
  const [open, setOpen] = useState<'camera' | 'code' | null>(state?.scan ? 'camera' : null);
  const [question, setQuestion] = useState<Question>();
  const link = params.get('code');
  const panel = link === null && !question ? open : null;

  const send = (scan: Scan) => {
    setQuestion(undefined);
    recorder.record(scan, {
      onRecorded: () => setOpen(null),
      onUnanswered: () => setOpen((shown) => (shown === 'camera' ? null : shown)),
    });
  };
  const take = (qrCode: string) => {
    const code = codeIn(qrCode);
    const scan = recorder.unanswered && codeOf(recorder.unanswered) === code ? recorder.unanswered : newScan(qrCode);
    const sinceMs = lastScan && lastScan.code === code ? serverNow() - lastScan.acceptedAt : REPEATED_WITHIN_MS;
    if (!lastScan || code === null || sinceMs >= REPEATED_WITHIN_MS) return send(scan);
    setQuestion({ scan, lastAction: lastScan.result.action, seconds: Math.max(1, Math.round(sinceMs / 1000)) });
  };
  const checkOut = () => {
    allowSound();
    send(recorder.unanswered?.qrCode === null ? recorder.unanswered : newScan(null));
  };
  const leaveLink = () =>
    setParams(
      (now) => {
        now.delete('code');
        return now;
      },
      { replace: true },
    );

  return (
    <div className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-5">
      <PageHeader title={t('nav:titles.timeTracking')} subtitle={<StatusLine />} />

      {active === undefined && error && (
        <Alert
          tone="attention"
          role="alert"
          title={t('active.loadFailed')}
          action={
            <Button variant="secondary" pending={isFetching} onClick={() => void refetch()}>
              {t('common:retry')}
            </Button>
          }
        >
          {error.message}
        </Alert>
      )}
      {recorder.unanswered && (
        <UnansweredAlert
          message={recorder.unanswered.message}
          pending={recorder.isPending}
          onRetry={retry}
          onDiscard={recorder.discard}
        />
      )}

      {link !== null && (
        <LinkQuestion key={link} link={link} active={active} recorder={recorder} onLeave={leaveLink} />
      )}
      {question && (
        <ScanQuestion
          title={t(`repeated.${question.lastAction}`, { seconds: question.seconds })}
          confirmLabel={t(question.lastAction === 'check-out' ? 'checkIn' : 'checkOut')}
          onConfirm={() => send(question.scan)}
          onCancel={() => setQuestion(undefined)}
        />
      )}
      {panel === 'camera' && <ScannerPanel pending={recorder.isPending} onCode={take} />}
      {panel === 'code' && <CodeForm pending={recorder.isPending} onCode={take} />}

      {panel !== 'camera' && active && (
        <ActiveCard entry={active} pending={recorder.isPending} onCheckOut={checkOut} />
      )}
      {panel !== 'camera' && lastScan && <LastScanAlert {...lastScan.result} />}
      {!panel && active === null && link === null && <QuickGuide />}
      {active === undefined && !error && !panel && (
        <Loading label={t('common:loading')}>
          <Skeleton className="h-56 rounded-lg!" />
        </Loading>
      )}

      {link === null && !question && (
        <>
          <div className="mt-auto flex flex-wrap justify-center gap-x-2">
            <Button
              variant="ghost"
              aria-expanded={panel === 'code'}
              icon={<Keyboard className="size-5" aria-hidden="true" />}
              onClick={() => setOpen(panel === 'code' ? null : 'code')}
            >
              {t('enterCode')}
            </Button>
            <SoundToggle isMuted={recorder.isMuted} onChange={recorder.setMuted} />
          </div>
          <ScanButton
            isOpen={panel === 'camera'}
            // The keyboard leaves little room.
            floats={panel !== 'code'}
            onClick={() => {
              allowSound();
              setOpen(panel === 'camera' ? null : 'camera');
            }}
          />
        </>
      )}
      <ScanConfirmation result={recorder.confirmed} onClose={recorder.closeConfirmation} />
    </div>
  );
}

const codeOf = ({ qrCode }: Scan) => qrCode && codeIn(qrCode);

function StatusLine() {
  const { t } = useTranslation('time-tracking');
  const { formatTime } = useCompanyTime();
  const { data: active, error } = useQuery(activeEntryQuery);
  if (active) {
    return t('status.working', { location: active.location.name, time: formatTime(active.checkIn) });
  }
  if (active === null || error) return t('status.idle');
  return <Skeleton className="h-6 w-56" />;
}

type SoundToggleProps = { isMuted: boolean; onChange: (isMuted: boolean) => void };

function SoundToggle({ isMuted, onChange }: SoundToggleProps) {
  const { t } = useTranslation('time-tracking');
  const Icon = isMuted ? VolumeX : Volume2;
  return (
    <Button
      variant="ghost"
      icon={<Icon className="size-5" aria-hidden="true" />}
      onClick={() => {
        allowSound();
        onChange(!isMuted);
      }}
    >
      {t(isMuted ? 'sound.off' : 'sound.on')}
    </Button>
  );
}

type ScanButtonProps = { isOpen: boolean; floats: boolean; onClick: () => void };

function ScanButton({ isOpen, floats, onClick }: ScanButtonProps) {
  const { t } = useTranslation('time-tracking');
  const Icon = isOpen ? CameraOff : QrCode;
  return (
    <Button
      size="large"
      variant={isOpen ? 'secondary' : 'brand'}
      icon={<Icon className="size-6" aria-hidden="true" />}
      className={
        floats ? 'sticky bottom-[calc(var(--bottom-bar)+0.75rem)] z-10 shadow-float md:static md:shadow-none' : undefined
      }
      onClick={onClick}
    >
      {t(isOpen ? 'hideCamera' : 'scan')}
    </Button>
  );
}
