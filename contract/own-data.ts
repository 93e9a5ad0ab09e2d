import * as z from 'zod/mini';
import { CSV } from '#domain/media-types.ts';
import { currentUser, language } from './auth.ts';
import { breakChanges } from './corrections.ts';
import { workTerms } from './employees.ts';
import { get } from './endpoint.ts';
import { id, instant } from './fields.ts';
import { ownFlag } from './flags.ts';
import { entryEvent, LEDGER_KINDS } from './ledger.ts';
import { RECIPIENT_TYPES } from './messages.ts';
import { announcedDays } from './schedules.ts';
import { approval, CODE_FORMS, SCAN_ACTIONS, scanSource, workBreak } from './time-tracking.ts';

const workReportText = {
  units: z.string(),
  quantity: z.number(),
  description: z.string(),
  generalNotes: z.nullable(z.string()),
};
const messageText = {
  id,
  subject: z.string(),
  content: z.string(),
  location: z.nullable(z.string()),
  isAnnouncement: z.boolean(),
  createdAt: instant,
};

/** The actor's role. The name is left out: it is another person's data. */
const actor = z.enum(['self', 'other', 'product']);

/**
 * Everything the product stores about a person, for the person (GDPR Art. 15 and 20): no secrets and hashes, and no
 * names or actions of others, whatever they may have written.
 */
export const userData = z.object({
  exportedAt: instant,
  user: currentUser,
  account: z.object({
    createdAt: instant,
    isOwner: z.boolean(),
    /** The language the person chose; null follows the company's. */
    language: z.nullable(language),
    payrollNo: z.nullable(z.string()),
    position: z.nullable(z.string()),
    employedFrom: z.nullable(z.string()),
    employedTo: z.nullable(z.string()),
    /** The agreed hours, by date. */
    terms: z.array(workTerms),
    personalCode: z.nullable(z.string()),
    /** What the person types at a kiosk, and whether they have set a PIN. */
    personalNumber: z.nullable(z.string()),
    hasPin: z.boolean(),
  }),
  /** The person's badges, newest first; the one without `retiredAt` is valid. */
  badges: z.array(z.object({ createdAt: instant, retiredAt: z.nullable(instant) })),
  secondFactor: z.object({ since: z.nullable(instant), unusedRecoveryCodes: z.number() }),
  passkeys: z.array(z.object({ name: z.string(), createdAt: instant, lastUsedAt: z.nullable(instant) })),
  /** API keys that the person created for the company. */
  apiKeys: z.array(
    z.object({
      name: z.string(),
      createdAt: instant,
      expiresAt: z.nullable(instant),
      lastUsedAt: z.nullable(instant),
    }),
  ),
  /** Kiosks that the person paired. */
  kiosks: z.array(z.object({ name: z.string(), pairedAt: instant, revokedAt: z.nullable(instant) })),
  /** The reports by mail that the person has chosen. */
  reportSubscription: z.nullable(z.object({ frequency: z.enum(['weekly', 'monthly']) })),
  /** Changes of the e-mail address that can still be confirmed or undone. */
  emailChanges: z.array(
    z.object({
      oldEmail: z.nullable(z.string()),
      newEmail: z.string(),
      createdAt: instant,
      confirmedAt: z.nullable(instant),
    }),
  ),
  sessions: z.array(
    z.object({
      device: z.nullable(z.string()),
      createdAt: instant,
      /** To the hour. */
      lastUsedAt: instant,
    }),
  ),
  timeEntries: z.array(
    z.object({
      id,
      location: z.string(),
      checkIn: instant,
      checkOut: z.nullable(instant),
      totalHours: z.nullable(z.number()),
      checkInSource: scanSource,
      checkOutSource: z.nullable(scanSource),
      approval: z.nullable(approval),
      isCorrected: z.boolean(),
      isAdditional: z.boolean(),
      createdAt: instant,
      /** When the person was asked by mail when they had left. */
      remindedAt: z.nullable(instant),
    }),
  ),
  scans: z.array(
    z.object({
      id,
      timeEntryId: z.nullable(id),
      action: z.enum(SCAN_ACTIONS),
      location: z.string(),
      source: scanSource,
      effectiveAt: instant,
      /** For an offline scan: when it was made, and what the phone's clock showed. */
      scannedAt: z.nullable(instant),
      deviceAt: z.nullable(instant),
      /** What the phone's clock showed when it sent the scan. */
      deviceNow: z.nullable(instant),
      isUncertain: z.boolean(),
      receivedAt: instant,
      /** Of a check-out that was taken back. */
      undoneAt: z.nullable(instant),
      /** The name of the kiosk at which it was made. */
      kiosk: z.nullable(z.string()),
      /** Whether a manager made it for the person. */
      isMadeByManager: z.boolean(),
      /** Whether the phone could be told from others. */
      isDeviceKnown: z.boolean(),
      codeForm: z.nullable(z.enum(CODE_FORMS)),
    }),
  ),
  breaks: z.array(z.extend(workBreak, { timeEntryId: id })),
  /** Scans that were refused. */
  refusedScans: z.array(
    z.object({
      id,
      location: z.nullable(z.string()),
      expectedAction: z.nullable(z.enum(SCAN_ACTIONS)),
      isButton: z.boolean(),
      scannedAt: z.nullable(instant),
      deviceAt: z.nullable(instant),
      receivedAt: instant,
      reason: z.string(),
      settledAt: z.nullable(instant),
    }),
  ),
  /** What was seen in the person's scans, and why it was dismissed. */
  flags: z.array(
    z.extend(z.omit(ownFlag, { dismissed: true }), {
      dismissed: z.nullable(z.object({ at: instant, note: z.string(), by: actor })),
    }),
  ),
  /** The notes with which the person dismissed what was seen in scans. */
  flagDismissals: z.array(z.object({ at: instant, note: z.string() })),
  /** The ledger's records of the person's entries and months, oldest first. */
  history: z.array(z.extend(z.omit(entryEvent, { actor: true }), { timeEntryId: z.nullable(id), by: actor })),
  correctionRequests: z.array(
    z.object({
      id,
      kind: z.string(),
      timeEntryId: z.nullable(id),
      /** For an absence, together with the code. */
      absenceStart: z.nullable(z.string()),
      absenceEnd: z.nullable(z.string()),
      absencePart: z.nullable(z.number()),
      absenceCode: z.nullable(z.string()),
      /** The absence that was to be cancelled, or shortened to these days. */
      absenceId: z.nullable(id),
      keptStart: z.nullable(z.string()),
      keptEnd: z.nullable(z.string()),
      checkIn: z.nullable(instant),
      checkOut: z.nullable(instant),
      breaks: z.nullable(breakChanges),
      location: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      status: approval,
      decisionReason: z.nullable(z.string()),
      createdAt: instant,
      decidedAt: z.nullable(instant),
      recordedCheckIn: z.nullable(instant),
      recordedCheckOut: z.nullable(instant),
      recordedLocation: z.nullable(z.string()),
    }),
  ),
  /** Milliseconds of one day in `part`; `paid` and `lowersNorm` as the code said when it was recorded. */
  absences: z.array(
    z.object({
      id,
      startDate: z.string(),
      endDate: z.string(),
      code: z.string(),
      part: z.nullable(z.number()),
      /** Of on-call time: the minute of the day at which it begins. */
      begins: z.nullable(z.number()),
      place: z.nullable(z.string()),
      paid: z.boolean(),
      lowersNorm: z.boolean(),
      note: z.nullable(z.string()),
      createdAt: instant,
    }),
  ),
  plannedShifts: z.array(
    z.object({
      date: z.string(),
      /** Minutes of the day by the company's clock. */
      starts: z.number(),
      ends: z.number(),
      breakMinutes: z.number(),
      location: z.nullable(z.string()),
      note: z.nullable(z.string()),
    }),
  ),
  scheduleAnnouncements: z.array(
    z.object({
      startDate: z.string(),
      endDate: z.string(),
      announcedAt: instant,
      reason: z.nullable(z.string()),
      channels: z.array(z.string()),
      days: announcedDays,
      seenAt: z.nullable(instant),
    }),
  ),
  months: z.array(
    z.object({
      month: z.string(),
      approvedAt: instant,
      unlockedAt: z.nullable(instant),
      unlockReason: z.nullable(z.string()),
    }),
  ),
  monthAnswers: z.array(
    z.object({
      month: z.string(),
      answer: z.string(),
      text: z.nullable(z.string()),
      hours: z.number(),
      answeredAt: instant,
    }),
  ),
  /** What the person is told on their devices; empty: as for anybody new. */
  pushChoices: z.array(
    z.object({ offKinds: z.array(z.string()), whenOffDuty: z.boolean(), showsDetails: z.boolean() }),
  ),
  workReports: z.array(
    z.object({
      id,
      timeEntryId: z.nullable(id),
      ...workReportText,
      createdAt: instant,
      /** Its content before each correction. */
      corrections: z.array(z.object({ ...workReportText, correctedAt: instant, by: actor })),
    }),
  ),
  messages: z.object({
    received: z.array(z.object({ ...messageText, readAt: z.nullable(instant) })),
    sent: z.array(z.object({ ...messageText, to: z.enum(RECIPIENT_TYPES) })),
    /** When an administrator opened messages to others. */
    opened: z.array(z.object({ messageId: id, readAt: z.nullable(instant) })),
  }),
  /** The person's other actions in the ledger, such as approvals, without the people concerned. */
  acts: z.array(z.object({ at: instant, kind: z.enum(LEDGER_KINDS) })),
});
export type UserData = z.infer<typeof userData>;

export const ownDataEndpoints = {
  /** For everybody signed in, whatever the plan and its status. `csv` is their working time and work reports. */
  getUserData: get('/api/user/data', 'signed-in', {
    cost: 10,
    demo: false,
    replica: true,
    files: [CSV],
    query: z.object({ format: z._default(z.enum(['json', 'csv'], 'invalid'), 'json') }),
    response: userData,
  }),
};
