import * as z from 'zod/mini';
import { get } from './endpoint.ts';
import { empty, id } from './fields.ts';

/** An instant in milliseconds since 1970, as a stream's event ids are. */
const since = z.optional(z.string().check(z.regex(/^\d{13}$/, 'invalid')));
/** What the caller sends as `x-page-id` with its requests; what these changed is not told. */
const page = z.optional(z.string().check(z.regex(/^[\da-f]{8}$/, 'invalid')));

/**
 * Streams of server-sent events. `changed` has the tags of what has changed (`Tag`), at most once a second; `missed` says that
 * everything may have, and `alive` comes every 25 seconds. Their ids are instants: `Last-Event-ID`, or `since`, is answered
 * with what happened from then on, for five minutes.
 */
export const liveEndpoints = {
  /** With `locationId` nothing about work at other locations. Tells what concerns the caller's scope. */
  watchChanges: get('/api/events', 'months-or-own', {
    apiKey: true,
    files: ['text/event-stream'],
    query: z.object({ since, page, locationId: z.optional(id) }),
    response: empty,
    throws: ['not_found'],
  }),
  /** What concerns the kiosk's location. */
  watchKioskChanges: get('/api/kiosk/events', 'kiosk', {
    files: ['text/event-stream'],
    query: z.object({ since, page }),
    response: empty,
  }),
};
