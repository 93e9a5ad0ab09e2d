import {
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import type { ActiveEntry, ScanResult } from '#contract/time-tracking.ts';
import { needsAttentionAt, REPEATED_WITHIN_MS } from '#domain/shifts.ts';
import { timeRecordsChanged } from '#web/call/changes.ts';
import { query } from '#web/call/query.ts';
import { randomId } from '#web/call/random-id.ts';
import { ApiError, request } from '#web/call/request.ts';
import { madeNow, serverNow, useNow } from '#web/call/server-clock.ts';
import { userQuery, useUser } from '#web/call/user.ts';
import { type Expected, isHeld, type ScanDraft, type ScanItem } from '#web/queue/outbox-items.ts';
import {
  asksWhenLeft,
  codeIn,
  entryAfter,
  entryBeforeScan,
  expectedScan,
  isMissingCheckOut,
  type KnownEntry,
  lastWaitingMove,
} from './expected-scan.ts';
import { namedLocations, rememberLocation } from './location-of-code.ts';
import { holdDraft, outboxQuery, type Submitted, submitDraft, useOutbox } from './outbox.ts';

/** One scan or break at a time. */
export const recordKey = ['record-scan'] as const;

/** The viewer's open entry, including the effect of waiting items (`isWaiting`). */
export function useCurrentEntry() {
  const items = useOutbox();
  const queryClient = useQueryClient();
  const result = useQuery(query('getActiveEntry'));
  const entry: KnownEntry = entryAfter(items, result.data, namedLocations(queryClient));
  const now = useNow(ATTENTION_TICK_MS);
  return {
    entry,
    isWaiting: lastWaitingMove(items) !== undefined,
    /** Its check-out must have been forgotten: it counts no hours, and the next scan asks when the person left. */
    isMissingCheckOut: isMissingCheckOut(entry, now),
    query: result,
  };
}

/** What a scan of this code would do; undefined where the phone cannot tell. */
export function useExpectedAction(code: string): ScanResult['action'] | undefined {
  const items = useOutbox();
  const queryClient = useQueryClient();
  const { entry } = useCurrentEntry();
  const scanned = { clientScanId: '', code, scannedAt: '' };
  const before = entryBeforeScan(items, asksWhenLeft(entry, serverNow()) ? null : entry);
  return expectedScan(scanned, before, items, namedLocations(queryClient))?.action;
}

const ATTENTION_TICK_MS = 60_000;

/** The last scan of this visit that the server accepted or that waits to be sent; `at` in epoch ms of the server's clock. */
export type LastScan = {
  userId: string;
  code: string | null;
  at: number;
  /** When the answer came, where it was not waited for; epoch ms of the server's clock. */
  landedAt?: number | undefined;
  /** Undefined where the phone could not tell. */
  action: ScanResult['action'] | undefined;
  /** Undefined while it waits to be sent. */
  result: ScanResult | undefined;
};

const lastScanQuery = queryOptions<LastScan | null>({
  queryKey: ['last-scan'],
  queryFn: skipToken,
  initialData: rememberedScan,
});

/** The viewer's last scan of this visit; survives a reload. */
export function useLastScan(): LastScan | undefined {
  const { id } = useUser();
  const { data } = useQuery(lastScanQuery);
  return data?.userId === id ? data : undefined;
}

const LAST_SCAN_KEY = 'maina-last-scan';

/** Milliseconds since the scan was made, or since its answer came where that is later. */
export const sinceLastScan = ({ at, landedAt = at }: Pick<LastScan, 'at' | 'landedAt'>): number =>
  serverNow() - Math.max(at, landedAt);

function rememberedScan(): LastScan | undefined {
  try {
    const kept: LastScan | null = JSON.parse(sessionStorage.getItem(LAST_SCAN_KEY) ?? 'null');
    return kept && Math.abs(sinceLastScan(kept)) < REPEATED_WITHIN_MS ? kept : undefined;
  } catch {
    // Storage is disabled: lost on reload.
    return undefined;
  }
}

function rememberScan(queryClient: QueryClient, scan: LastScan | null) {
  queryClient.setQueryData(lastScanQuery.queryKey, scan);
  try {
    sessionStorage.setItem(LAST_SCAN_KEY, JSON.stringify(scan));
  } catch {
    // Storage is disabled, as above.
  }
}

/** Where the last scan was a check-out, nothing is said of it any more: it was undone. */
export function forgetCheckOut(queryClient: QueryClient): void {
  if (queryClient.getQueryData(lastScanQuery.queryKey)?.action === 'check-out') {
    rememberScan(queryClient, null);
  }
}

/** A scan, typed code or check-out press (`qrCode` null). Idempotent by `clientScanId` (decisions.md §2). */
export type Scan = { qrCode: string | null; clientScanId: string };

export function newScan(qrCode: string | null): Scan {
  return { qrCode, clientScanId: randomId() };
}

/** A text without a valid code is not worth storing; the server explains what is wrong with it. */
export const isKeepable = ({ qrCode }: Scan): boolean => qrCode === null || codeIn(qrCode) !== null;

const codeOf = (qrCode: string | null) => qrCode && codeIn(qrCode);

/** What a person is told about a scan that is saved on the phone and will be sent. */
export type SavedScan = {
  scannedAt: string;
  /** Null if the phone could not tell. */
  expected: Expected | null;
  /** The open entry before the scan. */
  before: KnownEntry;
};

/** A scan was either recorded by the server or saved on the phone. One that `hasLanded` had been saved before. */
export type Recorded = { scanId: string; endedBreak?: boolean } & (
  | { result: ScanResult; saved?: undefined; hasLanded?: boolean }
  | { result?: undefined; saved: SavedScan }
);

/** A scan that is recorded once the person says when they left. The phone holds it until then, if it has a storage. */
export type Asked = { result?: undefined; saved?: undefined; question: ScanDraft };

/** Checks in, out or over to another location. While one scan is being sent, another is not started. */
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
      const ask = async (): Promise<Asked> => {
        // The dialog has to know whether the phone holds the scan.
        await queryClient.fetchQuery({ ...outboxQuery(userId), staleTime: 0 });
        return { question: draft };
      };
      try {
        if (asksWhenLeft(before, serverNow())) {
          // If the phone has no storage, only the dialog holds it.
          await holdDraft(draft).catch(() => undefined);
          return await ask();
        }
        return recordedOf(await submitDraft(draft), draft, before, queryClient);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'check_out_missing') return ask();
        throw error;
      }
    },
    meta: { handlesErrors: true },
  });
  const record: typeof mutation.mutate = (scan, options) => {
    // The cache is current before the next render: a double tap counts once.
    if (queryClient.isMutating({ mutationKey: recordKey }) === 0) mutation.mutate(scan, options);
  };
  return { ...mutation, record };
}

/** Updates what the person is told and what the next scan has to know. */
export function recordedOf(
  submitted: Submitted<ScanResult>,
  { id: scanId, userId, qrCode, scannedAt, expected }: ScanDraft,
  before: KnownEntry,
  queryClient: QueryClient,
): Recorded {
  const endedBreak = before?.onBreakSince !== undefined;
  if (submitted.fate === 'done') return { scanId, endedBreak, result: submitted.result };
  const [code, action] = [codeOf(qrCode), expected?.action];
  rememberScan(queryClient, { userId, code, action, at: Date.parse(scannedAt), result: undefined });
  return { scanId, endedBreak, saved: { scannedAt, expected, before } };
}

function draftOf({ qrCode, clientScanId }: Scan, userId: string, queryClient: QueryClient) {
  const items = queryClient.getQueryData(outboxQuery(userId).queryKey) ?? [];
  const named = namedLocations(queryClient);
  const before = entryAfter(items, queryClient.getQueryData(query('getActiveEntry').queryKey), named);
  const made = madeNow();
  const { scannedAt } = made;
  const held = items.findLast(isHeld);
  const draft: ScanDraft = {
    kind: 'scan',
    id: clientScanId,
    userId,
    qrCode,
    ...made,
    basedOn: (held ?? lastWaitingMove(items))?.id,
    expected: expectedScan(
      { clientScanId, code: codeOf(qrCode), scannedAt },
      entryBeforeScan(items, asksWhenLeft(before, Date.parse(scannedAt)) ? null : before),
      items,
      named,
    ),
  };
  return { draft, before };
}

type LandedScan = { scanId: string; userId: string; landedAt: number; result: ScanResult };

const landedScanQuery = queryOptions<LandedScan | null>({
  queryKey: ['landed-scan'],
  queryFn: skipToken,
  initialData: null,
});

/** Calls `show` once for each waiting scan of the viewer whose answer comes, unless that was more than a minute ago. */
export function useLandedScans(show: (recorded: Recorded) => void): void {
  const { id: userId } = useUser();
  const queryClient = useQueryClient();
  const { data: landed } = useQuery(landedScanQuery);
  const onLanded = useEffectEvent((scan: LandedScan) => {
    queryClient.setQueryData(landedScanQuery.queryKey, null);
    const isNews = scan.userId === userId && serverNow() - scan.landedAt < REPEATED_WITHIN_MS;
    if (isNews) show({ scanId: scan.scanId, result: scan.result, hasLanded: true });
  });
  useEffect(() => {
    if (landed) onLanded(landed);
  }, [landed]);
}

/** Puts the server's answer to a scan on screen, whenever it was made. */
export async function showScanAnswer(
  queryClient: QueryClient,
  { id: scanId, userId, qrCode, scannedAt, fate }: ScanItem,
  isAwaited: boolean,
): Promise<void> {
  // What was said of it while it waited did not happen.
  const last = queryClient.getQueryData(lastScanQuery.queryKey);
  if (fate.state === 'refused' && last && !last.result && last.at === Date.parse(scannedAt))
    rememberScan(queryClient, null);
  if (fate.state === 'done') {
    const { result } = fate;
    const user = queryClient.getQueryData(userQuery.queryKey);
    // Responses still in flight may be older than this one.
    await queryClient.cancelQueries({ queryKey: query('getActiveEntry').queryKey });
    if (user) {
      const entry = activeEntryAfter(result, user.company);
      queryClient.setQueryData(query('getActiveEntry').queryKey, entry);
    }
    const { checkIn, checkOut } = result.timeEntry;
    const at = Date.parse(checkOut ?? checkIn);
    const landedAt = serverNow() - (fate.untoldSince === undefined ? 0 : Date.now() - fate.untoldSince);
    const code = codeOf(qrCode);
    rememberScan(queryClient, { userId, code, at, landedAt, action: result.action, result });
    if (code) rememberLocation(queryClient, { code, ...result.location });
    const landed: LandedScan = { scanId, userId, landedAt, result };
    const items = queryClient.getQueryData(outboxQuery(userId).queryKey) ?? [];
    // The undo that waits behind a check-out has been confirmed already.
    const isUndone = items.some((item) => item.kind === 'undo' && item.checkOut === scanId);
    if (!isAwaited && !isUndone)
      queryClient.setQueryData<LandedScan | null>(landedScanQuery.queryKey, landed);
  }
  void timeRecordsChanged(queryClient);
}

function activeEntryAfter(
  { location, timeEntry: { id, checkIn, status, needsAttention } }: ScanResult,
  { longestShiftHours, recordsBreaks }: CurrentUser['company'],
): ActiveEntry | null {
  if (status !== 'working') return null;
  const attention = {
    needsAttention,
    needsAttentionAt: needsAttentionAt(checkIn, longestShiftHours).toISOString(),
  };
  const breaks = { recordsBreaks, breaks: [] };
  return { id, checkIn, checkOut: null, status, totalHours: null, ...attention, location, ...breaks };
}
