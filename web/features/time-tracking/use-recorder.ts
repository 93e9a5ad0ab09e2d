import { useState } from 'react';
import { ApiError, isUnanswered } from '#web/call/request.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { KnownEntry } from '#web/recording/expected-scan.ts';
import type { ScanDraft } from '#web/recording/outbox.ts';
import { isKeepable, type Recorded, type Scan, useRecordScan } from '#web/recording/scans.ts';
import { useUndoCheckOut } from '#web/recording/undo-check-out.ts';
import { signalScan } from '#web/scanning/confirmation-signal.ts';
import { useToast } from '#web/ui/toast.tsx';

/** What the whole screen says. */
export type Confirmed =
  | (Recorded & { undone?: undefined })
  /** A check-out was undone; `isWaiting` until the server has been told. */
  | { undone: { entry: NonNullable<KnownEntry>; isWaiting: boolean }; result?: undefined; saved?: undefined };

/**
 * The outcome of a scan: recorded or saved, refused by the server (shown here and, except for a text that is no location
 * code, on the list of refused scans), neither, or held until the person has said when they left.
 */
type Callbacks = Partial<Record<'onRecorded' | 'onLost', () => void>> & {
  onRefused?: (error: Error) => void;
  onAsked?: (scan: ScanDraft) => void;
};

/** Sends scans from any source and shows their outcome. */
export function useRecorder() {
  const { t } = useTranslation(['time-tracking', 'common']);
  const { toast } = useToast();
  const { record: send, isPending } = useRecordScan();
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const [lost, setLost] = useState<{ scan: Scan; message: string }>();

  const confirm = (recorded: Recorded) => {
    // The answer to a saved scan that is still on screen: what follows has not been asked yet.
    setConfirmed((shown) =>
      recorded.result && shown?.saved && shown.scanId === recorded.scanId
        ? { scanId: shown.scanId, endedBreak: shown.endedBreak ?? false, result: recorded.result }
        : recorded,
    );
    signalScan((recorded.result ?? recorded.saved.expected)?.action ?? 'check-in');
  };
  const undo = useUndoCheckOut(t('undo.failed'));
  const undoCheckOut = async (scanId: string, entry: NonNullable<KnownEntry>) => {
    const { isWaiting } = await undo.mutateAsync({ scanId, entry });
    setConfirmed({ undone: { entry, isWaiting } });
    signalScan('check-in');
  };
  const record = (scan: Scan, { onRecorded, onRefused, onLost, onAsked }: Callbacks = {}) =>
    send(scan, {
      onSuccess: (recorded) => {
        setLost(undefined);
        if ('question' in recorded) {
          onAsked?.(recorded.question);
          return;
        }
        confirm(recorded);
        onRecorded?.();
      },
      onError: (error) => {
        const isWorthless = isUnanswered(error) && !isKeepable(scan);
        if (isUnanswered(error) && !isWorthless) {
          setLost({ scan, message: error.message });
          onLost?.();
          return;
        }
        setLost(undefined);
        onRefused?.(error);
        // Then the upgrade dialog opens by itself.
        if (error instanceof ApiError && error.requiresUpgrade) return;
        const said = error instanceof ApiError ? error.message : t('common:unexpectedError');
        const description = isWorthless ? t('link.invalidText') : said;
        toast({ title: t('scanFailed'), description, tone: 'destructive' });
      },
    });

  return {
    record,
    confirm,
    isPending,
    undoCheckOut,
    /** The scan that this phone could neither send nor store; sent again with the same id, it counts once. */
    lost,
    discard: () => setLost(undefined),
    confirmed,
    closeConfirmation: () => setConfirmed(undefined),
  };
}
