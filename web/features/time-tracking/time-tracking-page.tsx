import { clsx } from 'clsx';
import { CameraOff, ClipboardList, Keyboard, QrCode, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { ScanResult } from '#contract/time-tracking.ts';
import { codeIn } from '#web/api/expected-scan.ts';
import { useHeldScans } from '#web/api/outbox.ts';
import { serverNow } from '#web/api/server-clock.ts';
import {
  type LastScan,
  newScan,
  REPEATED_WITHIN_MS,
  type Recorded,
  type Scan,
  sinceLastScan,
  useCurrentEntry,
  useLandedScans,
  useLastScan,
} from '#web/api/time-tracking.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AsOf } from '#web/time/as-of.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { MissingCheckOutCard, useMissingCheckOutDialog } from '#web/working-time/missing-check-out.tsx';
import { ActiveCard } from './active-card.tsx';
import { CodeForm } from './code-form.tsx';
import { allowSound, isMuted, setMuted } from './confirmation-signal.ts';
import { LastScanAlert } from './last-scan-alert.tsx';
import { LinkQuestion } from './link-question.tsx';
import { LostAlert } from './lost-alert.tsx';
import { HeldScans, RefusedItems, WaitingItems } from './outbox-list.tsx';
import { QuickGuide } from './quick-guide.tsx';
import { ScanConfirmation } from './scan-confirmation.tsx';
import { ScanQuestion } from './scan-question.tsx';
import { preloadScanner, Scanner } from './scanner.tsx';
import { useRecorder } from './use-recorder.ts';
import { preloadWorkReport, useWorkReport } from './use-work-report.tsx';
import type { ReportedEntry } from './work-report-dialog.tsx';

const CONFIRM_REPEATED = {
  'check-in': 'checkOut',
  'location-switch': 'checkOut',
  'check-out': 'checkIn',
  unknown: 'link.confirmWorking',
} as const;

type Question = {
  scan: Scan;
  lastAction: LastScan['action'];
  seconds: number;
  /** When the last scan was made, if that is longer ago than its answer. */
  madeAt: number | undefined;
};

export function Component() {
  const { t } = useTranslation(['time-tracking', 'common']);
  const pathTo = usePathTo();
  const { formatTime } = useCompanyTime();
  const [params, setParams] = useSearchParams();
  const { entry: active, isWaiting, isMissingCheckOut, query } = useCurrentEntry();
  const { error, isFetching, refetch } = query;
  const lastScan = useLastScan();
  const recorder = useRecorder();
  const { lost, confirmed } = recorder;
  const workReport = useWorkReport();
  const leaving = useMissingCheckOutDialog();
  const held = useHeldScans();
  const [open, setOpen] = useState<'camera' | 'code' | null>(useScanWanted() ? 'camera' : null);
  const [question, setQuestion] = useState<Question>();
  const link = params.get('code');
  const isAsking = (link !== null && !lost) || question !== undefined;
  const panel = isAsking ? null : open;

  // Removed from the URL, so that neither reload nor back scans again.
  const leaveLink = () =>
    setParams(
      (now) => {
        now.delete('code');
        return now;
      },
      { replace: true },
    );
  const askWhenLeft = (scan?: Scan) =>
    leaving.open({
      scan,
      onAnswered: (recorded) => {
        if (recorded) recorder.confirm(recorded);
      },
    });
  const send = (scan: Scan) => {
    setQuestion(undefined);
    recorder.record(scan, {
      onRecorded: () => {
        setOpen(null);
        if (link !== null) leaveLink();
      },
      onRefused: () => {
        if (link !== null) leaveLink();
      },
      onAsked: (asked) => {
        setOpen(null);
        if (link !== null) leaveLink();
        askWhenLeft(asked);
      },
      // The typed code stays; the camera is closed.
      onLost: () => setOpen((shown) => (shown === 'camera' ? null : shown)),
    });
  };
  const take = (qrCode: string) => {
    const code = codeIn(qrCode);
    // While the outcome of the last scan is unknown, the same code repeats that scan instead of making a second one.
    const isRetry = lost && code !== null && codeOf(lost.scan) === code;
    const scan = isRetry ? lost.scan : newScan(qrCode);
    if (code !== null && held.some((item) => codeOf(item) === code && isRecent(item.scannedAt))) {
      setOpen(null);
      return askWhenLeft();
    }
    const agoMs = lastScan && code !== null && lastScan.code === code ? sinceLastScan(lastScan) : null;
    if (!lastScan || agoMs === null || agoMs >= REPEATED_WITHIN_MS) return send(scan);
    // Otherwise the camera would see the same code again after "cancel".
    setOpen(null);
    setQuestion({
      scan,
      lastAction: lastScan.action,
      seconds: Math.max(1, Math.round(agoMs / 1000)),
      madeAt: serverNow() - lastScan.at >= REPEATED_WITHIN_MS ? lastScan.at : undefined,
    });
  };
  const toggle = (shown: 'camera' | 'code') => {
    allowSound();
    setOpen(open === shown ? null : shown);
  };
  const checkOut = () => {
    allowSound();
    send(lost?.scan.qrCode === null ? lost.scan : newScan(null));
  };

  useLandedScans(recorder.confirm);

  const ended = confirmed && endedEntry(confirmed);
  const isWorking = Boolean(active);
  // Preloaded while there is still a connection.
  useEffect(() => {
    if (isWorking) preloadWorkReport();
  }, [isWorking]);
  // Asks for the work report after the scan's confirmation has closed.
  const closeConfirmation = () => {
    recorder.closeConfirmation();
    if (ended) workReport.open({ entry: ended });
  };

  return (
    <div className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-5">
      <PageHeader title={t('nav:titles.timeTracking')} subtitle={<StatusLine />} />

      <AsOf query={query} />
      {query.data === undefined && error && (
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
      {lost && (
        <LostAlert
          message={lost.message}
          pending={recorder.isPending}
          onRetry={() => send(lost.scan)}
          onDiscard={recorder.discard}
        />
      )}

      {link !== null && !lost && (
        <LinkQuestion
          key={link}
          link={link}
          active={active}
          pending={recorder.isPending}
          onConfirm={(scan) => {
            allowSound();
            send(scan);
          }}
          onLeave={leaveLink}
        />
      )}
      {question && (
        <ScanQuestion
          title={t(question.madeAt ? 'repeated.landed' : `repeated.${question.lastAction ?? 'unknown'}`, {
            seconds: question.seconds,
            time: question.madeAt && formatTime(new Date(question.madeAt).toISOString()),
          })}
          confirmLabel={t(CONFIRM_REPEATED[question.lastAction ?? 'unknown'])}
          onConfirm={() => send(question.scan)}
          onCancel={() => setQuestion(undefined)}
        />
      )}
      {panel === 'camera' && <Scanner pending={recorder.isPending} onCode={take} />}
      {panel === 'code' && <CodeForm pending={recorder.isPending} onCode={take} />}

      {!isAsking && panel !== 'camera' && (
        <>
          <RefusedItems />
          {active && isMissingCheckOut && (
            <MissingCheckOutCard entry={active} onAnswer={() => askWhenLeft()} />
          )}
          {active && !isMissingCheckOut && (
            <ActiveCard
              entry={active}
              isWaiting={isWaiting}
              pending={recorder.isPending}
              onCheckOut={checkOut}
              onReport={() => workReport.open({ entry: { ...active, checkOut: null } })}
            />
          )}
          {active === undefined && query.isPending && (
            <Loading label={t('common:loading')}>
              <Skeleton className="h-56 rounded-lg!" />
            </Loading>
          )}
          <HeldScans onAnswer={() => askWhenLeft()} />
          <WaitingItems />
          {lastScan?.result && (
            <LastScanAlert
              result={lastScan.result}
              onReport={(entry) => workReport.open({ entry: reportedEntry(entry) })}
            />
          )}
          {active === null && !panel && <QuickGuide />}
        </>
      )}

      {!isAsking && (
        <>
          <div className="mt-auto flex flex-wrap justify-center md:mt-0">
            <SoundToggle />
            <Button asChild variant="ghost">
              <Link to={pathTo('workReports')}>
                <ClipboardList className="size-5" aria-hidden="true" />
                {t('nav:titles.workReports')}
              </Link>
            </Button>
          </div>
          <div
            className={clsx(
              'flex gap-2',
              // Within the thumb's reach; there is no room for it while the keyboard is open.
              panel !== 'code' && 'sticky bottom-[calc(var(--bottom-bar)+0.75rem)] z-10 md:static',
            )}
          >
            <ScanButton isOpen={panel === 'camera'} onClick={() => toggle('camera')} />
            <Button
              size="large"
              variant="secondary"
              aria-expanded={panel === 'code'}
              className="w-24 flex-col gap-0.5! px-1! py-1! text-xs! shadow-float sm:w-40 sm:flex-row sm:gap-2! sm:text-base! md:shadow-none"
              icon={<Keyboard className="size-5" aria-hidden="true" />}
              onClick={() => toggle('code')}
            >
              {t('enterCode')}
            </Button>
          </div>
        </>
      )}
      <ScanConfirmation recorded={confirmed} onClose={closeConfirmation} />
      {workReport.dialog}
      {leaving.dialog}
    </div>
  );
}

/** The entry that a check-out has ended, or will end. */
function endedEntry({ result, saved, ...recorded }: Recorded): ReportedEntry | undefined {
  // Asked when it was saved.
  if ('hasLanded' in recorded) return undefined;
  if (result) return result.action === 'check-out' ? reportedEntry(result.timeEntry) : undefined;
  const { before, expected, scannedAt } = saved;
  return before && expected?.action === 'check-out' ? { ...before, checkOut: scannedAt } : undefined;
}

function reportedEntry({ id, checkIn, checkOut, location }: ScanResult['timeEntry']): ReportedEntry {
  return { reference: { timeEntryId: id }, checkIn, checkOut, location };
}

/** The dashboard's scan button opens the camera at once, but not again after reload or back. */
function useScanWanted(): boolean {
  const { state } = useLocation();
  const navigate = useNavigate();
  const isWanted = Boolean(state?.scan);
  useEffect(() => {
    if (!isWanted) return;
    allowSound();
    void navigate('.', { replace: true });
  }, [isWanted, navigate]);
  return isWanted;
}

const isRecent = (instant: string) => serverNow() - Date.parse(instant) < REPEATED_WITHIN_MS;

const codeOf = ({ qrCode }: Pick<Scan, 'qrCode'>) => qrCode && codeIn(qrCode);

function StatusLine() {
  const { t } = useTranslation(['time-tracking', 'common']);
  const { formatTime } = useCompanyTime();
  const { entry: active, isMissingCheckOut, query } = useCurrentEntry();
  if (isMissingCheckOut) return t('common:missingCheckOut.title');
  if (active) {
    return t('status.working', { location: active.location.name, time: formatTime(active.checkIn) });
  }
  if (active === null) return t('status.idle');
  // Unknown: the alert below says so.
  if (query.error || query.data !== undefined) return null;
  return <Skeleton className="h-6 w-56" />;
}

function SoundToggle() {
  const { t } = useTranslation('time-tracking');
  const [isSilent, setIsSilent] = useState(isMuted);
  const Icon = isSilent ? VolumeX : Volume2;
  return (
    <Button
      variant="ghost"
      icon={<Icon className="size-5" aria-hidden="true" />}
      onClick={() => {
        allowSound();
        setMuted(!isSilent);
        setIsSilent(!isSilent);
      }}
    >
      {t(isSilent ? 'sound.off' : 'sound.on')}
    </Button>
  );
}

type ScanButtonProps = { isOpen: boolean; onClick: () => void };

function ScanButton({ isOpen, onClick }: ScanButtonProps) {
  const { t } = useTranslation('time-tracking');
  const Icon = isOpen ? CameraOff : QrCode;
  return (
    <Button
      size="large"
      variant={isOpen ? 'secondary' : 'brand'}
      icon={<Icon className="size-6" aria-hidden="true" />}
      className="min-w-0 shrink! grow px-3! shadow-float md:shadow-none"
      onPointerDown={preloadScanner}
      onClick={onClick}
    >
      {t(isOpen ? 'hideCamera' : 'scan')}
    </Button>
  );
}
