import type { EndpointRequest } from '#contract/index.ts';
import { MIN_OUTPUT_PEOPLE, type OutputReport } from '#contract/reports.ts';
import { dayRange } from '#domain/calendar.ts';
import { partsOf, weekOf } from '#domain/dates.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { fold, nameOrder } from '#domain/names.ts';
import { type Context, settledCounting } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { lockCompany } from '../company/company.queries.ts';
import { listLocations } from '../locations/locations.queries.ts';
import type { OutputCell } from './output.queries.ts';
import * as queries from './output.queries.ts';
import { listLocationNamesOf } from './overview.queries.ts';
import { requireKnown } from './overview.service.ts';

type Query = EndpointRequest<'getOutputReport'>['query'];
type Group = OutputReport['groups'][number];
type Part = Pick<OutputCell, 'quantity' | 'ms'> & { key: string | null; unit: string; isHidden: boolean };

/** How many different descriptions jobs are told apart by. */
const MAX_DESCRIPTIONS = 20_000;

/** A job's text as it is compared: without case, accents, punctuation and repeated blanks. */
const jobOf = (description: string) =>
  fold(description)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const countPeople = (cells: readonly OutputCell[]) => new Set(cells.flatMap(({ people }) => people)).size;

/** Whether a part of a location-day and unit, and what is left of it, each are of nobody or of enough people. */
function hasEnough(part: readonly OutputCell[], rest: readonly OutputCell[]): boolean {
  return [part, rest].every((cells) => cells.length === 0 || countPeople(cells) >= MIN_OUTPUT_PEOPLE);
}

/**
 * Which cells of one location-day and unit are shown. Of jobs, what is left beside those with enough people must be of enough
 * people too: else it would follow from the figures of the whole.
 */
function shownOf(cells: OutputCell[]): OutputCell[] {
  const isShown = ({ people }: OutputCell) => people.length >= MIN_OUTPUT_PEOPLE;
  const shown = cells.filter(isShown);
  return hasEnough(
    shown,
    cells.filter((cell) => !isShown(cell)),
  )
    ? shown
    : [];
}

function groupOf(parts: Part[]): Pick<Group, 'quantity' | 'ms' | 'perHour' | 'hidden' | 'isPartial'> {
  const shown = parts.filter(({ isHidden }) => !isHidden);
  if (shown.length === 0) {
    return { quantity: null, ms: null, perHour: null, hidden: 'too_few_people', isPartial: false };
  }
  // Quantities have two decimals, which binary sums would lose.
  const quantity = Math.round(shown.reduce((sum, part) => sum + part.quantity * 100, 0)) / 100;
  const ms = shown.reduce((sum, part) => sum + part.ms, 0);
  const perHour = ms > 0 ? quantity / (ms / MS_PER_HOUR) : null;
  return { quantity, ms, perHour, hidden: null, isPartial: shown.length < parts.length };
}

/**
 * What was reported in the period per hour, as far as the scope reaches, in groups. Every figure is made of whole
 * location-days with enough people, so that the difference between any two is too.
 */
export async function readOutput(
  context: Context,
  { startDate, endDate, locationId, by }: Omit<Query, 'format'>,
): Promise<OutputReport> {
  const { db, viewer, scope, language } = context;
  await requireKnown(context, { locationId });
  const { companyId, timeZone } = viewer;
  const asked = { companyId, scope, locationId };
  const dates = partsOf({ start: startDate, end: endDate }, (date) => ({ start: date, end: date }));
  const days = dates.map(({ start: date }) => ({ date, ...dayRange(date, timeZone) }));
  const descriptions =
    by === 'job' ? await queries.listDescriptions(db, asked, days, MAX_DESCRIPTIONS + 1) : null;
  if (descriptions && descriptions.length > MAX_DESCRIPTIONS) throw new AppError('report_too_large');
  const jobs = descriptions?.map((each) => ({ ...each, job: jobOf(each.description) })) ?? null;
  const cells = await queries.listOutput(db, asked, days, jobs, await settledCounting(context));

  const keyOf = (cell: OutputCell) =>
    ({
      location: cell.locationId,
      day: cell.date,
      week: weekOf(cell.date).start,
      job: cell.job,
    })[by];
  const byDay = Map.groupBy(cells, (cell) => `${cell.date} ${cell.locationId} ${cell.unit}`);
  const shown = new Set([...byDay.values()].flatMap(shownOf));
  // A job that too few people wrote on every day may name them.
  const shownJobs = new Set([...shown].map(({ job }) => job));
  const parts = cells.map(
    (cell): Part => ({
      ...cell,
      key: shownJobs.has(cell.job) || by !== 'job' ? keyOf(cell) : null,
      isHidden: !shown.has(cell),
    }),
  );

  const targets = await queries.listTargets(db, companyId);
  const locationIds = [...new Set(cells.map((cell) => cell.locationId))];
  const names = new Map<string | null, string>(
    by === 'location'
      ? (await listLocationNamesOf(db, companyId, locationIds)).map(({ locationId: id, name }) => [id, name])
      : jobs?.toSorted((a, b) => a.count - b.count).map(({ job, description }) => [job, description.trim()]),
  );
  const compare = nameOrder(language);
  const groups = [...Map.groupBy(parts, ({ key, unit }) => JSON.stringify([key, unit])).values()].map(
    (ofGroup): Group => {
      const [{ key, unit } = { key: null, unit: '' }] = ofGroup;
      const at = (by === 'location' ? key : locationId)?.toLowerCase();
      const target = targets.find((each) => each.locationId === at && each.unit === unit);
      const name = names.get(key) ?? null;
      return { key, name, unit, ...groupOf(ofGroup), target: target?.perHour ?? null };
    },
  );
  return {
    startDate,
    endDate,
    by,
    groups: groups.toSorted(
      (a, b) =>
        Number(a.key === null) - Number(b.key === null) ||
        compare(a.name ?? a.key ?? '', b.name ?? b.key ?? '') ||
        compare(a.unit, b.unit),
    ),
  };
}

/** The targets of the company's locations. */
export const listOutputTargets: Handler<'listOutputTargets'> = ({ db, viewer }) =>
  queries.listTargets(db, viewer.companyId);

export const updateOutputTargets: Handler<'updateOutputTargets'> = async (
  { db, viewer, scope, refuseIfChanged },
  { body: { targets } },
) => {
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, viewer.companyId);
    await refuseIfChanged(transaction);
    const locations = await listLocations(transaction, viewer.companyId, scope);
    const known = new Set(locations.map(({ id }) => id));
    if (targets.some(({ locationId }) => !known.has(locationId.toLowerCase()))) {
      throw new AppError('not_found');
    }
    await queries.replaceTargets(transaction, viewer.companyId, targets);
    return queries.listTargets(transaction, viewer.companyId);
  });
};
