import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnownEntry } from '#web/api/expected-scan.ts';
import { ApiError, isUnanswered } from '#web/api/request.ts';
import { isKeepable, type Recorded, type Scan, useRecordScan } from '#web/api/time-tracking.ts';
import { useUndoCheckOut } from '#web/api/undo-check-out.ts';
import { useToast } from '#web/ui/toast.tsx';
import { signalScan } from './confirmation-signal.ts';

/** What the whole screen says. */
export type Confirmed =
  | (Recorded & { undone?: undefined })
  /** A check-out was undone; `isWaiting` until the server has been told. */
  | { undone: { entry: NonNullable<KnownEntry>; isWaiting: boolean }; result?: undefined; saved?: undefined };

/**
 * What becomes of a scan: recorded or saved, refused by the server (which the person is told here), neither, or held
 * until the person has said when they had left.
 */
type Callbacks = Partial<Record<'onRecorded' | 'onRefused' | 'onLost', () => void>> & {
  onAsked?: (scan: Scan) => void;
};

/** Sends scans, whichever way they were made, and tells the person what became of them. */
export function useRecorder() {
  const { t } = useTranslation(['time-tracking', 'common']);
  const { toast } = useToast();
  const { record: send, isPending } = useRecordScan();
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const [lost, setLost] = useState<{ scan: Scan; message: string }>();

  const confirm = (recorded: Recorded) => {
    setConfirmed(recorded);
    signalScan((recorded.result ?? recorded.saved.expected)?.action ?? 'check-in');
  };
  const undo = useUndoCheckOut(t('undo.failed'));
  const undoCheckOut = (scanId: string, entry: NonNullable<KnownEntry>) =>
    undo.mutate(
      { scanId, entry },
      {
        onSuccess: ({ isWaiting }) => {
          setConfirmed({ undone: { entry, isWaiting } });
          signalScan('check-in');
        },
        // So that the message is in sight.
        onError: () => setConfirmed(undefined),
      },
    );
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
        onRefused?.();
        // Then the dialog about the plan opens by itself.
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
    isUndoing: undo.isPending,
    /** The scan that this phone could neither send nor keep; sent again as it is, it counts once. */
    lost,
    discard: () => setLost(undefined),
    /** What to show on the whole screen. */
    confirmed,
    closeConfirmation: () => setConfirmed(undefined),
  };
}
