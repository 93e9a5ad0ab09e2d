import { useMutation } from '@tanstack/react-query';
import { requestDrafts } from '#web/call/drafts.ts';

/** Longer than the server's timeout for a language model. */
const TIMEOUT_MS = 90_000;

type AiReportInput = {
  locationId: string;
  /** A calendar date in the company, `yyyy-MM-dd`. */
  date: string;
  /** Receives the text so far each time it grows. */
  onDraft: (text: string) => void;
  signal: AbortSignal;
};

export function useCreateAiReport() {
  return useMutation({
    mutationFn: ({ locationId, date, onDraft, signal }: AiReportInput) =>
      requestDrafts('createAiReport', { params: { id: locationId }, body: { date } }, onDraft, {
        signal,
        timeoutMs: TIMEOUT_MS,
      }),
    meta: { handlesErrors: true },
  });
}
