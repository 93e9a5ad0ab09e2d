import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScanResult } from '#contract/time-tracking.ts';
import { ApiError } from '#web/api/request.ts';
import { isUnanswered, type Scan, useRecordScan } from '#web/api/time-tracking.ts';
import { useToast } from '#web/ui/toast.tsx';
import * as signal from './confirmation-signal.ts';

type Callbacks = {
  onRecorded?: () => void;
  /** No answer came: the same scan can be sent again. */
  onUnanswered?: () => void;
  /** The server has said no, and why; the person is told here. */
  onRefused?: () => void;
};

export type Recorder = ReturnType<typeof useRecorder>;

/** Sends scans and tells the person what became of each, whichever way it was made. */
export function useRecorder() {
  const { t } = useTranslation(['time-tracking', 'common']);
  const { toast } = useToast();
  const { record: send, isPending, error, variables, reset } = useRecordScan();
  const [confirmed, setConfirmed] = useState<ScanResult>();
  const [isMuted, setIsMuted] = useState(signal.isMuted);
  const [unanswered, setUnanswered] = useState<Scan>();

  const record = (scan: Scan, { onRecorded, onUnanswered, onRefused }: Callbacks = {}) =>
    send(scan, {
      onSuccess: (result) => {
        setUnanswered(undefined);
        setConfirmed(result);
        signal.signalScan(result.action, isMuted);
        onRecorded?.();
      },
      onError: (failure) => {
        if (isUnanswered(failure)) {
          setUnanswered(scan);
          onUnanswered?.();
          return;
        }
        setUnanswered(undefined);
        onRefused?.();
        // The dialog about the plan shows itself.
        if (failure instanceof ApiError && failure.requiresUpgrade) return;
        const description = failure instanceof ApiError ? failure.message : t('common:unexpectedError');
        toast({ title: t('scanFailed'), description, tone: 'destructive' });
      },
    });

  return { record, isPending, confirmed, unanswered };
}
