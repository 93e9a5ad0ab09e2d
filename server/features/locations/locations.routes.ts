import { serve } from '#server/platform/http/bind.ts';
import { exportLocations, importLocations } from './location-import.service.ts';
import {
  createLocation,
  deleteLocation,
  getLocationQr,
  listDistances,
  listLocationNames,
  listLocations,
  renewLocationCode,
  updateDistances,
  updateLocation,
} from './locations.service.ts';

export const locationsHandlers = serve({
  listLocations: (context) => listLocations(context),
  createLocation: (context, { body }) => createLocation(context, body),
  importLocations: (context, request, _session, drafts) => importLocations(context, request, drafts),
  exportLocations: (context, { query }) => exportLocations(context, query),
  updateLocation: (context, { params, body }) => updateLocation(context, params.id, body),
  deleteLocation: (context, { params }) => deleteLocation(context, params.id),
  renewLocationCode: (context, { params }) => renewLocationCode(context, params.id),
  getLocationQr: (context, { params }) => getLocationQr(context, params.id),
  listLocationNames: (context) => listLocationNames(context),
  listDistances: (context) => listDistances(context),
  updateDistances: (context, { body }) => updateDistances(context, body.distances),
});
