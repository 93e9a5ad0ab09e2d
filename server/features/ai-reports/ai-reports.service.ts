import { dayRange } from '#domain/calendar.ts';
import { dateIn } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import { type Context, settledCounting } from '#server/context.ts';
import { createStandIns } from '#server/platform/ai/stand-ins.ts';
import type { TextModel } from '#server/platform/ai/text-model.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import type { Drafts } from '#server/platform/http/drafts.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { everything } from '#server/platform/scope.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { textModelOf } from '../ai-endpoint/ai-endpoint.service.ts';
import { findLocation } from '../locations/locations.queries.ts';
import { mayRecordNewWork } from '../subscription/subscription.service.ts';
import { listParts } from '../time-entries/hours-explanation.queries.ts';
import * as queries from './ai-reports.queries.ts';
import { collectFacts, type DayFacts, fingerprintOf } from './ai-reports.rules.ts';
import {
  composeReport,
  factsTable,
  footerOf,
  promptFor,
  textVersion,
  titleOf,
  type Words,
} from './ai-reports.texts.ts';

/**
 * A report on a day, in company time, at a location, in the language of the administrator's setting (decisions.md §8). The stored one is
 * returned while the day's facts are the same. Where the model's text is refused, or the model fails, the report is the built-in one
 * with a note and is not stored, so that asking again asks the model again.
 */
export const createAiReport: Handler<'createAiReport'> = async (
  context,
  { params: { id: locationId }, body: { date } },
) => {
  const { db, viewer, t, drafts } = context;
  const { companyId, timeZone, language } = viewer;
  const words = { language, t: translator(language) };
  const counting = await settledCounting(context);
  const { now } = counting;
  const location = await findLocation(db, companyId, locationId);
  if (!location) throw new AppError('not_found');
  if (date > dateIn(now, timeZone)) throw invalidField('date', 'dateInFuture');
  if (!mayRecordNewWork(viewer, now)) throw new AppError('subscription_required', { action: 'subscribe' });

  const ai = await textModelOf(context);
  const partsAt = (now: Date) =>
    listParts(
      db,
      companyId,
      { start: date, end: date },
      { scope: everything, userId: undefined, locationId, isOfPeople: false },
      { ...counting, now },
    );
  const parts = await partsAt(now);
  const ids = parts.map(({ timeEntryId }) => timeEntryId);
  const at = { locationId, ids, range: dayRange(date, timeZone) };
  const entries = await queries.findEntriesAt(db, companyId, at, counting);
  const day = { location, date, timeZone, ...counting, language };
  const fingerprint = fingerprintOf(entries, parts, day, [textVersion, ai?.id ?? 'builtin']);
  const key = { companyId, locationId, date, language };
  const stored = await queries.findReport(db, key, fingerprint);
  // Running hours as they were when the stored text was written.
  const countedAt = stored ? new Date(stored.createdAt) : now;
  const counted = stored ? await partsAt(countedAt) : parts;
  const facts = collectFacts(entries, counted, { ...day, now: countedAt });
  const answer = { cached: stored !== undefined, facts: factsTable(facts, words), note: null };
  if (stored) {
    return { ...answer, report: stored.content, source: stored.source === 'model' ? 'model' : 'builtin' };
  }
  const written =
    ai && facts.people.length > 0 ? await writeWith(ai, facts, words, context, drafts) : undefined;
  if (written && 'failure' in written) {
    const note = t(`ai-reports:note.${written.failure}`);
    return { ...answer, report: composeReport(facts, words), source: 'builtin', note };
  }
  const source = written ? 'model' : 'builtin';
  const report = written?.text ?? composeReport(facts, words);
  await queries.saveReport(db, key, { fingerprint, source, content: report, createdAt: now.toISOString() });
  return { ...answer, report, source };
};

/**
 * The text of the language model, or why there is none: its text was refused, or it failed. Sends the completed statements, as far
 * as they can be filled in.
 */
async function writeWith(
  ai: TextModel,
  facts: DayFacts,
  words: Words,
  { db, viewer, throttle, log }: Context,
  drafts: Drafts,
): Promise<{ text: string } | { failure: 'refused' | 'failed' }> {
  await throttle.take('languageModel', viewer.companyId);
  const people = (await queries.listNames(db, viewer.companyId)).map(({ id, ...names }) => ({
    kind: 'p' as const,
    id,
    name: fullName(names),
  }));
  const standIns = createStandIns(people, words.language);
  const title = `${titleOf(facts, words)}\n\n`;
  try {
    const written = await ai.write(promptFor(facts, words, people, standIns), standIns.fill, {
      signal: drafts.gone,
      onStatements(statements) {
        const reading = standIns.fill(statements);
        if ('text' in reading) drafts.show(title + reading.text);
      },
    });
    if ('text' in written) return { text: `${title}${written.text}\n\n${footerOf(facts, 'model', words)}` };
    log.warn({ fault: written.fault }, 'a report of the language model was refused');
    return { failure: 'refused' };
  } catch (error) {
    // The reader has left: nobody waits for a report.
    if (!(error instanceof AppError) || drafts.gone.aborted) throw error;
    return { failure: 'failed' };
  }
}
