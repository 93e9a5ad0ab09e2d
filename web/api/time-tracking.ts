import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ActiveEntry, ScanResult } from '#contract/time-tracking.ts';
import { parseLocationCode } from '#domain/location-code.ts';
import { needsAttentionAt } from '#domain/shifts.ts';
import { useUser } from './auth.ts';
import { dashboardKey } from './dashboard.ts';
import { randomId } from './random-id.ts';
import { ApiError, request } from './request.ts';
import { serverNow } from './server-clock.ts';

const timeTrackingKey = ['time-tracking'] as const;
const recordKey = [...timeTrackingKey, 'record'] as const;

/** The entry in which the viewer is working now, or null; polled every 10 s (product.md §7). */
export const activeEntryQuery = queryOptions({
  queryKey: [...timeTrackingKey, 'active'],
  queryFn: ({ signal }) => request('getActiveEntry', undefined, { signal }),
  refetchInterval: 10_000,
});

/** The last scan that the server accepted in this visit; `acceptedAt` by the server's clock, epoch ms. */
export type LastScan = { code: string | null; result: ScanResult; acceptedAt: number };

const lastScanQuery = queryOptions<LastScan>({
  queryKey: [...timeTrackingKey, 'last-scan'],
  queryFn: skipToken,
  initialData: rememberedScan,
});

/** The viewer's last scan of this visit, also right after a reload. */
export function useLastScan(): LastScan | undefined {
  const { id } = useUser();
  const { data } = useQuery(lastScanQuery);
  return data?.result.timeEntry.userId === id ? data : undefined;
}

/** The same code again so soon is more likely a slip than a second scan (decisions.md §2). */
export const REPEATED_WITHIN_MS = 60_000;
const LAST_SCAN_KEY = 'maina-last-scan';

function rememberedScan(): LastScan | undefined {
  try {
    const kept: LastScan | null = JSON.parse(sessionStorage.getItem(LAST_SCAN_KEY) ?? 'null');
    return kept && Math.abs(serverNow() - kept.acceptedAt) < REPEATED_WITHIN_MS ? kept : undefined;
  } catch {
    // Storage is switched off: then a reload forgets.
    return undefined;
  }
}

function rememberScan(scan: LastScan) {
  try {
    sessionStorage.setItem(LAST_SCAN_KEY, JSON.stringify(scan));
  } catch {
    // As above.
  }
}

/**
 * One physical scan, typed code or press of the check-out button (`qrCode` null). Sent again with the same
 * `clientScanId` it changes nothing (decisions.md §2).
 */
export type Scan = { qrCode: string | null; clientScanId: string };

export function newScan(qrCode: string | null): Scan {
  return { qrCode, clientScanId: randomId() };
}

/** The location code in what was scanned or typed, wherever its link leads; null when there is none. */
export function codeIn(text: string): string | null {
  const trimmed = text.trim();
  const typed = URL.canParse(trimmed) ? new URL(trimmed).searchParams.get('code') : trimmed;
  const parsed = parseLocationCode(typed ?? '');
  return parsed.ok ? parsed.code : null;
}

/** Whether nobody knows if the server has recorded the scan: only sending it again tells. */
export function isUnanswered(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Checks in, out or over to another location. While one scan is on its way, another is not sent. */
export function useRecordScan() {
  const { company } = useUser();
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationKey: recordKey,
    mutationFn: ({ qrCode, clientScanId }: Scan) =>
      qrCode === null
        ? request('checkOut', { body: { clientScanId } })
        : request('scan', { body: { qrCode, clientScanId } }),
    onSuccess: async (result, { qrCode }) => {
      // An answer that is still on its way may be older than this one.
      await queryClient.cancelQueries({ queryKey: activeEntryQuery.queryKey });
      queryClient.setQueryData(
        activeEntryQuery.queryKey,
        activeEntryAfter(result, company.longestShiftHours),
      );
      const scan = { code: qrCode && codeIn(qrCode), result, acceptedAt: serverNow() };
      queryClient.setQueryData(lastScanQuery.queryKey, scan);
      rememberScan(scan);
      void queryClient.invalidateQueries({ queryKey: activeEntryQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: dashboardKey });
    },
    meta: { handlesErrors: true },
  });
  const record: typeof mutation.mutate = (scan, options) => {
    // The cache knows at once what the screen shows only with the next render: a double tap counts once.
    if (queryClient.isMutating({ mutationKey: recordKey }) === 0) mutation.mutate(scan, options);
  };
  return { ...mutation, record };
}

function activeEntryAfter(
  { location, timeEntry: { id, checkIn, status, needsAttention } }: ScanResult,
  longestShiftHours: number,
): ActiveEntry | null {
  if (status !== 'working') return null;
  const attention = {
    needsAttention,
    needsAttentionAt: needsAttentionAt(checkIn, longestShiftHours).toISOString(),
  };
  return { id, checkIn, checkOut: null, status, totalHours: null, ...attention, location };
}
