import type { ErrorCode } from '#contract/error.ts';
import type { EndpointRequest, EndpointResponse } from '#contract/index.ts';
import type { ActiveEntry, MissingCheckOut } from '#contract/time-tracking.ts';
import type { WorkReportSubmission } from '#contract/work-reports.ts';
import { readBadgeCode } from '#domain/badge-code.ts';
import { initial } from '#domain/names.ts';
import { REPEATED_WITHIN_MS } from '#domain/shifts.ts';
import type { Context, KioskContext } from '#server/context.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import { translator } from '#server/platform/i18n.ts';
import { findBadge } from '../badges/badges.queries.ts';
import { findPerson, type Person } from '../employees/employees.queries.ts';
import { checkPin, setPinOfBadge } from '../employees/pins.service.ts';
import { recordBreak } from '../time-tracking/breaks.service.ts';
import { getMissingCheckOut } from '../time-tracking/missing-check-outs.service.ts';
import { keepRefusedScan, listOpenRefusals } from '../time-tracking/time-tracking.queries.ts';
import { recordScanOf } from '../time-tracking/time-tracking.service.ts';
import { undoCheckOut } from '../time-tracking/undo-check-out.service.ts';
import { createWorkReports } from '../work-reports/work-reports.service.ts';
import { findLastEntry, findScanOfKiosk } from './kiosks.queries.ts';

/** For so long after a scan the kiosk may write a work report about it. */
const reportWithinMs = 15 * 60_000;
const toldHours = 72;

type Identity = EndpointRequest<'getKioskMissingCheckOut'>['body'];
type Found = { person: Person; source: 'badge' | 'pin'; refusal: ErrorCode | null };

/**
 * Who showed this badge, or typed this number and PIN. `refusal` is why it does not count, although the person is known.
 * Throws validation_failed, badge_unknown, pin_wrong (unknown number), too_many_requests.
 */
async function identify(
  context: KioskContext,
  { badge, otherReading, personalNumber, pin }: Identity,
): Promise<Found> {
  const { db, viewer, kiosk, throttle } = context;
  const { companyId } = viewer;
  if (badge === undefined) {
    if (personalNumber === undefined || pin === undefined) throw invalidField('badge', 'invalid');
    const device = { companyId, deviceId: kiosk.id };
    const { person, isRight } = await checkPin(context, device, { personalNumber, pin });
    if (!person) throw new AppError('pin_wrong');
    // Nothing about the person is told before the PIN is right, not even the language.
    if (!isRight) return { person, source: 'pin', refusal: 'pin_wrong' };
    return { person, source: 'pin', refusal: admit(context, person) };
  }
  const found = (await badgeOf(context, badge)) ?? (await badgeOf(context, otherReading));
  if (!found) {
    await throttle.take('unknownBadge', kiosk.id);
    throw new AppError('badge_unknown');
  }
  const person = await findPerson(db, companyId, { id: found.userId });
  if (!person) throw new AppError('badge_retired');
  const refusal = admit(context, person);
  return { person, source: 'badge', refusal: found.isRetired ? 'badge_retired' : refusal };
}

async function badgeOf({ db, viewer }: KioskContext, text = '') {
  const code = readBadgeCode(text);
  return code ? findBadge(db, viewer.companyId, code) : undefined;
}

const shown = ({ id, firstName, lastName, language }: Person) => ({
  ...{ id, firstName, language },
  initial: initial(lastName),
});

/** From here on the kiosk speaks the person's language. Returns why the person may not check in. */
function admit({ identify: tell, viewer }: KioskContext, person: Person): ErrorCode | null {
  tell({ companyId: viewer.companyId, userId: person.id }, person.language);
  return person.isActive ? null : 'account_inactive';
}

async function requirePerson(context: KioskContext, identity: Identity): Promise<Found> {
  const found = await identify(context, identity);
  if (found.refusal) throw new AppError(found.refusal);
  return found;
}

/** The person's own context, for what they do at the kiosk: an employee's, whatever their role. */
function contextOf(context: KioskContext, { id, firstName, lastName, language }: Person): Context {
  const viewer = {
    ...context.viewer,
    ...{ userId: id, role: 'employee' as const, locationIds: [], isOwner: false, email: null },
    ...{ firstName, lastName, language, mustChangePassword: false, companyIsConfirmed: true },
    ...{ companyCode: '', personalNumber: null, hasPassword: false },
    ...{ hasPin: false, isFromPin: true, notice: null },
  };
  return { ...context, language, t: translator(language), viewer, scope: { kind: 'own', userId: id } };
}

/**
 * Checks the person in, out, or over to the kiosk's location: the database decides which. A scan that the kiosk made
 * offline and that is refused is kept for the administrators.
 * Throws badge_unknown, badge_retired, pin_wrong, account_inactive, too_many_requests, scan_repeated, and what `scan` throws
 * about times.
 */
export async function scanAtKiosk(
  context: KioskContext,
  {
    badge,
    otherReading,
    personalNumber,
    pin,
    asksIfRepeated,
    ...timing
  }: EndpointRequest<'scanAtKiosk'>['body'],
): Promise<EndpointResponse<'scanAtKiosk'>> {
  const { db, viewer, kiosk, clock } = context;
  const { person, source, refusal } = await identify(context, {
    ...{ badge, otherReading, personalNumber, pin },
  });
  const { companyId } = viewer;
  const now = clock.now();
  const what = { code: null, locationId: kiosk.location.id };
  if (refusal) {
    if (timing.scannedAt) {
      const scan = { companyId, userId: person.id, scanId: timing.clientScanId, ...what, ...timing };
      await keepRefusedScan(db, { ...scan, reason: refusal, now });
    }
    throw new AppError(refusal);
  }
  const result = await recordScanOf(
    contextOf(context, person),
    // Nobody types number and PIN by accident.
    {
      ...{ ...what, kioskId: kiosk.id, source },
      ...(asksIfRepeated && source === 'badge' && { asksWithinS: REPEATED_WITHIN_MS / 1000 }),
    },
    timing,
  );
  const since = new Date(now.getTime() - toldHours * 60 * 60_000);
  const refusedScans = await listOpenRefusals(db, companyId, person.id, since);
  return { ...result, person: shown(person), refusedScans };
}

/** When the person started or finished last at the kiosk's location. Throws what `scanAtKiosk` throws about who it is. */
export async function getLastScanAtKiosk(
  context: KioskContext,
  identity: Identity,
): Promise<EndpointResponse<'getKioskLastScan'>> {
  const { db, viewer, kiosk } = context;
  const { person } = await requirePerson(context, identity);
  const entry = await findLastEntry(db, viewer.companyId, person.id);
  const last =
    entry?.locationId !== kiosk.location.id
      ? null
      : entry.checkOut === null
        ? { action: 'check-out' as const, at: entry.checkIn }
        : { action: 'check-in' as const, at: entry.checkOut };
  return { person: shown(person), last };
}

/** Throws what `scanAtKiosk` throws about who it is. */
export async function getMissingCheckOutAtKiosk(
  context: KioskContext,
  identity: Identity,
): Promise<MissingCheckOut | null> {
  const { person } = await requirePerson(context, identity);
  return getMissingCheckOut(contextOf(context, person));
}

/** Throws what `scanAtKiosk` throws about who it is, and what `recordBreak` throws. */
export async function recordBreakAtKiosk(
  context: KioskContext,
  { badge, otherReading, personalNumber, pin, ...input }: EndpointRequest<'recordKioskBreak'>['body'],
): Promise<EndpointResponse<'recordKioskBreak'>> {
  const { person, source } = await requirePerson(context, { badge, otherReading, personalNumber, pin });
  const entry = await recordBreak(contextOf(context, person), input, source);
  return entry && { ...entry, person: shown(person) };
}

/** Whoever has just scanned here, and the time entry of that scan. Throws not_found. */
async function requireOwnScan(
  context: KioskContext,
  { personId, clientScanId }: EndpointRequest<'undoKioskCheckOut'>['body'],
) {
  const { db, viewer, kiosk, clock } = context;
  const since = new Date(clock.now().getTime() - reportWithinMs);
  const about = { userId: personId, scanId: clientScanId, kioskId: kiosk.id, since };
  const scan = await findScanOfKiosk(db, viewer.companyId, about);
  const person = scan && (await findPerson(db, viewer.companyId, { id: personId }));
  if (!person || admit(context, person)) throw new AppError('not_found');
  return { own: contextOf(context, person), timeEntryId: scan.timeEntryId };
}

/** Takes back a check-out that this kiosk has just sent. Throws not_found, and what `undoCheckOut` throws. */
export async function undoCheckOutAtKiosk(
  context: KioskContext,
  input: EndpointRequest<'undoKioskCheckOut'>['body'],
): Promise<ActiveEntry | null> {
  const { own } = await requireOwnScan(context, input);
  return undoCheckOut(own, { clientScanId: input.clientScanId });
}

/** Stores a work report of one item about a scan of this kiosk. Throws not_found, and what `createWorkReports` throws. */
export async function createWorkReportAtKiosk(
  context: KioskContext,
  { clientReportId, units, quantity, description, ...scan }: EndpointRequest<'createKioskWorkReport'>['body'],
): Promise<WorkReportSubmission> {
  const { own, timeEntryId } = await requireOwnScan(context, scan);
  const items = [{ units, quantity, description }];
  return createWorkReports(own, { body: { timeEntryId, items, generalNotes: null, clientReportId } });
}

/** Throws badge_unknown, badge_retired, account_inactive, and what `setPinOfBadge` throws. */
export async function setPinAtKiosk(
  context: KioskContext,
  { pin, currentPin, ...identity }: EndpointRequest<'setPinAtKiosk'>['body'],
): Promise<EndpointResponse<'setPinAtKiosk'>> {
  const { person } = await requirePerson(context, identity);
  return { ...(await setPinOfBadge(context, person, { pin, currentPin })), person: shown(person) };
}
