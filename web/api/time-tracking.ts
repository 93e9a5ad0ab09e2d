import {
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { ActiveEntry, ScanResult } from '#contract/time-tracking.ts';
import { needsAttentionAt } from '#domain/shifts.ts';
import type { Expected, ScanDraft, ScanItem } from '#web/offline/outbox-items.ts';
import { userQuery, useUser } from './auth.ts';
import { codeIn, entryAfter, expectedScan, type KnownEntry } from './expected-scan.ts';
import { keptOffline } from './last-known.ts';
import { namedLocations, rememberLocation } from './location-of-code.ts';
import { holdDraft, outboxQuery, type Submitted, submitDraft, useOutbox } from './outbox.ts';
import { randomId } from './random-id.ts';
import { ApiError, request } from './request.ts';
import { earliestServerNow, serverNow, useNow } from './server-clock.ts';
import { timeRecordsChanged, timeRecordsKey } from './time-records.ts';

const recordKey = ['record-scan'] as const;

/** The entry in which the viewer is working now, or null; polled every 10 s (product.md §7). */
export const activeEntryQuery = queryOptions({
  queryKey: [...timeRecordsKey, 'time-tracking', 'active'],
  queryFn: ({ signal }) => request('getActiveEntry', undefined, { signal }),
  refetchInterval: 10_000,
  ...keptOffline,
});

/** Where the viewer works, with what is still waiting to be sent counted in (`isWaiting`). */
export function useCurrentEntry() {
  const items = useOutbox();
  const queryClient = useQueryClient();
  const query = useQuery(activeEntryQuery);
  const entry: KnownEntry = entryAfter(items, query.data, namedLocations(queryClient));
  const now = useNow(ATTENTION_TICK_MS);
  return {
    entry,
    isWaiting: items.some(({ kind, fate }) => kind !== 'work-report' && fate.state === 'waiting'),
    /** Its check-out must have been forgotten: it counts no hours, and the next scan asks when the person left. */
    isMissingCheckOut: isMissingCheckOut(entry, now),
    query,
  };
}

/** What a scan of this code would do; undefined where the phone cannot tell. */
export function useExpectedAction(code: string): ScanResult['action'] | undefined {
  const items = useOutbox();
  const queryClient = useQueryClient();
  const { entry, isMissingCheckOut } = useCurrentEntry();
  const scanned = { clientScanId: '', code, scannedAt: '' };
  const before = isMissingCheckOut ? null : entry;
  return expectedScan(scanned, before, items, namedLocations(queryClient))?.action;
}

const ATTENTION_TICK_MS = 60_000;

const isMissingCheckOut = (entry: KnownEntry, now: number): boolean =>
  entry?.needsAttentionAt !== undefined && Date.parse(entry.needsAttentionAt) <= now;

/** The last scan of this visit that the server accepted, or that waits for it; `at` in epoch ms of the server's clock. */
export type LastScan = {
  userId: string;
  code: string | null;
  at: number;
  /** Undefined where the phone could not tell. */
  action: ScanResult['action'] | undefined;
  /** Undefined while it waits. */
  result: ScanResult | undefined;
};

const lastScanQuery = queryOptions<LastScan | null>({
  queryKey: ['last-scan'],
  queryFn: skipToken,
  initialData: rememberedScan,
});

/** The viewer's last scan of this visit, also right after a reload. */
export function useLastScan(): LastScan | undefined {
  const { id } = useUser();
  const { data } = useQuery(lastScanQuery);
  return data?.userId === id ? data : undefined;
}

/** The same code again so soon is more likely a slip than a second scan (decisions.md §2). */
export const REPEATED_WITHIN_MS = 60_000;
const LAST_SCAN_KEY = 'maina-last-scan';

function rememberedScan(): LastScan | undefined {
  try {
    const kept: LastScan | null = JSON.parse(sessionStorage.getItem(LAST_SCAN_KEY) ?? 'null');
    return kept && Math.abs(serverNow() - kept.at) < REPEATED_WITHIN_MS ? kept : undefined;
  } catch {
    // Storage is switched off: then a reload forgets.
    return undefined;
  }
}

function rememberScan(queryClient: QueryClient, scan: LastScan | null) {
  queryClient.setQueryData(lastScanQuery.queryKey, scan);
  try {
    sessionStorage.setItem(LAST_SCAN_KEY, JSON.stringify(scan));
  } catch {
    // As above.
  }
}

/** Where the last scan was a check-out, nothing is said of it any more: it was undone. */
export function forgetCheckOut(queryClient: QueryClient): void {
  if (queryClient.getQueryData(lastScanQuery.queryKey)?.action === 'check-out') {
    rememberScan(queryClient, null);
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

/** What has no valid code in it is not worth keeping; the server says what is wrong with it. */
export const isKeepable = ({ qrCode }: Scan): boolean => qrCode === null || codeIn(qrCode) !== null;

const codeOf = (qrCode: string | null) => qrCode && codeIn(qrCode);

/** What a person is told of a scan that was saved on the phone and will be sent. */
export type SavedScan = {
  scannedAt: string;
  /** Null where the phone could not tell. */
  expected: Expected | null;
  /** The entry before the scan. */
  before: KnownEntry;
};

/** A scan was either recorded by the server or saved on the phone. */
export type Recorded = { scanId: string } & (
  | { result: ScanResult; saved?: undefined }
  | { result?: undefined; saved: SavedScan }
);

/** Or it can be neither before the person has said when they had left. */
export type Asked = { result?: undefined; saved?: undefined; question: Scan };

/** Checks in, out or over to another location. While one scan is on its way, another is not sent. */
export function useRecordScan() {
  const { id: userId } = useUser();
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationKey: recordKey,
    mutationFn: async (scan: Scan): Promise<Recorded | Asked> => {
      const { qrCode, clientScanId } = scan;
      if (qrCode !== null && !isKeepable(scan)) {
        const result = await request('scan', { body: { qrCode, clientScanId, userId } });
        return { scanId: clientScanId, result };
      }
      const { draft, before } = draftOf(scan, userId, queryClient);
      try {
        if (isMissingCheckOut(before, serverNow())) {
          // Where the phone can keep nothing, the page itself holds it.
          await holdDraft(draft).catch(() => undefined);
          return { question: scan };
        }
        return recordedOf(await submitDraft(draft), draft, before, queryClient);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'check_out_missing') return { question: scan };
        throw error;
      }
    },
    meta: { handlesErrors: true },
  });
  const record: typeof mutation.mutate = (scan, options) => {
    // The cache knows at once what the screen shows only with the next render: a double tap counts once.
    if (queryClient.isMutating({ mutationKey: recordKey }) === 0) mutation.mutate(scan, options);
  };
  return { ...mutation, record };
}

/** What a person is told, and what the next scan has to know. */
export function recordedOf(
  submitted: Submitted<ScanResult>,
  { id: scanId, userId, qrCode, scannedAt, expected }: ScanDraft,
  before: KnownEntry,
  queryClient: QueryClient,
): Recorded {
  if (submitted.fate === 'done') return { scanId, result: submitted.result };
  const [code, action] = [codeOf(qrCode), expected?.action];
  rememberScan(queryClient, { userId, code, action, at: Date.parse(scannedAt), result: undefined });
  return { scanId, saved: { scannedAt, expected, before } };
}

export function draftOf({ qrCode, clientScanId }: Scan, userId: string, queryClient: QueryClient) {
  const items = queryClient.getQueryData(outboxQuery(userId).queryKey) ?? [];
  const named = namedLocations(queryClient);
  const before = entryAfter(items, queryClient.getQueryData(activeEntryQuery.queryKey), named);
  const scannedAt = new Date(serverNow()).toISOString();
  const draft: ScanDraft = {
    kind: 'scan',
    id: clientScanId,
    userId,
    qrCode,
    scannedAt,
    earliestAt: new Date(earliestServerNow()).toISOString(),
    deviceAt: new Date().toISOString(),
    expected: expectedScan(
      { clientScanId, code: codeOf(qrCode), scannedAt },
      isMissingCheckOut(before, Date.parse(scannedAt)) ? null : before,
      items,
      named,
    ),
  };
  return { draft, before };
}

/** Puts the server's answer to a scan on screen, whenever it was made. */
export async function showScanAnswer(
  queryClient: QueryClient,
  { userId, qrCode, fate }: ScanItem,
): Promise<void> {
  if (fate.state === 'done') {
    const { result } = fate;
    const user = queryClient.getQueryData(userQuery.queryKey);
    // An answer that is still on its way may be older than this one.
    await queryClient.cancelQueries({ queryKey: activeEntryQuery.queryKey });
    if (user) {
      const entry = activeEntryAfter(result, user.company.longestShiftHours);
      queryClient.setQueryData(activeEntryQuery.queryKey, entry);
    }
    const { checkIn, checkOut } = result.timeEntry;
    const at = Date.parse(checkOut ?? checkIn);
    const code = codeOf(qrCode);
    rememberScan(queryClient, { userId, code, at, action: result.action, result });
    if (code) rememberLocation(queryClient, { code, ...result.location });
  }
  void timeRecordsChanged(queryClient);
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
