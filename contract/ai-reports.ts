import * as z from 'zod/mini';
import { post } from './endpoint.ts';
import type { ErrorBody } from './error.ts';
import { calendarDate, idParams } from './fields.ts';

/**
 * Who wrote a text: code, from the facts, or a language model whose stand-ins code has filled in
 * (docs/decisions/0007-what-a-model-may-say.md).
 */
export const textSource = z.enum(['builtin', 'model']);

const aiReport = z.object({
  report: z.string(),
  /** True if it was made earlier and the day's facts are still the same. */
  cached: z.boolean(),
  source: textSource,
  /** The facts that the text was made from: a row for each person, in the reader's language and format. */
  facts: z.object({
    columns: z.array(z.object({ label: z.string(), isNumber: z.boolean() })),
    rows: z.array(z.array(z.string())),
  }),
  /** Why the text is not the language model's, in the reader's language; null if there is no reason to give. */
  note: z.nullable(z.string()),
});
export type AiReport = z.infer<typeof aiReport>;

/**
 * A line of a streamed answer: the text so far while a language model writes, checked like the whole text and replacing
 * the previous line; last the answer or, if it fails on the way, the error. An error before the first line is an
 * ordinary error response.
 */
export type TextEvent<Answer> = { draft: string } | { done: Answer } | { error: ErrorBody };

export const aiReportsEndpoints = {
  /**
   * A report on one day, in company time, at one location. With `Accept: application/x-ndjson` it is streamed as lines
   * of JSON, each a `TextEvent`.
   */
  createAiReport: post('/api/locations/:id/ai-report', 'admin', {
    demo: true,
    params: idParams,
    body: z.object({ date: calendarDate }),
    response: aiReport,
    drafts: true,
    throws: ['subscription_required'],
  }),
};
