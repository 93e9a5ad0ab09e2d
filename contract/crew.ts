import * as z from 'zod/mini';
import { get, post } from './endpoint.ts';
import { errorCode } from './error.ts';
import { calendarDate, id, idParams, instant, namedPerson } from './fields.ts';
import { SCAN_ACTIONS, scanResult, scanTiming } from './time-tracking.ts';

/** How many people one call records. */
export const MAX_CREW = 60;

const sentInstant = z.iso.datetime({ offset: true, error: 'invalid' });
const person = { id, ...namedPerson };

const member = z
  .object({
    /** What the camera read from the badge, which counts where both are given; or the person. */
    badge: z.optional(z.string('invalid').check(z.maxLength(100, 'tooLong'))),
    userId: z.optional(id),
    /** Generated once for each person and confirmation, so that a retry is harmless. */
    clientScanId: id,
    /** Without a signal: when it was confirmed, by the server's clock as the phone estimated it, and by the phone's own. */
    scannedAt: z.optional(sentInstant),
    deviceAt: z.optional(sentInstant),
    isUncertain: scanTiming.isUncertain,
  })
  .check(
    z.refine(({ badge, userId }) => badge !== undefined || userId !== undefined, {
      error: 'invalid',
      path: ['userId'],
    }),
  );

const outcome = z.object({
  clientScanId: id,
  /** Null where a badge is unknown. */
  person: z.nullable(z.object(person)),
  /** What was recorded; null where nothing was. */
  result: z.nullable(scanResult),
  /** Why nothing was recorded, as a code and a sentence for the manager. */
  refusal: z.nullable(z.object({ code: errorCode, message: z.string() })),
});
export type CrewOutcome = z.infer<typeof outcome>;

const crew = z.object({
  /** The last day before today on which somebody worked at the location; null if that is more than two weeks ago. */
  date: z.nullable(calendarDate),
  /** Who was there on that day or is working now, by name. */
  people: z.array(
    z.object({
      ...person,
      /** Names the person before a badge is sent: SHA-256 of its code, as hexadecimal. */
      badgeHash: z.nullable(z.string()),
      wasThere: z.boolean(),
      working: z.nullable(z.object({ location: z.object({ id, name: z.string() }), since: instant })),
    }),
  ),
});
export type CrewMember = z.infer<typeof crew>['people'][number];

export const crewEndpoints = {
  /** Whom a manager may tick at the location. */
  getCrew: get('/api/time-tracking/crew/:id', 'team', {
    reads: ['time-records'],
    params: idParams,
    response: crew,
  }),
  /**
   * Checks people in or out at the location, or over to it: each by the rules of their own scan, with the manager named in
   * their history. One outcome for each, in their order; some may be refused while others are recorded.
   */
  recordCrew: post('/api/time-tracking/crew', 'team', {
    changes: ['time-records'],
    cost: 10,
    audit: 'crew.recorded',
    body: z.object({
      locationId: id,
      action: z.enum(SCAN_ACTIONS, 'invalid'),
      people: z.array(member).check(z.minLength(1, 'invalid'), z.maxLength(MAX_CREW, 'tooMany')),
      /** What the phone's clock shows when it sends this. */
      deviceNow: z.optional(sentInstant),
    }),
    response: z.array(outcome),
    throws: ['not_found'],
  }),
};
