import * as z from 'zod/mini';
import { textSource } from './ai-reports.ts';
import { get, post } from './endpoint.ts';
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

/** The result of a tool as a table; cells are texts and numbers in the reader's language. */
const askResult = z.object({
  tool: z.enum(ASK_TOOLS),
  title: z.string(),
  columns: z.array(z.object({ label: z.string(), isNumber: z.boolean() })),
  rows: z.array(z.array(z.string())),
  /** The number of rows; `rows` contains at most 200 of them. */
  total: z.number(),
  /** What was asked for: days in company time (null: now), and the people and locations it was limited to. */
  params: z.object({
    startDate: z.nullable(calendarDate),
    endDate: z.nullable(calendarDate),
    people: z.nullable(z.array(z.string())),
    locations: z.nullable(z.array(z.string())),
  }),
});
export type AskResult = z.infer<typeof askResult>;

const askAnswer = z.object({
  /**
   * The model's text, with stand-ins filled in; null if no model was asked or its text was refused
   * (docs/decisions/0007-what-a-model-may-say.md).
   */
  answer: z.nullable(z.string()),
  source: textSource,
  note: z.nullable(z.string()),
  results: z.array(askResult),
});
export type AskAnswer = z.infer<typeof askAnswer>;

export const askEndpoints = {
  /** The built-in questions; `freeQuestions` is true if a language model answers other ones. */
  listAskPresets: get('/api/ask/presets', 'admin', {
    reads: ['company'],
    response: z.object({
      freeQuestions: z.boolean(),
      presets: z.array(z.object({ preset: askPreset, question: z.string() })),
    }),
  }),
  /** A custom question, answered by a language model from the results of the tools. */
  ask: post('/api/ask', 'admin', {
    body: z.object({ question: requiredText('questionRequired', 500) }),
    response: askAnswer,
    throws: ['plan_limit_reached', 'ai_not_configured', 'ai_unavailable', 'ai_timeout'],
  }),
  /** A built-in question, answered by its tool only; may be limited to a person or a location. */
  askPreset: post('/api/ask/presets', 'admin', {
    demo: true,
    body: z.object({ preset: askPreset, employeeId: z.nullish(id), locationId: z.nullish(id) }),
    response: askAnswer,
    throws: ['not_found', 'plan_limit_reached'],
  }),
};
