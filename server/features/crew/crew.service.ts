import type { CrewOutcome } from '#contract/crew.ts';
import { ERRORS, type ErrorCode } from '#contract/error.ts';
import type { EndpointRequest } from '#contract/index.ts';
import { readBadgeCode } from '#domain/badge-code.ts';
import { startOfDay } from '#domain/calendar.ts';
import { addDays, dateIn } from '#domain/dates.ts';
import { bySurname } from '#domain/names.ts';
import { type Context, countingOf } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { codeOf } from '#server/platform/http/error-handler.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { everything } from '#server/platform/scope.ts';
import { findBadge } from '../badges/badges.queries.ts';
import { findLocation } from '../locations/locations.queries.ts';
import { findActiveEntry } from '../time-tracking/time-tracking.queries.ts';
import { recordScanOf } from '../time-tracking/time-tracking.service.ts';
import * as queries from './crew.queries.ts';

/** How far back the last day with work at a location is looked for, and how many people are listed. */
const lookBackDays = 14;
const shownPeople = 500;

type Input = EndpointRequest<'recordCrew'>['body'];
type Asked = Input['people'][number];
type Member = NonNullable<Awaited<ReturnType<typeof queries.findMember>>>;

/** Whom the viewer, who is not among them, may check in, out or over to the location by ticking. */
export const getCrew: Handler<'getCrew'> = async (
  { db, viewer, scope, clock, language },
  { params: { id: locationId } },
) => {
  const { companyId, timeZone } = viewer;
  if (!(await findLocation(db, companyId, locationId, scope))) throw new AppError('not_found');
  const today = dateIn(clock.now(), timeZone);
  const last = await queries.findLastCheckIn(db, companyId, locationId, {
    start: startOfDay(addDays(today, -lookBackDays), timeZone),
    end: startOfDay(today, timeZone),
  });
  const date = last === undefined ? null : dateIn(last, timeZone);
  const range = date
    ? { start: startOfDay(date, timeZone), end: startOfDay(addDays(date, 1), timeZone) }
    : undefined;
  const members = await queries.listMembers(db, companyId, scope, locationId, range, shownPeople);
  const people = members.filter(({ id }) => id !== viewer.userId);
  return { date, people: people.toSorted(bySurname(language)) };
};

/**
 * Records one scan for each person but the viewer, at the location. Sent again, each counts once.
 * What one person is refused for is in that person's outcome.
 */
export const recordCrew: Handler<'recordCrew'> = async (
  context,
  { body: { locationId, action, people, deviceNow } },
) => {
  const { db, viewer, scope, throttle } = context;
  await throttle.take('crew', viewer.userId, people.length);
  const location = await findLocation(db, viewer.companyId, locationId, scope);
  if (!location) throw new AppError('not_found');
  const outcomes: CrewOutcome[] = [];
  for (const asked of people) {
    outcomes.push(await recordMember(context, asked, { location, action, deviceNow }));
  }
  return outcomes;
};

type Wanted = Pick<Input, 'action' | 'deviceNow'> & { location: { id: string; name: string } };

async function recordMember(context: Context, asked: Asked, wanted: Wanted): Promise<CrewOutcome> {
  const { clientScanId, scannedAt, deviceAt, isUncertain } = asked;
  const { location, action, deviceNow } = wanted;
  const { viewer } = context;
  const { member, refusal } = await identify(context, asked);
  const person = member && {
    id: member.id,
    firstName: member.firstName,
    lastName: member.lastName,
    nameTag: member.nameTag,
  };
  const refuse = async (code: ErrorCode): Promise<CrewOutcome> => {
    const message = await explain(context, code, member, wanted);
    return { clientScanId, person: person ?? null, result: null, refusal: { code, message } };
  };
  if (!person || refusal) return refuse(refusal ?? 'not_found');
  try {
    const result = await recordScanOf(
      { ...context, viewer: { ...viewer, userId: person.id } },
      { code: null, locationId: location.id, madeBy: viewer.userId, source: 'crew' },
      { clientScanId, scannedAt, deviceAt, deviceNow, isUncertain, expectedAction: action },
    );
    return { clientScanId, person, result, refusal: null };
  } catch (error) {
    const code = codeOf(error);
    // Nobody knows whether it was recorded: the phone sends all of them again.
    if (ERRORS[code].status >= 500) throw error;
    return refuse(code);
  }
}

/** Whom the manager means: one of their own people by name, anybody of the company who shows a badge. */
async function identify(
  { db, viewer, scope }: Context,
  { badge, userId }: Asked,
): Promise<{ member?: Member | undefined; refusal?: ErrorCode }> {
  const code = badge === undefined ? undefined : readBadgeCode(badge);
  const found = code ? await findBadge(db, viewer.companyId, code) : undefined;
  if (badge !== undefined && !found) return { refusal: 'badge_unknown' };
  const within = found ? everything : scope;
  const member = await queries.findMember(db, viewer.companyId, within, found?.userId ?? userId ?? '');
  if (found?.isRetired) return { member, refusal: 'badge_retired' };
  // Nobody writes their own hours without a badge, code or PIN of their own.
  if (member?.id === viewer.userId) return { member, refusal: 'needs_another_admin' };
  return member && !member.isActive ? { member, refusal: 'account_inactive' } : { member };
}

/** Why somebody was refused, for the manager. Where the person is not as the manager thought, it says how. */
async function explain(
  context: Context,
  code: ErrorCode,
  member: Member | undefined,
  { location }: Wanted,
): Promise<string> {
  const { db, viewer, t } = context;
  if (code === 'scan_contradicts' && member) {
    const active = await findActiveEntry(db, viewer.companyId, member.id, countingOf(context));
    if (!active) return t('crew:refusals.notWorking');
    return active.location.id === location.id
      ? t('crew:refusals.here')
      : t('crew:refusals.elsewhere', { location: active.location.name });
  }
  return t(`crew:refusals.${code}`, { defaultValue: t(`errors:${code}`) });
}
