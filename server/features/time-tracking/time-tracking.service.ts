import type { ErrorCode } from '#contract/error.ts';
import type { EndpointRequest } from '#contract/index.ts';
import { type ActiveEntry, REFUSED_SCAN_REASONS, type ScanResult } from '#contract/time-tracking.ts';
import { locationCodeFromScan, type ScannedLocationCode } from '#domain/location-code.ts';
import { type Context, countingOf } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { codeOf } from '#server/platform/http/error-handler.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { listOrigins } from '#server/platform/http/own-origin.queries.ts';
import type { SecretBox } from '#server/platform/secrets/secret-box.ts';
import { mayRecordNewWork } from '../subscription/subscription.service.ts';
import { breakRulesFor } from '../work-rules/work-rules.service.ts';
import {
  findActiveEntry,
  findLocationOfCode,
  isRetiredCode,
  keepRefusedScan,
  type RecordScan,
  recordScan,
  settleRefusal,
} from './time-tracking.queries.ts';

type CheckOutInput = EndpointRequest<'checkOut'>['body'];

const codeErrors = {
  malformed: 'location_code_malformed',
  mistyped: 'location_code_mistyped',
  foreign: 'qr_code_foreign',
} as const;

/**
 * Checks the viewer in, out, or over to another location: the database decides which (decisions.md §2).
 * A missing check-out has to be stated as `previousEnd`, and the scan has to do the `expectedAction`. Once the subscription
 * has lapsed, only a check-out is accepted. An error changes no entry; the scan is kept for the administrators.
 */
export const scan: Handler<'scan'> = async (context, { body }) => {
  const found = await locationCodeIn(context, body.qrCode);
  if (!found.ok) throw new AppError(codeErrors[found.reason]);
  const isTyped = found.form === 'code';
  const codeForm = isTyped ? 'typed' : found.rotating === null ? 'poster' : 'rotating';
  const what = { code: found.code, rotatingCode: found.rotating, codeForm } as const;
  const source = isTyped ? 'code' : 'qr';
  return recordScanOf(context, { ...what, source, phone: context.session.phone() }, body);
};

/** Reads a scanned text; links to an earlier address of this installation stay valid. */
async function locationCodeIn({ db, origin }: Context, text: string): Promise<ScannedLocationCode> {
  const found = locationCodeFromScan(text, [origin]);
  const isForeign = !found.ok && found.reason === 'foreign';
  return isForeign ? locationCodeFromScan(text, await listOrigins(db)) : found;
}

/**
 * The location with this code, so that the person is asked by its name. Refuses what a scan of the code would be refused
 * for; a code of another company is unknown.
 */
export const getLocationOfCode: Handler<'getLocationOfCode'> = async (
  { db, viewer, clock },
  { query: { code, t: rotatingCode } },
) => {
  const location = await findLocationOfCode(db, viewer.companyId, { code, rotatingCode, now: clock.now() });
  if (!location) {
    const isRetired = await isRetiredCode(db, viewer.companyId, code);
    throw new AppError(isRetired ? 'location_code_retired' : 'location_code_unknown');
  }
  if (!location.isActive) throw new AppError('location_inactive');
  if (rotatingCode && !location.isRotatingCodeValid) throw new AppError('rotating_code_expired');
  if (!rotatingCode && location.requiresRotatingCode) throw new AppError('rotating_code_required');
  return { id: location.id, name: location.name };
};

/** Ends the open entry, at whichever location. */
export const checkOut: Handler<'checkOut'> = async (context, { body }) =>
  recordScanOf(context, { code: null, source: 'button', phone: context.session.phone() }, body);

type WhatIsScanned = Pick<
  RecordScan,
  'code' | 'codeForm' | 'rotatingCode' | 'locationId' | 'kioskId' | 'asksWithinS' | 'madeBy' | 'source'
> & { /** The phone's random cookie; undefined: unknown, or no phone. */ phone?: string | undefined };

/**
 * Records a scan of the viewer, also one at a kiosk or by their manager. A refused one is kept for the administrators,
 * unless nothing is wrong with it or the person who made it is told; without a signal nobody is.
 */
export async function recordScanOf(
  { db, viewer, clock, metrics, secretBox, changes, concerns }: Context,
  { source, phone, ...what }: WhatIsScanned,
  timing: CheckOutInput,
): Promise<ScanResult> {
  if (timing.userId && timing.userId !== viewer.userId) throw new AppError('scan_of_another_person');
  const scan = {
    companyId: viewer.companyId,
    userId: viewer.userId,
    scanId: timing.clientScanId,
    ...what,
    scannedAt: timing.scannedAt,
    deviceAt: timing.deviceAt,
    deviceNow: timing.deviceNow,
    source: timing.scannedAt ? ('offline' as const) : source,
    isUncertain: timing.isUncertain === true,
    expectedAction: timing.expectedAction ?? undefined,
    // Who made it without a signal was told nothing; with one they are told what it did.
    isStateUnknown: timing.expectedAction === null && timing.scannedAt !== undefined,
    previousEnd: timing.previousEnd,
    mayCheckIn: mayRecordNewWork(viewer, clock.now()),
    now: clock.fixed?.(),
    ...(phone && { deviceId: await deviceIdOf(secretBox, viewer.companyId, phone) }),
  };
  try {
    const { answer, error } = await recordScan(db, scan);
    if (error) throw new AppError(error);
    metrics.scanned(answer.action);
    const { location, closedEntry } = answer;
    // A switch changes two locations, of which the answer does not say the first.
    concerns({ userId: viewer.userId, ...(!closedEntry && { locationIds: [location.id] }) });
    return answer;
  } catch (refusal) {
    const reason = codeOf(refusal);
    // A manager is told at once what was refused; without a signal, neither they nor a kiosk could ask the person.
    const isTold = what.madeBy && !timing.scannedAt;
    const couldNotAsk = reason === 'check_out_missing' && (what.kioskId || what.madeBy) && timing.scannedAt;
    if ((isKept(reason) && !isTold) || couldNotAsk) {
      await keepRefusedScan(db, { ...scan, reason, now: clock.now() });
      changes.publish({ companyId: viewer.companyId, tags: ['corrections'] });
    }
    throw refusal;
  }
}

/** By this the rules for flags tell phones apart, within one company only. */
const deviceIdOf = async (secretBox: SecretBox, companyId: string, phone: string): Promise<string> =>
  Buffer.from(await secretBox.hash(`phone ${companyId} ${phone}`), 'base64url').toString('hex');

/** Whether an administrator should see a scan refused so: not where the phone asks the person, or nothing is wrong with it. */
const isKept = (code: ErrorCode): boolean =>
  code !== 'check_out_missing' && REFUSED_SCAN_REASONS.some((reason) => reason === code);

/** Marks a refused scan as settled: an administrator or the location's manager has seen to it. */
export const settleRefusedScan: Handler<'settleRefusedScan'> = async (
  { db, viewer, scope, clock },
  { params: { id } },
) => {
  const settledAt = clock.now().toISOString();
  if (!(await settleRefusal(db, viewer.companyId, scope, id, settledAt))) throw new AppError('not_found');
};

/** The entry in which the viewer is working now, with its breaks; null if there is none. */
export const getActiveEntry: Handler<'getActiveEntry'> = async (context) =>
  readActiveEntry(context, context.db);

/** As `getActiveEntry`, in a transaction. */
export async function readActiveEntry(context: Context, db: Db): Promise<ActiveEntry | null> {
  const { viewer } = context;
  const entry = await findActiveEntry(db, viewer.companyId, viewer.userId, countingOf(context));
  if (!entry) return null;
  const { policy } = await breakRulesFor(db, viewer, entry.checkIn);
  return { ...entry, recordsBreaks: policy === 'recorded' };
}
