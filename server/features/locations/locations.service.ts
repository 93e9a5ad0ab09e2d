import { randomBytes } from 'node:crypto';
import { toDataURL } from 'qrcode';
import type { EndpointRequest } from '#contract/index.ts';
import type { Location } from '#contract/locations.ts';
import { generateLocationCode, locationCodeUrl } from '#domain/location-code.ts';
import { byName } from '#domain/names.ts';
import { type Context, countingOf } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { listOrigins } from '#server/platform/http/own-origin.queries.ts';
import { addressReachOf } from '#server/platform/http/own-origin.ts';
import { lockCompany } from '../company/company.queries.ts';
import { requireRoomFor } from '../subscription/subscription.service.ts';
import { closeOpenEntries } from '../time-entries/time-entry-changes.queries.ts';
import * as queries from './locations.queries.ts';

type LocationInput = EndpointRequest<'createLocation'>['body'];

/** Width of the QR picture (product.md §9). */
const qrPixels = 256;

/** The company's locations, in the order in which they were added; not the deleted ones. */
export const listLocations: Handler<'listLocations'> = ({ db, viewer, scope }) =>
  queries.listLocations(db, viewer.companyId, scope);

/** Names of the active locations, sorted, for everybody in the company. */
export const listLocationNames: Handler<'listLocationNames'> = async ({ db, viewer, language }) => {
  const locations = await queries.listLocationNames(db, viewer.companyId);
  return locations.toSorted(byName(language));
};

/** The name of the location to whose poster the code belongs, whichever company's it is. */
export const getPosterLocation: Handler<'getPosterLocation'> = async ({ db }, { query: { code } }) => {
  const name = await queries.findPosterName(db, code);
  if (name === undefined) throw new AppError('not_found');
  return { name };
};

export const createLocation: Handler<'createLocation'> = (context, { body: input }) =>
  context.db.transaction().execute((transaction) => addLocation(context, transaction, input));

/** `createLocation` in the caller's transaction. */
export async function addLocation(
  context: Context,
  transaction: Db,
  input: LocationInput,
): Promise<Location> {
  const { viewer, clock } = context;
  await requireRoomFor(context, transaction, 'locations');
  for (;;) {
    const location = await queries.insertLocation(transaction, {
      companyId: viewer.companyId,
      name: input.name,
      address: input.address,
      description: input.description,
      qrCode: generateLocationCode(randomBytes),
      isActive: input.isActive ?? true,
      createdAt: clock.now().toISOString(),
      asksWorkReport: input.asksWorkReport,
      rotatingCodeRequiredAt: input.requiresRotatingCode ? clock.now().toISOString() : null,
    });
    if (location) return location;
  }
}

export const getLocation: Handler<'getLocation'> = async ({ db, viewer, scope }, { params: { id } }) => {
  const location = await queries.findLocation(db, viewer.companyId, id, scope);
  if (!location) throw new AppError('not_found');
  return location;
};

/** Changes a location; its code stays. */
export const updateLocation: Handler<'updateLocation'> = async (
  { db, viewer, clock, refuseIfChanged },
  { params: { id }, body: { requiresRotatingCode, ...input } },
) =>
  db.transaction().execute(async (transaction) => {
    await queries.lockLocation(transaction, viewer.companyId, id);
    await refuseIfChanged(transaction);
    const location = await queries.updateLocation(transaction, viewer.companyId, id, {
      ...input,
      ...(requiresRotatingCode !== undefined && {
        rotatingCodeRequiredAt: queries.rotatingCodeRequiredSince(
          requiresRotatingCode,
          clock.now().toISOString(),
        ),
      }),
    });
    if (!location) throw new AppError('not_found');
    return location;
  });

/**
 * Gives a location a new code. The old one is refused as location_code_retired from now on, except in scans that were made
 * before.
 */
export const renewLocationCode: Handler<'renewLocationCode'> = async (
  { db, viewer, clock, throttle },
  { params: { id } },
) => {
  await throttle.take('codeRenewal', viewer.companyId);
  return db.transaction().execute(async (transaction) => {
    for (;;) {
      const qrCode = generateLocationCode(randomBytes);
      const retiredAt = clock.now().toISOString();
      const renewed = await queries.renewCode(transaction, viewer.companyId, id, { qrCode, retiredAt });
      if (renewed === 'not-found') throw new AppError('not_found');
      if (renewed !== 'taken') return renewed;
    }
  });
};

/** Deletes a location, which frees its seat in the plan and ends open entries there; reports keep its name. */
export const deleteLocation: Handler<'deleteLocation'> = async (context, { params: { id } }) => {
  const { db, viewer } = context;
  const counting = countingOf(context);
  await db.transaction().execute(async (transaction) => {
    // Lets concurrent scans finish first; later ones find the location gone.
    await queries.lockLocation(transaction, viewer.companyId, id);
    await context.refuseIfChanged(transaction);
    const location = await queries.updateLocation(transaction, viewer.companyId, id, {
      deletedAt: counting.now.toISOString(),
    });
    if (!location) throw new AppError('not_found');
    await closeOpenEntries(transaction, viewer.companyId, 'locationId', id, {
      actorId: viewer.userId,
      counting,
    });
  });
};

/** Between which locations the way has been entered. */
export const listDistances: Handler<'listDistances'> = ({ db, viewer }) =>
  queries.listDistances(db, viewer.companyId);

/** Replaces all distances between locations. */
export const updateDistances: Handler<'updateDistances'> = async (
  { db, viewer, refuseIfChanged },
  { body: { distances } },
) => {
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, viewer.companyId);
    await refuseIfChanged(transaction);
    if (!(await queries.replaceDistances(transaction, viewer.companyId, distances))) {
      throw new AppError('not_found');
    }
    return queries.listDistances(transaction, viewer.companyId);
  });
};

/** A location's QR code as a PNG data URL, the address it encodes and how far that leads. */
export const getLocationQr: Handler<'getLocationQr'> = async (
  { db, viewer, scope, origin },
  { params: { id } },
) => {
  const location = await queries.findLocation(db, viewer.companyId, id, scope);
  if (!location) throw new AppError('not_found');
  const url = locationCodeUrl(origin, location.qrCode);
  return {
    qrCode: await toDataURL(url, { width: qrPixels, margin: 4, errorCorrectionLevel: 'M' }),
    url,
    reach: addressReachOf(origin, await listOrigins(db)),
    location,
  };
};
