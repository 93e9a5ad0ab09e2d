import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScanResult } from '#contract/time-tracking.ts';
import { ApiError } from '#web/api/request.ts';
import { isUnanswered, type Scan, useRecordScan } from '#web/api/time-tracking.ts';
import { useToast } from '#web/ui/toast.tsx';
import { signalScan } from './confirmation-signal.ts';

/** What becomes of a scan: recorded, refused by the server (which the person is told here), or no answer at all. */
type Callbacks = Partial<Record<'onRecorded' | 'onRefused' | 'onUnanswered', () => void>>;

export type Recorder = ReturnType<typeof useRecorder>;

/** Sends scans, whichever way they were made, and tells the person what became of them. */
export function useRecorder() {
  const { t } = useTranslation(['time-tracking', 'common']);
  const { toast } = useToast();
  const { record: send, isPending } = useRecordScan();
  const [confirmed, setConfirmed] = useState<ScanResult>();
  const [unanswered, setUnanswered] = useState<{ scan: Scan; message: string }>();

  const record = (scan: Scan, { onRecorded, onRefused, onUnanswered }: Callbacks = {}) =>
    send(scan, {
      onSuccess: (result) => {
        setUnanswered(undefined);
        setConfirmed(result);
        signalScan(result.action);
        onRecorded?.();
      },
      onError: (error) => {
        if (isUnanswered(error)) {
          setUnanswered({ scan, message: error.message });
          onUnanswered?.();
          return;
        }
        setUnanswered(undefined);
        onRefused?.();
        // Then the dialog about the plan opens by itself.
        if (error instanceof ApiError && error.requiresUpgrade) return;
        const description = error instanceof ApiError ? error.message : t('common:unexpectedError');
        toast({ title: t('scanFailed'), description, tone: 'destructive' });
      },
    });

  return {
    record,
    isPending,
    /** The scan that nobody knows the fate of; sent again as it is, it counts once. */
    unanswered,
    discard: () => setUnanswered(undefined),
    /** What to show on the whole screen. */
    confirmed,
    closeConfirmation: () => setConfirmed(undefined),
  };
}
