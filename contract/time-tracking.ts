import * as z from 'zod/mini';
import { id, instant } from './fields.ts';

export const TIME_ENTRY_STATUSES = ['working', 'completed'] as const;
export const timeEntryStatus = z.enum(TIME_ENTRY_STATUSES);

/** How an event reached us: QR link, typed code, the check-out button, a phone without signal, or an administrator's act. */
export const SCAN_SOURCES = ['qr', 'code', 'button', 'offline', 'admin'] as const;
export const scanSource = z.enum(SCAN_SOURCES);

export const workReport = z.object({
  id,
  units: z.string(),
  quantity: z.number(),
  description: z.string(),
  generalNotes: z.nullable(z.string()),
  createdAt: instant,
  /** When its author last corrected it. */
  correctedAt: z.nullable(instant),
});
export type WorkReport = z.infer<typeof workReport>;

export const timeEntry = z.object({
  id,
  userId: id,
  locationId: id,
  checkIn: instant,
  checkOut: z.nullable(instant),
  status: timeEntryStatus,
  /** Hours from check-in to check-out, unrounded; null while working (decisions.md §1). */
  totalHours: z.nullable(z.number()),
  createdAt: instant,
  checkInSource: scanSource,
  checkOutSource: z.nullable(scanSource),
  location: z.object({ name: z.string() }),
  user: z.object({ firstName: z.string(), lastName: z.string() }),
});

/** Of a check-in or check-out made without a signal; the time it counts from stands in the entry. */
export const offlineEvent = z.object({
  receivedAt: instant,
  /** By how much the phone's own clock was ahead of the server's, in milliseconds; null when it did not say. */
  clockAheadMs: z.nullable(z.number()),
});
export type OfflineEvent = z.infer<typeof offlineEvent>;

/** Null for what was sent at once. */
export const offlineEvents = {
  offlineCheckIn: z.nullable(offlineEvent),
  offlineCheckOut: z.nullable(offlineEvent),
};

export const timeEntryWithReports = z.extend(timeEntry, {
  ...offlineEvents,
  workReports: z.array(workReport),
});
export type TimeEntry = z.infer<typeof timeEntryWithReports>;

export const activeEntry = z.object({
  id,
  checkIn: instant,
  checkOut: z.null(),
  status: z.literal('working'),
  totalHours: z.null(),
  location: z.object({ id, name: z.string() }),
});
export type ActiveEntry = z.infer<typeof activeEntry>;

const scanTiming = {
  /** Made once for each physical scan; makes a retry harmless (decisions.md §2). */
  clientScanId: z.optional(id),
  /** When the scan was made, for one that could not be sent at once: by the server's clock as the phone last knew it. */
  scannedAt: z.optional(z.iso.datetime({ offset: true, error: 'invalid' })),
  /** What the phone's own clock showed then; kept beside it, never counted with. */
  deviceAt: z.optional(z.iso.datetime({ offset: true, error: 'invalid' })),
  /** Who made it: a scan kept on a shared phone is not recorded for the one who has signed in since. */
  userId: z.optional(id),
};

export const scanInput = z.object({
  qrCode: z
    .string('codeRequired')
    .check(z.trim(), z.minLength(1, 'codeRequired'), z.maxLength(500, 'tooLong')),
  ...scanTiming,
});

export const checkOutInput = z.object(scanTiming);

export const SCAN_ACTIONS = ['check-in', 'check-out', 'location-switch'] as const;

export const scanResult = z.object({
  action: z.enum(SCAN_ACTIONS),
  location: z.object({ id, name: z.string() }),
  timeEntry,
  /** The entry that a switch of locations ended. */
  closedEntry: z.optional(timeEntry),
});
export type ScanResult = z.infer<typeof scanResult>;

export const timeTrackingEndpoints = {
  getActiveEntry: { response: z.nullable(activeEntry) },
  scan: { body: scanInput, response: scanResult },
  checkOut: { body: checkOutInput, response: scanResult },
} as const;
