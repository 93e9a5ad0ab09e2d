import * as z from 'zod/mini';
import { MAX_DISTANCES, MAX_MINUTES_BETWEEN } from '#domain/flags.ts';
import { del, get, post, put } from './endpoint.ts';
import { id, idParams, instant, locationCode, nameText, optionalLongText, optionalText } from './fields.ts';
import { exportEndpoint, importEndpoint } from './imports.ts';

export const location = z.object({
  id,
  companyId: id,
  name: z.string(),
  address: z.nullable(z.string()),
  description: z.nullable(z.string()),
  qrCode: z.string(),
  isActive: z.boolean(),
  createdAt: instant,
  /** Whether a scan needs the code on a screen, which changes every 30 seconds; the poster and typed codes are refused. */
  requiresRotatingCode: z.boolean(),
  /** Whether the kiosk asks for a work report at the check-out. */
  asksWorkReport: z.boolean(),
});
export type Location = z.infer<typeof location>;

const locationInput = z.object({
  name: nameText('locationNameRequired'),
  address: optionalText(300),
  description: optionalLongText(),
  isActive: z.optional(z.boolean('invalid')),
  /** Absent ones of these stay as they are. */
  requiresRotatingCode: z.optional(z.boolean('invalid')),
  asksWorkReport: z.optional(z.boolean('invalid')),
});

/** The minutes that the way between two locations takes at least, in either direction. */
const distance = z
  .object({
    from: id,
    to: id,
    minutes: z
      .int('minutesBetween')
      .check(z.minimum(1, 'minutesBetween'), z.maximum(MAX_MINUTES_BETWEEN, 'minutesBetween')),
  })
  .check(z.refine(({ from, to }) => from !== to, { error: 'distanceToItself', path: ['to'] }));
const distances = z.array(distance);
export type Distance = z.infer<typeof distance>;

/**
 * Who can open the address in a QR code: everyone, only the network or the computer that the server runs on.
 * `provisional`: it is not certain that the address stays valid, because the request named it and no setting does.
 */
const addressReach = z.enum(['everywhere', 'network', 'computer', 'provisional']);
export type AddressReach = z.infer<typeof addressReach>;

export const locationsEndpoints = {
  listLocations: get('/api/locations', 'admin', {
    reads: ['locations'],
    apiKey: true,
    response: z.array(location),
  }),
  getLocation: get('/api/locations/:id', 'admin', {
    reads: ['locations'],
    apiKey: true,
    params: idParams,
    response: location,
  }),
  createLocation: post('/api/locations', 'admin', {
    apiKey: 'people',
    changes: ['locations', 'dashboard', 'subscription'],
    audit: 'location.added',
    body: locationInput,
    response: location,
    status: 201,
  }),
  /** Adds and changes locations by a file (decisions.md §11 "Import"). */
  importLocations: post('/api/locations/import', 'admin', {
    changes: ['locations', 'dashboard', 'subscription'],
    cost: 30,
    audit: 'locations.imported',
    ...importEndpoint,
  }),
  /** All locations, as a file that `importLocations` takes back. */
  exportLocations: get('/api/locations/export', 'admin', {
    replica: true,
    audit: 'locations.exported',
    ...exportEndpoint,
  }),
  updateLocation: put('/api/locations/:id', 'admin', {
    apiKey: 'people',
    changes: ['locations', 'dashboard', 'subscription'],
    audit: 'location.changed',
    params: idParams,
    body: locationInput,
    response: location,
  }),
  deleteLocation: del('/api/locations/:id', 'admin', {
    apiKey: 'people',
    changes: ['locations', 'dashboard', 'subscription'],
    audit: 'location.deleted',
    params: idParams,
    response: z.null(),
    status: 204,
  }),
  /** Gives the location a new `qrCode`; the old one counts only for scans made before. */
  renewLocationCode: post('/api/locations/:id/renew-code', 'admin', {
    changes: ['locations', 'dashboard', 'subscription'],
    audit: 'location.code-renewed',
    params: idParams,
    response: location,
  }),
  /** `qrCode` is a PNG as a data URL; it encodes `url`. For managers of the location too. */
  getLocationQr: get('/api/locations/:id/qr', 'team', {
    reads: ['locations'],
    params: idParams,
    response: z.object({ qrCode: z.string(), url: z.string(), reach: addressReach, location }),
  }),
  /** Between which locations the administrator has entered the way; nobody has to. */
  listDistances: get('/api/location-distances', 'admin', { reads: ['locations'], response: distances }),
  /** Replaces them all. */
  updateDistances: put('/api/location-distances', 'admin', {
    changes: ['locations'],
    audit: 'distances.changed',
    body: z.object({
      distances: distances.check(
        z.maxLength(MAX_DISTANCES, 'tooMany'),
        z.refine(
          (list) => new Set(list.map(({ from, to }) => [from, to].toSorted().join())).size === list.length,
          'distanceTwice',
        ),
      ),
    }),
    response: distances,
    throws: ['not_found'],
  }),
  /** The name of an active location, for somebody who has scanned its poster and signs in first. */
  getPosterLocation: get('/api/poster-location', 'public', {
    query: z.object({ code: locationCode }),
    response: z.object({ name: z.string() }),
    throws: ['not_found'],
    // Nobody is to try codes.
    cost: 30,
  }),
  /** Names of the active locations, sorted: the options for a correction request. */
  listLocationNames: get('/api/places', 'signed-in', {
    reads: ['locations'],
    response: z.array(z.object({ id, name: z.string() })),
  }),
};
