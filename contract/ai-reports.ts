import * as z from 'zod/mini';
import type { ErrorBody } from './error.ts';
import { calendarDate, idParams } from './fields.ts';

/** Who wrote a text: composed by code from the facts, or a language model whose words were checked against them. */
export const textSource = z.enum(['builtin', 'model']);

const aiReport = z.object({
  report: z.string(),
  /** True when it was made earlier and the day's facts are still the same. */
  cached: z.boolean(),
  source: textSource,
  /** Why the text is not the language model's, in the reader's language; null when there is nothing to say. */
  note: z.nullable(z.string()),
});
export type AiReport = z.infer<typeof aiReport>;

/**
 * A line of a streamed answer: the text so far while a language model writes, checked like the whole and replacing the
 * line before; at last the answer or, should it fail on the way, the error. What fails before the first line is answered
 * with its HTTP status as anywhere.
 */
export type TextEvent<Answer> = { draft: string } | { done: Answer } | { error: ErrorBody };

export const aiReportsEndpoints = {
  /**
   * A report on one day, in company time, of one place. With `Accept: application/x-ndjson` it comes as lines of JSON,
   * each a `TextEvent`.
   */
  createAiReport: {
    params: idParams,
    body: z.object({ date: calendarDate }),
    response: aiReport,
    drafts: true,
  },
} as const;
