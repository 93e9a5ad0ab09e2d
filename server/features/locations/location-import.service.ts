import * as z from 'zod/mini';
import { type Location, locationsEndpoints } from '#contract/locations.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { everything } from '#server/platform/scope.ts';
import { importFile } from '#server/platform/table-files/import-file.ts';
import { type Definition, writeTableFile } from '#server/platform/table-files/table-file.ts';
import { lockCompany } from '../company/company.queries.ts';
import { requireRoomFor } from '../subscription/subscription.service.ts';
import { listLocations, updateLocation } from './locations.queries.ts';
import { addLocation } from './locations.service.ts';

const { shape } = locationsEndpoints.createLocation.body;
const columns = {
  id: z.optional(z.uuid('invalid')),
  name: shape.name,
  address: shape.address,
  description: shape.description,
};

/** Spreadsheets write line breaks in their own way. */
const oneBreak = (text: string | null) => text?.replaceAll('\r\n', '\n');

const definition: Definition<typeof columns, Location> = {
  kind: 'locations',
  columns,
  valuesOf: ({ id, name, address, description }) => ({
    id,
    name,
    ...(address && { address }),
    ...(description && { description }),
  }),
  isSame: (path, value, { description }) =>
    path === 'description' && oneBreak(String(value)) === oneBreak(description),
  nameOf: ({ name = '' }) => name,
};

/** All locations, as a file that `importLocations` takes back; or only its headings. */
export const exportLocations: Handler<'exportLocations'> = async (context, { query }) => {
  const { db, viewer, throttle } = context;
  await throttle.take('sheets', viewer.userId);
  const locations = query.template === 'true' ? [] : await listLocations(db, viewer.companyId, everything);
  return writeTableFile(context, definition, query, locations);
};

/**
 * Adds and changes locations by a file, or says what it would do (decisions.md §11 "Import"). They are found by id, or by
 * name, and of several with that name by address.
 */
export const importLocations: Handler<'importLocations'> = async (context, request) => {
  const { companyId } = context.viewer;
  const { answer } = await importFile(
    context,
    request,
    definition,
    async (transaction) => {
      await lockCompany(transaction, companyId);
      const entities = await listLocations(transaction, companyId, everything);
      const byName = Map.groupBy(entities, ({ name }) => nameKey(name));
      return {
        entities,
        find: ({ name = '', address }) => {
          const found = byName.get(nameKey(name));
          const there = found?.filter((location) => location.address === (address ?? null));
          return there?.length === 1 ? there : found;
        },
        keysOf: ({ name = '', address = '' }, location) =>
          location
            ? []
            : [
                { path: '', text: `${nameKey(name)}\n${nameKey(address)}`, message: 'duplicate' },
                { path: 'name', text: nameKey(name), isNote: true },
              ],
        check: () => undefined,
        requireRoom: async (added) => {
          if (added > 0) await requireRoomFor(context, transaction, 'locations', added);
        },
        add: ({ name = '', address = null, description = null }) =>
          addLocation(context, transaction, { name, address, description }),
        change: async ({ id }, changed) => {
          await updateLocation(transaction, companyId, id, changed);
        },
      };
    },
    context.drafts,
  );
  return answer;
};

const nameKey = (text: string) => text.normalize().toLowerCase();
