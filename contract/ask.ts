import * as z from 'zod/mini';
import { textSource } from './ai-reports.ts';
import { calendarDate, id, requiredText } from './fields.ts';

export const ASK_TOOLS = [
  'hoursByPerson',
  'hoursByPlace',
  'onSiteNow',
  'missingReports',
  'reportedQuantities',
] as const;
export type AskToolName = (typeof ASK_TOOLS)[number];

export const ASK_PRESETS = [
  'onSiteNow',
  'missingReportsToday',
  'hoursByPersonThisWeek',
  'hoursByPersonLastWeek',
  'hoursByPlaceThisMonth',
  'reportedQuantitiesThisWeek',
] as const;
const askPreset = z.enum(ASK_PRESETS, 'invalid');
export type AskPreset = z.infer<typeof askPreset>;

/** A table that a tool answered with; the cells are words and numbers in the reader's language. */
const askResult = z.object({
  tool: z.enum(ASK_TOOLS),
  title: z.string(),
  columns: z.array(z.object({ label: z.string(), isNumber: z.boolean() })),
  rows: z.array(z.array(z.string())),
  /** How many rows there are; `rows` holds at most 200 of them. */
  total: z.number(),
  /** What was asked for: days in company time (null: this moment), and the people and places it was narrowed to. */
  params: z.object({
    startDate: z.nullable(calendarDate),
    endDate: z.nullable(calendarDate),
    people: z.nullable(z.array(z.string())),
    locations: z.nullable(z.array(z.string())),
  }),
});
export type AskResult = z.infer<typeof askResult>;

const askAnswer = z.object({
  /** Null where no model was asked, or where it said something that the results do not show. */
  answer: z.nullable(z.string()),
  source: textSource,
  note: z.nullable(z.string()),
  results: z.array(askResult),
});
export type AskAnswer = z.infer<typeof askAnswer>;

export const askEndpoints = {
  /** The ready-made questions; `freeQuestions` tells whether a language model is there for others. */
  listAskPresets: {
    response: z.object({
      freeQuestions: z.boolean(),
      presets: z.array(z.object({ preset: askPreset, question: z.string() })),
    }),
  },
  /** A question in anybody's own words, answered by a language model from the tools' results. */
  ask: { body: z.object({ question: requiredText('questionRequired', 500) }), response: askAnswer },
  /** A ready-made question, answered by its tool alone; may be narrowed to a person or a place. */
  askPreset: {
    body: z.object({ preset: askPreset, employeeId: z.nullish(id), locationId: z.nullish(id) }),
    response: askAnswer,
  },
} as const;
