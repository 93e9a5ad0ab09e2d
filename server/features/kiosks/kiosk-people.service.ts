import type { ErrorCode } from '#contract/error.ts';
import type { EndpointName, EndpointRequest } from '#contract/index.ts';
import { readBadgeCode } from '#domain/badge-code.ts';
import { initial } from '#domain/names.ts';
import { REPEATED_WITHIN_MS } from '#domain/shifts.ts';
import type { Context, KioskContext, Viewer } from '#server/context.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { findBadge } from '../badges/badges.queries.ts';
import { findPerson, type Person } from '../employees/employees.queries.ts';
import { checkPin, setPinOfBadge } from '../employees/pins.service.ts';
import { recordBreakBy } from '../time-tracking/breaks.service.ts';
import { getMissingCheckOut } from '../time-tracking/missing-check-outs.service.ts';
import { keepRefusedScan, listOpenRefusals } from '../time-tracking/time-tracking.queries.ts';
import { recordScanOf } from '../time-tracking/time-tracking.service.ts';
import { undoCheckOut } from '../time-tracking/undo-check-out.service.ts';
import { createWorkReports } from '../work-reports/work-reports.service.ts';
import { findLastEntry, findScanOfKiosk } from './kiosks.queries.ts';

/** How long after a scan the kiosk may undo it or write a work report about it. */
const followUpMs = 15 * 60_000;
const toldHours = 72;

type Body<K extends EndpointName> = EndpointRequest<K> extends { body: infer Value } ? Value : never;
type Identity = Body<'getKioskLastScan'>;

/**
 * Admits the person who showed this badge, or typed this number and PIN: `own` is their context for what they do here,
 * `input` the rest of the body. Calls `onRefusal` before somebody known is refused.
 */
async function admit<Asked extends Identity>(
  context: KioskContext,
  { badge, otherReading, personalNumber, pin, ...input }: Asked,
  onRefusal?: (userId: string, reason: ErrorCode) => Promise<void>,
) {
  const { db, viewer, kiosk, throttle } = context;
  const { companyId } = viewer;
  let person: Person | undefined;
  let refusal: ErrorCode | undefined;
  if (badge === undefined) {
    if (personalNumber === undefined || pin === undefined) throw invalidField('badge', 'invalid');
    const checked = await checkPin(context, { companyId, deviceId: kiosk.id }, { personalNumber, pin });
    if (!checked.isRight) refusal = 'pin_wrong';
    person = checked.person;
    if (!person) throw new AppError('pin_wrong');
  } else {
    const found = (await badgeOf(context, badge)) ?? (await badgeOf(context, otherReading));
    if (!found) {
      await throttle.take('unknownBadge', kiosk.id);
      throw new AppError('badge_unknown');
    }
    if (found.isRetired) refusal = 'badge_retired';
    person = await findPerson(db, companyId, { id: found.userId });
    if (!person) throw new AppError('badge_retired');
  }
  // Nothing about the person is told before the PIN is right, not even the language.
  if (refusal !== 'pin_wrong') identify(context, person);
  if (!person.isActive) refusal ??= 'account_inactive';
  if (refusal) {
    await onRefusal?.(person.id, refusal);
    throw new AppError(refusal);
  }
  const source: 'badge' | 'pin' = badge === undefined ? 'pin' : 'badge';
  return { own: contextOf(context, person), person, source, input };
}

/** Admits the person who has just scanned here, about the time entry of that scan. */
async function admitAfterScan<Asked extends Body<'undoKioskCheckOut'>>(
  context: KioskContext,
  { personId, clientScanId, ...input }: Asked,
) {
  const { db, viewer, kiosk, clock } = context;
  const since = new Date(clock.now().getTime() - followUpMs);
  const about = { userId: personId, scanId: clientScanId, kioskId: kiosk.id, since };
  const scan = await findScanOfKiosk(db, viewer.companyId, about);
  const person = scan && (await findPerson(db, viewer.companyId, { id: personId }));
  if (person) identify(context, person);
  if (!person?.isActive) throw new AppError('not_found');
  return { own: contextOf(context, person), timeEntryId: scan?.timeEntryId ?? null, input };
}

async function badgeOf({ db, viewer }: KioskContext, text = '') {
  const code = readBadgeCode(text);
  return code ? findBadge(db, viewer.companyId, code) : undefined;
}

/** From here on the kiosk speaks the person's language. */
const identify = ({ identify: tell, viewer }: KioskContext, { id, language }: Person): void =>
  tell({ companyId: viewer.companyId, userId: id }, language);

/** The person's own context: an employee's, whatever their role. */
function contextOf(context: KioskContext, { id, firstName, lastName, language }: Person): Context {
  const viewer: Viewer = {
    ...context.viewer,
    userId: id,
    role: 'employee',
    locationIds: [],
    isOwner: false,
    email: null,
    firstName,
    lastName,
    language,
    mustChangePassword: false,
    companyCode: '',
    personalNumber: null,
    hasPassword: false,
    hasPin: false,
    isFromPin: true,
    notice: null,
    companyIsConfirmed: true,
  };
  return { ...context, language, t: translator(language), viewer, scope: { kind: 'own', userId: id } };
}

const shown = ({ id, firstName, lastName, language }: Person) => ({
  id,
  firstName,
  initial: initial(lastName),
  language,
});

/**
 * Checks the person in, out, or over to the kiosk's location: the database decides which. A scan that the kiosk made
 * offline and that is refused is kept for the administrators.
 */
export const scanAtKiosk: Handler<'scanAtKiosk'> = async (context, { body }) => {
  const { db, kiosk, clock } = context;
  const { companyId } = context.viewer;
  const now = clock.now();
  const what = { code: null, locationId: kiosk.location.id };
  const { own, person, source, input } = await admit(context, body, async (userId, reason) => {
    const { clientScanId: scanId, scannedAt, deviceAt, expectedAction } = body;
    const scan = { companyId, userId, scanId, ...what, scannedAt, deviceAt, expectedAction };
    if (scannedAt) await keepRefusedScan(db, { ...scan, reason, now });
  });
  const { asksIfRepeated, ...timing } = input;
  // Nobody types number and PIN by accident.
  const asksWithinS = asksIfRepeated && source === 'badge' ? REPEATED_WITHIN_MS / 1000 : undefined;
  const result = await recordScanOf(own, { ...what, kioskId: kiosk.id, source, asksWithinS }, timing);
  const since = new Date(now.getTime() - toldHours * 60 * 60_000);
  const refusedScans = await listOpenRefusals(db, companyId, person.id, since);
  return { ...result, person: shown(person), refusedScans };
};

/** When the person started or finished last at the kiosk's location. */
export const getKioskLastScan: Handler<'getKioskLastScan'> = async (context, { body }) => {
  const { person } = await admit(context, body);
  const entry = await findLastEntry(context.db, context.viewer.companyId, person.id);
  if (entry?.locationId !== context.kiosk.location.id) return { person: shown(person), last: null };
  const { checkIn, checkOut } = entry;
  const last = checkOut
    ? { action: 'check-in' as const, at: checkOut }
    : { action: 'check-out' as const, at: checkIn };
  return { person: shown(person), last };
};

export const getKioskMissingCheckOut: Handler<'getKioskMissingCheckOut'> = async (context, { body }) => {
  return getMissingCheckOut((await admit(context, body)).own);
};

export const recordKioskBreak: Handler<'recordKioskBreak'> = async (context, { body }) => {
  const { own, person, source, input } = await admit(context, body);
  const entry = await recordBreakBy(own, input, source);
  return entry && { ...entry, person: shown(person) };
};

/** Takes back a check-out that this kiosk has just sent. */
export const undoKioskCheckOut: Handler<'undoKioskCheckOut'> = async (context, { body }) => {
  const { own } = await admitAfterScan(context, body);
  return undoCheckOut(own, { body: { clientScanId: body.clientScanId } });
};

/** Stores a work report of one item about a scan of this kiosk. */
export const createKioskWorkReport: Handler<'createKioskWorkReport'> = async (context, { body }) => {
  const { own, timeEntryId, input } = await admitAfterScan(context, body);
  const { clientReportId, ...item } = input;
  return createWorkReports(own, { body: { timeEntryId, items: [item], generalNotes: null, clientReportId } });
};

export const setPinAtKiosk: Handler<'setPinAtKiosk'> = async (
  context,
  { body: { badge, otherReading, ...pins } },
) => {
  const { person } = await admit(context, { badge, otherReading });
  return { ...(await setPinOfBadge(context, person, pins)), person: shown(person) };
};
