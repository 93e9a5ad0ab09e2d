import * as z from 'zod/mini';
import { del, get, post, put } from './endpoint.ts';
import { clockTime, id, idParams, nameText, optionalText } from './fields.ts';

const MAX_BREAK_MINUTES = 12 * 60;

/** When a shift is, and where; an end that is not after the start is on the next day. */
const shiftTimes = {
  starts: clockTime,
  ends: clockTime,
  /** Unpaid. */
  breakMinutes: z
    .int('breakMinutes')
    .check(z.minimum(0, 'breakMinutes'), z.maximum(MAX_BREAK_MINUTES, 'breakMinutes')),
  /** Null: at no particular location. */
  locationId: z.nullable(id),
};

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
/** By the clock, without changes of it. */
const hasWork = z.refine<{ starts: string; ends: string; breakMinutes: number }>(
  ({ starts, ends, breakMinutes }) => {
    const minutes = minuteOf(ends) - minuteOf(starts);
    return breakMinutes < (minutes > 0 ? minutes : minutes + 24 * 60);
  },
  { error: 'breakTooLong', path: ['breakMinutes'] },
);

/** One of the company's shifts by name, from which schedules are painted. */
const shiftKind = z.object({
  id,
  name: z.string(),
  code: z.string(),
  starts: z.string(),
  ends: z.string(),
  breakMinutes: z.number(),
  locationId: z.nullable(id),
  /** An inactive one is not offered and fills no rotation; what is planned with it stays, and can be copied. */
  isActive: z.boolean(),
});
export type ShiftKind = z.infer<typeof shiftKind>;

const shiftKindInput = z
  .object({
    name: nameText('nameRequired', 60),
    /** Unique in the company, whatever the case. */
    code: z.string('shiftCode').check(z.trim(), z.regex(/^[\p{L}\p{N}]{1,4}$/u, 'shiftCode')),
    ...shiftTimes,
    isActive: z.optional(z.boolean('invalid')),
  })
  .check(hasWork);

/** A planned shift as it is sent and answered, on the date of its start. */
export const plannedShiftInput = z
  .object({ ...shiftTimes, kindId: z.nullable(id), note: optionalText(200) })
  .check(hasWork);
export const plannedShift = z.object({
  starts: z.string(),
  ends: z.string(),
  breakMinutes: z.number(),
  locationId: z.nullable(id),
  kindId: z.nullable(id),
  note: z.nullable(z.string()),
});

export const shiftsEndpoints = {
  /** Active ones first, by start. */
  listShiftKinds: get('/api/shift-kinds', 'months', {
    reads: ['schedules'],
    apiKey: true,
    response: z.array(shiftKind),
  }),
  createShiftKind: post('/api/shift-kinds', 'team', {
    apiKey: 'schedules',
    changes: ['schedules'],
    audit: 'shift-kind.added',
    body: shiftKindInput,
    response: shiftKind,
    status: 201,
    throws: ['not_found'],
  }),
  /** Changes the kind, and nothing that is planned with it. */
  updateShiftKind: put('/api/shift-kinds/:id', 'team', {
    apiKey: 'schedules',
    changes: ['schedules'],
    audit: 'shift-kind.changed',
    params: idParams,
    body: shiftKindInput,
    response: shiftKind,
  }),
  /** What is planned with it keeps its times. */
  deleteShiftKind: del('/api/shift-kinds/:id', 'team', {
    apiKey: 'schedules',
    changes: ['schedules'],
    audit: 'shift-kind.deleted',
    params: idParams,
    response: z.null(),
    status: 204,
  }),
};
