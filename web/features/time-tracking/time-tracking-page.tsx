import { clsx } from 'clsx';
import { CameraOff, ClipboardList, Keyboard, LogOut, QrCode, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { ScanResult } from '#contract/time-tracking.ts';
import { readCodeLink } from '#domain/location-code.ts';
import { REPEATED_WITHIN_MS } from '#domain/shifts.ts';
import { ApiError } from '#web/call/request.ts';
import { serverNow } from '#web/call/server-clock.ts';
import { useUser } from '#web/call/user.ts';
import { MissingCheckOutCard, useMissingCheckOutDialog } from '#web/entries/missing-check-out.tsx';
import { loadAreas } from '#web/i18n/i18n.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { codeIn } from '#web/recording/expected-scan.ts';
import { useHeldScans, useOutbox } from '#web/recording/outbox.ts';
import {
  isKeepable,
  type LastScan,
  newScan,
  type Scan,
  sinceLastScan,
  useCurrentEntry,
  useLandedScans,
  useLastScan,
} from '#web/recording/scans.ts';
import { allowSound, isMuted, setMuted } from '#web/scanning/confirmation-signal.ts';
import { AsOf } from '#web/time/as-of.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { ActionBar, ActionButton } from '#web/ui/action-bar.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ActiveCard } from './active-card.tsx';
import { QuickGuide } from './quick-guide.tsx';
import { type Confirmed, useRecorder } from './use-recorder.ts';
import { preloadWorkReport, useWorkReport } from './use-work-report.tsx';
import type { ReportedEntry } from './work-report-dialog.tsx';

const loadParts = async () => {
  const [{ parts }] = await Promise.all([import('./page-parts.ts'), loadAreas(['breaks'])]);
  return parts;
};
const CodeForm = lazyPart(async () => (await loadParts()).CodeForm, {
  fallback: <Skeleton className="h-40 rounded-lg!" />,
});
/** Whoever comes by a poster's link or scans again at once waits for it: `loadParts` runs as soon as the page is there. */
const LinkQuestion = lazyPart(async () => (await loadParts()).LinkQuestion, {
  fallback: <Skeleton className="h-80 rounded-lg!" />,
});
const Scanner = lazyPart(async () => (await loadParts()).Scanner, {
  fallback: <Skeleton className="aspect-[3/4] h-auto! max-h-[62dvh] w-full rounded-lg! sm:aspect-[4/3]" />,
});
const ScanQuestion = lazyPart(async () => (await loadParts()).ScanQuestion);
const LostAlert = lazyPart(async () => (await loadParts()).LostAlert);
const LastScanAlert = lazyPart(async () => (await loadParts()).LastScanAlert);
const RefusedItems = lazyPart(async () => (await loadParts()).RefusedItems);
const HeldScans = lazyPart(async () => (await loadParts()).HeldScans);
const WaitingItems = lazyPart(async () => (await loadParts()).WaitingItems);
const BreakPart = lazyPart(async () => (await loadParts()).BreakPart);
const ScanConfirmation = lazyPart(async () => (await loadParts()).ScanConfirmation);
const Upcoming = lazyPart(async () => (await loadParts()).Upcoming, { isOptional: true });

/** The answers to the question about a second scan, yes and no. */
const REPEATED = {
  'check-in': ['checkOut', 'repeated.stayIn'],
  'location-switch': ['checkOut', 'repeated.stayIn'],
  'check-out': ['checkIn', 'repeated.stayOut'],
  unknown: ['link.confirmWorking', 'repeated.no'],
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
  const { company } = useUser();
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
  const hasOpenItems = useOutbox().some(({ fate }) => fate.state !== 'done');
  const wanted = useWanted();
  const [open, setOpen] = useState<'camera' | 'code' | null>(wanted === 'scan' ? 'camera' : null);
  const [question, setQuestion] = useState<Question>();
  const { code: link, rotating } = readCodeLink(params);
  const isAsking = (link !== null && !lost) || question !== undefined;
  const panel = isAsking ? null : open;

  // Removed from the URL, so that neither reload nor back scans again.
  const leaveLink = () =>
    setParams((now) => new URLSearchParams([...now].filter(([name]) => !/^(code|t)$/i.test(name))), {
      replace: true,
    });
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
      onRefused: (error) => {
        if (link !== null) leaveLink();
        // The list at the top shows it, with a way on; where the code was the wrong one, the right one is read or typed next.
        if (!isKeepable(scan) || isWrongCode(error)) return;
        setOpen(null);
        scrollTo(0, 0);
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
    if (!lastScan || code === null || lastScan.code !== code) return send(scan);
    askIfRepeated(scan, lastScan);
  };
  /** Sends the scan, or asks first if the last one was made, or landed, less than a minute ago. */
  const askIfRepeated = (scan: Scan, last: Pick<LastScan, 'action' | 'at' | 'landedAt'>) => {
    const agoMs = sinceLastScan(last);
    if (agoMs >= REPEATED_WITHIN_MS) return send(scan);
    // Otherwise the camera would see the same code again after "cancel".
    setOpen(null);
    setQuestion({
      scan,
      lastAction: last.action,
      seconds: Math.max(1, Math.round(agoMs / 1000)),
      madeAt: serverNow() - last.at >= REPEATED_WITHIN_MS ? last.at : undefined,
    });
  };
  const toggle = (shown: 'camera' | 'code') => {
    allowSound();
    setOpen(open === shown ? null : shown);
  };
  const checkOut = () => {
    allowSound();
    if (lost?.scan.qrCode === null) return send(lost.scan);
    const begun = lastScan?.action === 'check-out' ? undefined : lastScan;
    const at = Math.max(active ? Date.parse(active.checkIn) : 0, begun?.at ?? 0);
    askIfRepeated(newScan(null), { action: begun?.action ?? 'check-in', at, landedAt: begun?.landedAt });
  };
  const checkOutNow = useEffectEvent(checkOut);
  useEffect(() => {
    if (wanted === 'check-out') checkOutNow();
  }, [wanted]);

  useLandedScans(recorder.confirm);

  const ended = confirmed && endedEntry(confirmed);
  const hasLanded = confirmed?.result !== undefined && confirmed.hasLanded;
  const undo =
    ended && !ended.isEstimated ? () => recorder.undoCheckOut(ended.scanId, ended.entry) : undefined;
  const isWorking = Boolean(active);
  const canCheckOut = isWorking && !isMissingCheckOut;
  // Preloaded while there is still a connection.
  useEffect(() => void loadParts().catch(() => undefined), []);
  useEffect(() => {
    if (isWorking) preloadWorkReport();
  }, [isWorking]);
  // Asks for the work report after the scan's confirmation has closed.
  const closeConfirmation = () => {
    recorder.closeConfirmation();
    // For a scan that had been saved, it was asked then.
    if (ended && !hasLanded) workReport.open({ entry: ended.entry });
  };

  return (
    <>
      <div className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-5">
        <PageHeader title={t('nav:titles.timeTracking')} subtitle={!isAsking && <StatusLine />} />

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
            key={params.toString()}
            link={link}
            rotating={rotating}
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
            confirmLabel={t(REPEATED[question.lastAction ?? 'unknown'][0])}
            cancelLabel={t(REPEATED[question.lastAction ?? 'unknown'][1])}
            isUnlikely
            onConfirm={() => send(question.scan)}
            onCancel={() => setQuestion(undefined)}
          />
        )}
        {panel === 'camera' && <Scanner pending={recorder.isPending} onCode={take} />}
        {panel === 'code' && <CodeForm pending={recorder.isPending} onCode={take} />}

        {!isAsking && panel !== 'camera' && (
          <>
            {hasOpenItems && <RefusedItems />}
            {active && isMissingCheckOut && (
              <MissingCheckOutCard entry={active} onAnswer={() => askWhenLeft()} />
            )}
            {active && !isMissingCheckOut && (
              <ActiveCard
                entry={active}
                isWaiting={isWaiting}
                onReport={() => workReport.open({ entry: { ...active, checkOut: null } })}
              >
                {(active.recordsBreaks ?? company.recordsBreaks) || active.onBreakSince ? (
                  <BreakPart entry={active} />
                ) : null}
              </ActiveCard>
            )}
            {active === undefined && query.isPending && (
              <Loading label={t('common:loading')}>
                <Skeleton className="h-56 rounded-lg!" />
              </Loading>
            )}
            {hasOpenItems && (
              <>
                <HeldScans onAnswer={() => askWhenLeft()} />
                <WaitingItems />
              </>
            )}
            {lastScan?.result && (lastScan.result.action === 'check-out') === !active && (
              <LastScanAlert
                result={lastScan.result}
                onReport={(entry) => workReport.open({ entry: reportedEntry(entry) })}
              />
            )}
            <Upcoming />
            {active === null && !panel && <QuickGuide />}
          </>
        )}

        {!isAsking && (
          <>
            <div className="mt-auto flex flex-wrap justify-center md:mt-0">
              <Button
                variant="ghost"
                aria-expanded={panel === 'code'}
                icon={<Keyboard className="size-5" aria-hidden="true" />}
                onClick={() => toggle('code')}
              >
                {t('enterCode')}
              </Button>
              <SoundToggle />
              <Button asChild variant="ghost">
                <Link to={pathTo('workReports')}>
                  <ClipboardList className="size-5" aria-hidden="true" />
                  {t('nav:titles.workReports')}
                </Link>
              </Button>
            </div>
            <ActionBar
              // There is no room for it while the keyboard is open.
              className={clsx('mt-0!', panel === 'code' && 'static!')}
            >
              {canCheckOut && (
                <ActionButton
                  isMain
                  pending={recorder.isPending}
                  icon={<LogOut className="size-6" aria-hidden="true" />}
                  onClick={checkOut}
                >
                  {t('checkOut')}
                </ActionButton>
              )}
              <ScanButton
                isOpen={panel === 'camera'}
                isMain={!canCheckOut}
                onClick={() => toggle('camera')}
              />
            </ActionBar>
          </>
        )}
      </div>
      {/* Screen readers only announce text added to a live region that already exists. */}
      <div role="status">
        {confirmed && (
          <ScanConfirmation
            confirmed={confirmed}
            onClose={closeConfirmation}
            onUndo={undo}
            isUndoing={recorder.isUndoing}
          />
        )}
      </div>
      {workReport.dialog}
      {leaving.dialog}
    </>
  );
}

type Ended = { scanId: string; entry: ReportedEntry; isEstimated: boolean };

/** The entry that a check-out has ended, or will end. */
function endedEntry(confirmed: Confirmed): Ended | undefined {
  if (confirmed.undone) return undefined;
  const { scanId } = confirmed;
  if (confirmed.result) {
    const { action, timeEntry } = confirmed.result;
    return action === 'check-out'
      ? { scanId, entry: reportedEntry(timeEntry), isEstimated: timeEntry.isEstimated }
      : undefined;
  }
  const { before, expected, scannedAt } = confirmed.saved;
  return before && expected?.action === 'check-out'
    ? { scanId, entry: { ...before, checkOut: scannedAt }, isEstimated: false }
    : undefined;
}

function reportedEntry({
  id,
  checkIn,
  checkOut,
  locationId,
  location,
}: ScanResult['timeEntry']): ReportedEntry {
  return {
    reference: { timeEntryId: id },
    checkIn,
    checkOut,
    location: { id: locationId, name: location.name },
  };
}

/** Runs what the dashboard's button was pressed for, but not again after reload or back. */
function useWanted(): 'scan' | 'check-out' | undefined {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [wanted] = useState(state?.wanted);
  useEffect(() => {
    if (!wanted) return;
    allowSound();
    void navigate('.', { replace: true });
  }, [wanted, navigate]);
  return wanted;
}

const isWrongCode = (error: Error) =>
  error instanceof ApiError && /^(rotating_|location_code_unknown)/.test(error.code ?? '');

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

type ScanButtonProps = {
  isOpen: boolean;
  /** Yellow; otherwise it is next to the check-out. */
  isMain: boolean;
  onClick: () => void;
};

function ScanButton({ isOpen, isMain, onClick }: ScanButtonProps) {
  const { t } = useTranslation('time-tracking');
  const Icon = isOpen ? CameraOff : QrCode;
  return (
    <ActionButton
      isMain={isMain}
      {...(isOpen && { variant: 'secondary' })}
      icon={<Icon className="size-6" aria-hidden="true" />}
      aria-label={t(isOpen ? 'hideCamera' : 'scan')}
      onClick={onClick}
    >
      {isOpen ? t('hideCamera') : t(isMain ? 'scan' : 'scanShort')}
    </ActionButton>
  );
}
