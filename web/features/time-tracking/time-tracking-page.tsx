import { clsx } from 'clsx';
import { CameraOff, ClipboardList, Keyboard, LogOut, QrCode, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ScanResult } from '#contract/time-tracking.ts';
import { useUser } from '#web/call/user.ts';
import { MissingCheckOutCard } from '#web/entries/missing-check-out.tsx';
import { loadAreas } from '#web/i18n/i18n.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { useOutbox } from '#web/recording/outbox.ts';
import { useCurrentEntry } from '#web/recording/scans.ts';
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
import type { Confirmed } from './use-recorder.ts';
import { type Repetition, type ScanFlow, useScanFlow } from './use-scan-flow.ts';
import { preloadWorkReport, useWorkReport } from './use-work-report.tsx';
import type { ReportedEntry } from './work-report-dialog.tsx';

const loadParts = async () => {
  const [{ parts }] = await Promise.all([import('./page-parts.ts'), loadAreas(['breaks'])]);
  return parts;
};
const CodeForm = lazyPart(async () => (await loadParts()).CodeForm, {
  fallback: <Skeleton className="h-40 rounded-lg!" />,
});
/** People who follow a poster's link or scan again at once wait for it: `loadParts` runs with the page. */
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

export function Component() {
  const { t } = useTranslation(['time-tracking', 'common']);
  const [params] = useSearchParams();
  const flow = useScanFlow();
  const { entry: active, query } = flow.current;
  const { error, isFetching, refetch } = query;
  const { recorder, link, question, panel, isAsking, send, take } = flow;
  const { lost, confirmed } = recorder;
  const workReport = useWorkReport();
  const ended = confirmed && endedEntry(confirmed);
  const hasLanded = confirmed?.result !== undefined && confirmed.hasLanded;
  const undo =
    ended && !ended.isEstimated ? () => recorder.undoCheckOut(ended.scanId, ended.entry) : undefined;
  const isWorking = Boolean(active);
  // Preloaded while there is still a connection.
  useEffect(() => void loadParts().catch(() => undefined), []);
  useEffect(() => {
    if (isWorking) preloadWorkReport();
  }, [isWorking]);
  // After a check-out the work report follows.
  const closeConfirmation = () => {
    recorder.closeConfirmation();
    // For a scan that had been saved, it was asked then.
    if (ended && !hasLanded) workReport.open({ entry: ended.entry, onUndo: undo });
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

        {link !== null && (
          <LinkQuestion
            key={params.toString()}
            link={link}
            rotating={flow.rotating}
            active={active}
            pending={recorder.isPending}
            onConfirm={(scan) => {
              allowSound();
              send(scan);
            }}
            onLeave={flow.leaveLink}
          />
        )}
        {question && (
          <RepeatedQuestion
            asked={question}
            onConfirm={() => send(question.scan)}
            onCancel={flow.cancelQuestion}
          />
        )}
        {panel === 'camera' && <Scanner pending={recorder.isPending} onCode={take} />}
        {panel === 'code' && <CodeForm pending={recorder.isPending} onCode={take} />}

        {!isAsking && panel !== 'camera' && <CurrentWork flow={flow} onReport={workReport.open} />}
        {!isAsking && <ScanControls flow={flow} />}
      </div>
      {/* Screen readers only announce text added to a live region that already exists. */}
      <div role="status">
        {confirmed && <ScanConfirmation confirmed={confirmed} onClose={closeConfirmation} />}
      </div>
      {workReport.dialog}
      {flow.leavingDialog}
    </>
  );
}

type RepeatedQuestionProps = { asked: Repetition; onConfirm: () => void; onCancel: () => void };

function RepeatedQuestion({ asked, onConfirm, onCancel }: RepeatedQuestionProps) {
  const { t } = useTranslation('time-tracking');
  const { formatTime } = useCompanyTime();
  const action = asked.lastAction ?? 'unknown';
  const [confirmLabel, cancelLabel] = REPEATED[action];
  return (
    <ScanQuestion
      title={t(asked.madeAt ? 'repeated.landed' : `repeated.${action}`, {
        seconds: asked.seconds,
        time: asked.madeAt && formatTime(new Date(asked.madeAt).toISOString()),
      })}
      confirmLabel={t(confirmLabel)}
      cancelLabel={t(cancelLabel)}
      isUnlikely
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}

type CurrentWorkProps = { flow: ScanFlow; onReport: ReturnType<typeof useWorkReport>['open'] };

/** What is going on, what waits to be sent or answered, and what comes next. */
function CurrentWork({ flow: { current, lastScan, panel, askWhenLeft }, onReport }: CurrentWorkProps) {
  const { t } = useTranslation('common');
  const { company } = useUser();
  const { entry: active, isWaiting, isMissingCheckOut, query } = current;
  const hasOpenItems = useOutbox().some(({ fate }) => fate.state !== 'done');
  return (
    <>
      {hasOpenItems && <RefusedItems />}
      {active && isMissingCheckOut && <MissingCheckOutCard entry={active} onAnswer={() => askWhenLeft()} />}
      {active && !isMissingCheckOut && (
        <ActiveCard
          entry={active}
          isWaiting={isWaiting}
          onReport={() => onReport({ entry: { ...active, checkOut: null } })}
        >
          {(active.recordsBreaks ?? company.recordsBreaks) || active.onBreakSince ? (
            <BreakPart entry={active} />
          ) : null}
        </ActiveCard>
      )}
      {active === undefined && query.isPending && (
        <Loading label={t('loading')}>
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
          onReport={(entry) => onReport({ entry: reportedEntry(entry) })}
        />
      )}
      <Upcoming />
      {active === null && !panel && <QuickGuide />}
    </>
  );
}

function ScanControls({ flow: { current, recorder, panel, toggle, checkOut } }: { flow: ScanFlow }) {
  const { t } = useTranslation('time-tracking');
  const pathTo = usePathTo();
  const canCheckOut = Boolean(current.entry) && !current.isMissingCheckOut;
  return (
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
        <ScanButton isOpen={panel === 'camera'} isMain={!canCheckOut} onClick={() => toggle('camera')} />
      </ActionBar>
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
