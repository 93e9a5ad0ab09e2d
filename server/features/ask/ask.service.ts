import * as z from 'zod';
import { ASK_PRESETS, ASK_TOOLS, type AskPreset, type AskResult, type AskToolName } from '#contract/ask.ts';
import {
  addDays,
  type DatePeriod,
  dateIn,
  daysBetween,
  isDate,
  monthOf,
  previousMonthOf,
  timeIn,
  weekOf,
} from '#domain/dates.ts';
import { hasFeature } from '#domain/plans.ts';
import type { Context } from '#server/context.ts';
import { type Named, replaceNames } from '#server/platform/ai/names.ts';
import { createStandIns, type StandIns } from '#server/platform/ai/stand-ins.ts';
import type { ModelTool } from '#server/platform/ai/text-model.ts';
import { writingRules } from '#server/platform/ai/wording.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { textModelOf } from '../ai-endpoint/ai-endpoint.service.ts';
import * as queries from './ask.queries.ts';
import { type AskContext, namedPerson, runTool, type Subject } from './ask.tools.ts';

/** The longest period that the model may ask about, and how many tables an answer may use. */
export const MAX_DAYS = 366;
const maxResults = 8;

type Periods = Record<'today' | 'thisWeek' | 'lastWeek' | 'thisMonth' | 'lastMonth', DatePeriod>;

const presets: Record<AskPreset, { tool: AskToolName; period: keyof Periods }> = {
  onSiteNow: { tool: 'onSiteNow', period: 'today' },
  missingReportsToday: { tool: 'missingReports', period: 'today' },
  hoursByPersonThisWeek: { tool: 'hoursByPerson', period: 'thisWeek' },
  hoursByPersonLastWeek: { tool: 'hoursByPerson', period: 'lastWeek' },
  hoursByPlaceThisMonth: { tool: 'hoursByPlace', period: 'thisMonth' },
  reportedQuantitiesThisWeek: { tool: 'reportedQuantities', period: 'thisWeek' },
};

/** The usual periods around the date; weeks begin on Monday. */
function periodsAround(today: string): Periods {
  return {
    today: { start: today, end: today },
    thisWeek: weekOf(today),
    lastWeek: weekOf(addDays(today, -7)),
    thisMonth: monthOf(today),
    lastMonth: previousMonthOf(today),
  };
}

const todayOf = ({ viewer, clock }: Context) => dateIn(clock.now(), viewer.timeZone);

/** Refuses companies whose plan has no Ask. */
export function requireAsk({ viewer, clock }: Pick<AskContext, 'viewer' | 'clock'>): void {
  if (hasFeature(viewer.subscription, 'ask', clock.now())) return;
  throw new AppError('plan_limit_reached', { action: 'upgrade_plan', params: { context: 'ask' } });
}

/** The built-in questions in the language of the request. */
export const listAskPresets: Handler<'listAskPresets'> = async (context) => {
  const { t } = context;
  return {
    freeQuestions: (await textModelOf(context)) !== null,
    presets: ASK_PRESETS.map((preset) => ({ preset, question: t(`ask:presets.${preset}`) })),
  };
};

export const askPreset: Handler<'askPreset'> = async (
  context,
  { body: { preset, employeeId, locationId } },
) => {
  requireAsk(context);
  const all = employeeId || locationId ? await listNamed(context) : [];
  const find = (kind: Named['kind'], id: string) => {
    const named = all.find((one) => one.kind === kind && one.id === id.toLowerCase());
    if (!named) throw new AppError('not_found');
    return [named];
  };
  const subject: Subject = {
    people: employeeId ? find('p', employeeId) : null,
    locations: locationId ? find('l', locationId) : null,
  };
  const { tool, period } = presets[preset];
  const { result } = await runTool(tool, context, periodsAround(todayOf(context))[period], subject);
  return { answer: null, source: 'builtin', note: null, results: [result] };
};

/** Everybody and every location that the company has or had. */
export async function listNamed({ db, viewer }: Pick<AskContext, 'db' | 'viewer'>): Promise<Named[]> {
  const [people, locations] = await Promise.all([
    queries.listPeople(db, viewer.companyId),
    queries.listLocations(db, viewer.companyId),
  ]);
  return [...people.map(namedPerson), ...locations.map((location) => ({ kind: 'l' as const, ...location }))];
}

/**
 * Lets the language model answer from the tools' results, in all of which it sees stand-ins instead of names and
 * figures. An answer that cannot be filled in is left out; the results stay.
 */
export const ask: Handler<'ask'> = async (context, { body: { question } }) => {
  requireAsk(context);
  const { viewer, language, t, log, throttle } = context;
  const ai = await textModelOf(context);
  if (!ai) throw new AppError('ai_not_configured');
  await throttle.take('languageModel', viewer.companyId);
  const all = await listNamed(context);
  const standIns = createStandIns(all, language);
  const asked = replaceNames(question, all, language, (found) => found.map(standIns.subject).join(' / '));
  const results: AskResult[] = [];
  const prompt = { ...promptFor(context, asked), tools: modelTools(context, standIns, results) };
  const written = await ai.write(prompt, (statements) =>
    statements.length === 0 ? { text: '' } : standIns.fill(statements),
  );
  if ('fault' in written) {
    log.warn({ fault: written.fault }, 'an answer of the language model was refused');
    return { answer: null, source: 'builtin', note: t('ask:note.refused'), results };
  }
  if (written.text === '') return { answer: null, source: 'builtin', note: t('ask:note.noAnswer'), results };
  return { answer: written.text, source: 'model', note: null, results };
};

/** What each query answers, as models are told. */
export const descriptions: Record<AskToolName, string> = {
  hoursByPerson: 'Hours worked in a period, by employee, with the total.',
  hoursByPlace: 'Hours worked in a period, by location, with the total.',
  onSiteNow: 'Who is checked in at this moment, where and since when.',
  missingReports: 'Time entries of a period that have no work report: who, where, when.',
  reportedQuantities: 'What employees reported in a period: quantities and number of reports by unit.',
};

const marksInput = (what: string) =>
  z.array(z.string().max(20)).max(200).nullish().describe(`Stand-ins of ${what}; leave out for all`);
const subjectInput = { people: marksInput('employees'), locations: marksInput('locations') };
const dateInput = z.string().refine(isDate).describe('yyyy-MM-dd');
const periodInput = z
  .object({ startDate: dateInput, endDate: dateInput, ...subjectInput })
  .refine(({ startDate, endDate }) => startDate <= endDate && daysBetween(startDate, endDate) < MAX_DAYS);

/** The tools as the model sees them: bound to the viewer's company, with stand-ins instead of ids. Fills `results`. */
function modelTools(context: Context, standIns: StandIns, results: AskResult[]): Record<string, ModelTool> {
  const { today } = periodsAround(todayOf(context));
  const nowInput = z.object(subjectInput);
  type Input = z.output<typeof nowInput> | z.output<typeof periodInput>;
  const narrow = (kind: Named['kind'], marks: string[] | null | undefined) =>
    marks?.length ? marks.map((mark) => standIns.named(mark, kind)) : null;

  async function run(tool: AskToolName, input: Input) {
    if (results.length >= maxResults) return { error: 'No more questions. Answer from what you have.' };
    const subject = { people: narrow('p', input.people), locations: narrow('l', input.locations) };
    const period = 'startDate' in input ? { start: input.startDate, end: input.endDate } : today;
    const { result, forModel } = await runTool(tool, context, period, subject);
    results.push(result);
    return forModel(standIns);
  }

  return Object.fromEntries(
    ASK_TOOLS.map((tool): [string, ModelTool<z.ZodType<Input>>] => [
      tool,
      {
        description: descriptions[tool],
        input: tool === 'onSiteNow' ? nowInput : periodInput,
        run: (input) => run(tool, input),
      },
    ]),
  );
}

function promptFor(context: Context, question: string): { system: string; user: string } {
  const { viewer, clock, language } = context;
  const periods = Object.entries(periodsAround(todayOf(context))).map(
    ([name, { start, end }]) => `${name}: ${start} to ${end}`,
  );
  const system = `You answer a question of the administrator of a small company about its working time.
Ask the tools for the data; you know nothing else. The time is ${timeIn(clock.now(), viewer.timeZone)}. ${periods.join('; ')}.
In the question, [p1] / [p2] is a name that several people bear: ask the tools about all of them.
Answer in few sentences. When the tools cannot answer the question, answer {"elements": []}. The tables of the tools are
shown beside your answer.
${writingRules(language)}`;
  return { system, user: question };
}
