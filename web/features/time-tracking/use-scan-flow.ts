import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { readCodeLink } from '#domain/location-code.ts';
import { REPEATED_WITHIN_MS } from '#domain/shifts.ts';
import { ApiError } from '#web/call/request.ts';
import { serverNow } from '#web/call/server-clock.ts';
import { useMissingCheckOutDialog } from '#web/entries/missing-check-out.tsx';
import { codeIn } from '#web/recording/expected-scan.ts';
import { type ScanDraft, useHeldScans } from '#web/recording/outbox.ts';
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
import { allowSound } from '#web/scanning/confirmation-signal.ts';
import { useRecorder } from './use-recorder.ts';

/** About a second scan within a minute. */
export type Repetition = {
  scan: Scan;
  lastAction: LastScan['action'];
  seconds: number;
  /** When the last scan was made, if that is longer ago than its answer. */
  madeAt: number | undefined;
};

export type ScanFlow = ReturnType<typeof useScanFlow>;

/** From a code, a link or a button to a scan that is sent: which panel is open, and what is asked before. */
export function useScanFlow() {
  const [params, setParams] = useSearchParams();
  const current = useCurrentEntry();
  const { entry: active } = current;
  const lastScan = useLastScan();
  const recorder = useRecorder();
  const { lost } = recorder;
  const leaving = useMissingCheckOutDialog();
  const held = useHeldScans();
  const wanted = useWanted();
  const [open, setOpen] = useState<'camera' | 'code' | null>(wanted === 'scan' ? 'camera' : null);
  const [question, setQuestion] = useState<Repetition>();
  const { code: link, rotating } = readCodeLink(params);
  const isAsking = (link !== null && !lost) || question !== undefined;

  // Removed from the URL, so that neither reload nor back scans again.
  const leaveLink = () =>
    setParams((now) => new URLSearchParams([...now].filter(([name]) => !/^(code|t)$/i.test(name))), {
      replace: true,
    });
  const askWhenLeft = (scan?: ScanDraft) =>
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

  return {
    current,
    lastScan,
    recorder,
    leavingDialog: leaving.dialog,
    link: lost ? null : link,
    rotating,
    leaveLink,
    question,
    cancelQuestion: () => setQuestion(undefined),
    isAsking,
    panel: isAsking ? null : open,
    toggle,
    send,
    take,
    checkOut,
    askWhenLeft,
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
