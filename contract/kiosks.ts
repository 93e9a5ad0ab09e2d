import * as z from 'zod/mini';
import { PERSONAL_NUMBER_PATTERN } from '#domain/pins.ts';
import { language } from './auth.ts';
import { pinAnswer, pinField } from './badges.ts';
import { del, get, post } from './endpoint.ts';
import { empty, id, idParams, instant, namedPerson, nameText, requiredLongText } from './fields.ts';
import {
  activeEntry,
  BREAK_ACTIONS,
  BREAK_ERRORS,
  missingCheckOut,
  REFUSED_SCAN_REASONS,
  SCAN_ERRORS,
  scanResult,
  scanTiming,
  UNDO_REFUSALS,
} from './time-tracking.ts';
import { quantity, workReportSubmission, workUnit } from './work-reports.ts';

const ADMISSION_ERRORS = ['badge_unknown', 'badge_retired', 'pin_wrong', 'account_inactive'] as const;

const location = z.object({ id, name: z.string() });

const pairedKiosk = z.object({
  id,
  name: z.string(),
  location,
  pairedBy: z.object(namedPerson),
  pairedAt: instant,
  /** Null: paired a moment ago. */
  lastSeenAt: z.nullable(instant),
  /** How many scans waited on the device to be sent, and the release of its app, as it last reported. */
  queueLength: z.nullable(z.number()),
  release: z.nullable(z.string()),
});
export type PairedKiosk = z.infer<typeof pairedKiosk>;

const ownKiosk = z.object({
  id,
  name: z.string(),
  companyName: z.string(),
  location,
  timeZone: z.string(),
  language,
  /** Whether today's work rules record breaks. */
  recordsBreaks: z.boolean(),
  /** Whether the location wants a work report at the check-out. */
  asksWorkReport: z.boolean(),
  /** Whether the device can end its pairing with a PIN; otherwise only an administrator can. */
  canLeaveByPin: z.boolean(),
});
export type OwnKiosk = z.infer<typeof ownKiosk>;

/** What a kiosk shows of a person. `initial` is the first letter of the last name, which tells people of one name apart. */
const shownPerson = { id, firstName: z.string(), initial: z.string(), language };
const person = z.object(shownPerson);

/** Somebody who has worked at the kiosk's location in the last 60 days. */
const kioskPerson = z.object({
  ...shownPerson,
  /** Hex of the SHA-256 of the badge's text; null: the person has no badge yet. */
  badgeHash: z.nullable(z.string()),
  /** The open time entry, at whichever location; null: not working. */
  working: z.nullable(
    z.object({
      locationId: id,
      locationName: z.string(),
      since: instant,
      onBreakSince: z.nullable(instant),
      /** From then on a scan asks when the person left. */
      needsAttentionAt: instant,
    }),
  ),
});
export type KioskPerson = z.infer<typeof kioskPerson>;

const badgeText = z.string('invalid').check(z.trim(), z.minLength(1, 'invalid'), z.maxLength(500, 'tooLong'));
/** The same key strokes of a reader that types, as another keyboard layout would have them; counts if `badge` is unknown. */
const otherReading = z.optional(badgeText);

/** Who is at the kiosk: the text of a badge or, without one, number and PIN. */
const identity = {
  badge: z.optional(badgeText),
  otherReading,
  personalNumber: z.optional(
    z.string('invalid').check(z.trim(), z.regex(PERSONAL_NUMBER_PATTERN, 'invalid')),
  ),
  pin: z.optional(z.string('invalid').check(z.maxLength(20, 'tooLong'))),
};

const { userId: _, previousEnd, expectedAction, clientScanId: __, ...times } = scanTiming;
const timing = { clientScanId: id, ...times };

/** A scan that this kiosk has sent in the last quarter of an hour. */
const ownScan = { personId: id, clientScanId: id };

export const kiosksEndpoints = {
  /** A code by which a device becomes a kiosk of the location: for 10 minutes, and once. */
  createKioskPairingCode: post('/api/kiosks/pairing-codes', 'team', {
    audit: 'kiosk.pairing-code-created',
    body: z.object({
      locationId: id,
      name: nameText('nameRequired', 100),
      /** Ends the pairing on the device itself; without it only an administrator does. */
      leavePin: z.optional(z.nullable(pinField)),
    }),
    /** `code` is for people to type, `XXXX-XXXX`. */
    response: z.object({ code: z.string(), expiresAt: instant }),
    status: 201,
    throws: ['not_found', 'location_inactive', 'too_many_kiosks'],
  }),
  /** By name; without revoked ones. */
  listKiosks: get('/api/kiosks', 'team', { reads: ['company'], response: z.array(pairedKiosk) }),
  /** Takes effect at once; the device forgets everything when it next asks. */
  revokeKiosk: del('/api/kiosks/:id', 'team', {
    changes: ['company'],
    audit: 'kiosk.revoked',
    params: idParams,
    response: z.null(),
    status: 204,
  }),
  /** Sets the device's cookie, and ends the session in this browser: a kiosk is open to everybody who passes. */
  pairKiosk: post('/api/kiosk/pair', 'public', {
    changes: ['company'],
    audit: 'kiosk.paired',
    body: z.object({ code: z.string('invalid').check(z.maxLength(100, 'tooLong')) }),
    response: ownKiosk,
    throws: ['pairing_code_invalid', 'too_many_kiosks'],
  }),
  /** Asked every minute; it is the kiosk's sign of life. */
  getKiosk: get('/api/kiosk', 'kiosk', {
    query: z.object({
      queueLength: z.optional(z.string('invalid').check(z.regex(/^\d{1,6}$/, 'invalid'))),
      release: z.optional(z.string('invalid').check(z.regex(/^[\w.+-]{1,60}$/, 'invalid'))),
    }),
    response: ownKiosk,
  }),
  listKioskPeople: get('/api/kiosk/people', 'kiosk', { cost: 5, response: z.array(kioskPerson) }),
  /**
   * As `scan`, for the person. An offline one that is refused, `check_out_missing` included, is kept for the
   * administrators. With `asksIfRepeated`, a badge whose person was checked in or out at this location less than 60 s
   * before changes nothing.
   */
  scanAtKiosk: post('/api/kiosk/scan', 'kiosk', {
    changes: ['time-records'],
    body: z.object({
      ...identity,
      ...timing,
      expectedAction,
      previousEnd,
      asksIfRepeated: z.optional(z.boolean('invalid')),
    }),
    response: z.extend(scanResult, {
      person,
      /** Refused scans of the person in the last 72 hours that no administrator has settled yet. */
      refusedScans: z.array(
        z.object({
          scannedAt: z.nullable(instant),
          receivedAt: instant,
          reason: z.enum(REFUSED_SCAN_REASONS),
        }),
      ),
    }),
    throws: [
      ...ADMISSION_ERRORS,
      ...SCAN_ERRORS,
      'unauthenticated',
      'not_found',
      'location_inactive',
      'scan_repeated',
      'subscription_required',
      'entry_limit',
    ],
  }),
  /**
   * What a kiosk asks when a badge is shown again: when the person started or finished last, if that was at this location.
   * `action` is what a scan would do now. Null: the last time entry is elsewhere, or there is none.
   */
  getKioskLastScan: post('/api/kiosk/last-scan', 'kiosk', {
    body: z.object(identity),
    response: z.object({
      person,
      last: z.nullable(z.object({ action: z.enum(['check-in', 'check-out']), at: instant })),
    }),
    throws: ADMISSION_ERRORS,
  }),
  getKioskMissingCheckOut: post('/api/kiosk/missing-check-out', 'kiosk', {
    body: z.object(identity),
    response: z.nullable(missingCheckOut),
    throws: ADMISSION_ERRORS,
  }),
  recordKioskBreak: post('/api/kiosk/break', 'kiosk', {
    changes: ['time-records'],
    body: z.object({ ...identity, action: z.enum(BREAK_ACTIONS, 'invalid'), ...timing }),
    response: z.nullable(z.extend(activeEntry, { person })),
    throws: [...ADMISSION_ERRORS, ...BREAK_ERRORS],
  }),
  /** About the time entry of a scan, which this kiosk has sent just before. */
  createKioskWorkReport: post('/api/kiosk/work-report', 'kiosk', {
    changes: ['time-records'],
    body: z.object({
      ...ownScan,
      /** Makes a repetition harmless. */
      clientReportId: id,
      units: workUnit,
      quantity,
      description: requiredLongText('descriptionRequired', 1000),
    }),
    response: workReportSubmission,
    status: 201,
    throws: ['not_found', 'month_locked', 'work_report_limit'],
  }),
  undoKioskCheckOut: post('/api/kiosk/undo-check-out', 'kiosk', {
    changes: ['time-records'],
    body: z.object(ownScan),
    response: z.nullable(activeEntry),
    throws: ['not_found', 'month_locked', ...UNDO_REFUSALS],
  }),
  /** The person with this badge chooses a PIN; if they have one, they state it. */
  setPinAtKiosk: post('/api/kiosk/pin', 'kiosk', {
    changes: ['employees'],
    audit: 'pin.set',
    body: z.object({
      badge: z.string('invalid').check(z.maxLength(500, 'tooLong')),
      otherReading,
      pin: pinField,
      currentPin: identity.pin,
    }),
    /** The number is null where the badge alone has not proved enough: the person had one, and stated no PIN. */
    response: z.object({ personalNumber: z.nullable(pinAnswer.shape.personalNumber), person }),
    throws: [...ADMISSION_ERRORS, 'pin_weak', 'pin_exists', 'wrong_pin', 'email_unconfirmed'],
  }),
  /** `code` is the address to show as a QR code; `scan` takes it as it stands. */
  getKioskCode: get('/api/kiosk/code', 'kiosk', {
    response: z.object({ code: z.string(), validUntil: instant }),
    throws: ['location_inactive'],
  }),
  /** Ends the pairing. Not possible if no PIN was given at the pairing. */
  leaveKiosk: post('/api/kiosk/leave', 'kiosk', {
    changes: ['company'],
    audit: 'kiosk.left',
    body: z.object({ pin: z.string('invalid').check(z.maxLength(20, 'tooLong')) }),
    response: empty,
    throws: ['pin_wrong'],
  }),
};
