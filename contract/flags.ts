import * as z from 'zod/mini';
import type { FlagKind } from '#domain/flags.ts';
import { get, post } from './endpoint.ts';
import { id, idParams, instant, namedPerson, personName, requiredText } from './fields.ts';

const kind = <Kind extends FlagKind, Figures extends z.core.$ZodLooseShape>(name: Kind, figures: Figures) =>
  z.object({ kind: z.literal(name), figures: z.object(figures) });

/** What was seen in a scan, with the figures of its sentence (domain/flags.ts). It blocks nothing and changes no hours. */
const seen = z.discriminatedUnion('kind', [
  /** This many people used one phone within this time. */
  kind('shared-phone', { people: z.number(), from: instant, to: instant }),
  /** Minutes since the scan at another location, the name of that, and the minutes that the way takes at least. */
  kind('too-far', { from: z.string(), leftAt: instant, minutes: z.number(), needed: z.number() }),
  /** Minutes by which the phone's clock is ahead; negative: behind. */
  kind('clock-wrong', { minutes: z.number() }),
  /** Minutes by which the phone's clock was set between the scan and its arrival. */
  kind('clock-set', { minutes: z.number() }),
  kind('both-late', { checkIn: instant, checkInArrived: instant, checkOutArrived: instant }),
  /** How many of the location's scans in the last days were of the code on the screen. */
  kind('poster', { screen: z.number(), scans: z.number(), days: z.number() }),
  /** The number of entries that began within 24 hours, the most allowed. */
  kind('full-day', { entries: z.number() }),
]);

const dismissal = <Person extends z.ZodMiniType>(by: Person) =>
  z.nullable(z.object({ by, at: instant, note: z.string() }));
const facts = {
  id,
  at: instant,
  location: z.object({ id, name: z.string() }),
  seen,
};

const person = z.object({ id, ...namedPerson });
export const flag = z.object({
  ...facts,
  user: person,
  /** The other people whom it is about. */
  others: z.array(person),
  /** Null while it is open. */
  dismissed: dismissal(person),
});
export type Flag = z.infer<typeof flag>;

/** As the person concerned sees it: of others, only how many they were. */
export const ownFlag = z.object({ ...facts, dismissed: dismissal(z.object({ id, ...personName })) });
export type OwnFlag = z.infer<typeof ownFlag>;

export const flagsEndpoints = {
  /** The 200 newest open flags and the 100 dismissed last; of one person if given, then by the time of the scan. Newest first. */
  listFlags: get('/api/flags', 'team', {
    reads: ['time-records', 'corrections'],
    query: z.object({ userId: z.optional(id) }),
    response: z.object({ open: z.array(flag), dismissed: z.array(flag) }),
  }),
  /** The viewer's own 50 newest. */
  listOwnFlags: get('/api/flags/own', 'signed-in', { reads: ['time-records'], response: z.array(ownFlag) }),
  /** Takes a flag off the list of what needs attention. Repeating it changes nothing. */
  dismissFlag: post('/api/flags/:id/dismiss', 'team', {
    changes: ['corrections'],
    audit: 'flag.dismissed',
    params: idParams,
    body: z.object({ note: requiredText('noteRequired', 200) }),
    response: z.null(),
    status: 204,
  }),
};
