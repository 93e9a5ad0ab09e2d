import type { AiReport } from '#contract/ai-reports.ts';
import { dayRange } from '#domain/calendar.ts';
import { dateIn } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import { type Context, countingOf } from '#server/context.ts';
import { createStandIns, type Reading } from '#server/platform/ai/stand-ins.ts';
import type { TextModel } from '#server/platform/ai/text-model.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import type { Drafts } from '#server/platform/http/drafts.ts';
import { translator } from '#server/platform/i18n.ts';
import { textModelOf } from '../ai-endpoint/ai-endpoint.service.ts';
import { findLocation } from '../locations/locations.queries.ts';
import { mayRecordNewWork } from '../subscription/subscription.service.ts';
import * as queries from './ai-reports.queries.ts';
import { collectFacts, type DayFacts, fingerprintOf } from './ai-reports.rules.ts';
import { composeReport, footerOf, promptFor, textVersion, titleOf, type Words } from './ai-reports.texts.ts';

/**
 * A report on a day, in company time, at a location, in the language of the administrator's setting (decisions.md §8). The stored one is
 * returned while the day's facts are the same. A model's text that is refused gives way to the built-in one and is not
 * stored, so that asking again asks the model again.
 * Throws not_found, validation_failed (a future date), subscription_required, too_many_requests, ai_unavailable,
 * ai_timeout.
 */
export async function createAiReport(
  context: Context,
  locationId: string,
  date: string,
  drafts: Drafts,
): Promise<AiReport> {
  const { db, viewer, t, log } = context;
  const { companyId, timeZone, language } = viewer;
  const words = { language, t: translator(language) };
  const counting = countingOf(context);
  const { now } = counting;
  const location = await findLocation(db, companyId, locationId);
  if (!location) throw new AppError('not_found');
  if (date > dateIn(now, timeZone)) throw invalidField('date', 'dateInFuture');
  if (!mayRecordNewWork(viewer, now)) throw new AppError('subscription_required', { action: 'subscribe' });

  const ai = await textModelOf(context);
  const entries = await queries.findEntriesAt(db, companyId, locationId, dayRange(date, timeZone), counting);
  const day = { location, date, timeZone, ...counting, language };
  const fingerprint = fingerprintOf(entries, day, [textVersion, ai?.id ?? 'builtin']);
  const key = { companyId, locationId, date, language };
  const stored = await queries.findReport(db, key, fingerprint);
  if (stored) {
    const source = stored.source === 'model' ? 'model' : 'builtin';
    return { report: stored.content, cached: true, source, note: null };
  }

  const facts = collectFacts(entries, day);
  const written =
    ai && facts.people.length > 0 ? await writeWith(ai, facts, words, context, drafts) : undefined;
  if (written && 'fault' in written) {
    log.warn({ fault: written.fault }, 'a report of the language model was refused');
    const report = composeReport(facts, words);
    return { report, cached: false, source: 'builtin', note: t('ai-reports:note.refused') };
  }
  const source = written ? 'model' : 'builtin';
  const content = written?.text ?? composeReport(facts, words);
  await queries.saveReport(db, key, { fingerprint, source, content, createdAt: now.toISOString() });
  return { report: content, cached: false, source, note: null };
}

/** Sends the completed statements, as far as they can be filled in. */
async function writeWith(
  ai: TextModel,
  facts: DayFacts,
  words: Words,
  { db, viewer, throttle }: Context,
  drafts: Drafts,
): Promise<Reading> {
  await throttle.take('languageModel', viewer.companyId);
  const people = (await queries.listNames(db, viewer.companyId)).map(({ id, ...names }) => ({
    kind: 'p' as const,
    id,
    name: fullName(names),
  }));
  const standIns = createStandIns(people);
  const title = `${titleOf(facts, words)}\n\n`;
  const written = await ai.write(promptFor(facts, words, people, standIns), standIns.fill, {
    signal: drafts.gone,
    onStatements(statements) {
      const reading = standIns.fill(statements);
      if ('text' in reading) drafts.show(title + reading.text);
    },
  });
  if ('fault' in written) return written;
  return { text: `${title}${written.text}\n\n${footerOf(facts, 'model', words)}` };
}
