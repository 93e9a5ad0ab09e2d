import { reachOf } from '#contract/policy.ts';
import { type PushKind, pushKindsOf } from '#contract/push.ts';
import { monthRange } from '#domain/calendar.ts';
import { dateIn, previousMonthOf, timeIn } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { fullName } from '#domain/names.ts';
import { pathFor } from '#domain/paths.ts';
import { needsAttentionAt } from '#domain/shifts.ts';
import type { CompanyViewer, Services } from '#server/context.ts';
import type { PushMessage } from '#server/platform/push/web-push.ts';
import { everything, scopeOf } from '#server/platform/scope.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { findCompany } from '../company/company.queries.ts';
import { companyViewerOf } from '../company/company-viewer.ts';
import { countPending } from '../corrections/corrections.queries.ts';
import { listFlags } from '../flags/flags.queries.ts';
import { readExpected } from '../schedules/expected.service.ts';
import { noteToldByPush } from '../schedules/schedules.queries.ts';
import { listMissingCheckOuts } from '../time-entries/time-entries.queries.ts';
import { presetChoice } from './preset-choice.ts';
import * as queries from './push.queries.ts';
import { type Delivery, deliveryQueueName } from './push.service.ts';

type News = queries.News;
type Subscriber = queries.Subscriber;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** After the start of a planned shift its person, who is not there, is told that it has begun; later the shift is missing. */
const begun = { fromMs: 15 * minuteMs, toMs: 60 * minuteMs };
/** On so many days of a month people are asked to confirm the one before. */
const daysToConfirm = 10;
/** As many flags as are looked at, and as many lines of a notification. */
const mostFlags = 200;
const mostLines = 3;

/** The page that a tap on the notification opens. */
const PAGES = {
  message: 'messages',
  'missing-check-out': 'timeTracking',
  'longest-shift': 'timeTracking',
  'request-decided': 'myHours',
  'month-to-confirm': 'myHours',
  schedule: 'mySchedule',
  'shift-began': 'timeTracking',
  attention: 'corrections',
  'missing-people': 'dashboard',
} as const satisfies Record<PushKind, Parameters<typeof pathFor>[0]>;

/** Of these there may be several at once. */
const COUNTED: readonly PushKind[] = ['message', 'request-decided', 'missing-people'];
/** What they say without names and words of anybody. */
const EXPLAINED: readonly PushKind[] = ['missing-check-out', 'longest-shift', 'shift-began'];

function messageOf(
  kind: PushKind,
  items: readonly News[],
  language: Language,
  showsDetails: boolean,
): PushMessage {
  const t = translator(language);
  const isMany = items.length > 1 && COUNTED.includes(kind);
  const details = items.flatMap(({ detail }) => (detail === null ? [] : [detail]));
  const shown = showsDetails ? details.slice(0, mostLines) : [];
  return {
    title: t(`push:${kind}.${isMany ? 'many' : 'title'}`, {
      number: String(items.length),
      month: items[0]?.id,
    }),
    body: [...shown, ...(EXPLAINED.includes(kind) ? [t(`push:${kind}.text`)] : [])].join('\n'),
    lang: language,
    tag: kind,
    path: pathFor(PAGES[kind], language),
  };
}

/** The month before and its instants, and whether people are still asked about it. */
function lastMonthAt(now: Date, timeZone: string) {
  const today = dateIn(now, timeZone);
  const { start } = previousMonthOf(today);
  const isAsked = Number(today.slice(8)) <= daysToConfirm;
  return { month: start.slice(0, 7), isAsked, ...monthRange(start, timeZone) };
}

const scopeFor = (companyId: string, { userId, role, locationIds }: Subscriber, now: Date) =>
  scopeOf({ companyId, userId, locationIds }, reachOf('team', role), now);

const looksAfterOthers = ({ role }: Subscriber) => reachOf('team', role) !== undefined;

/** Whether something has come since the person was last told, at most once an hour. */
async function attentionOf(
  { db }: Services,
  viewer: CompanyViewer,
  person: Subscriber,
  lastTold: string | undefined,
  now: Date,
): Promise<News[]> {
  if (lastTold && now.getTime() - Date.parse(lastTold) < hourMs) return [];
  const { companyId, longestShiftHours } = viewer;
  const since = lastTold ?? person.since;
  const scope = scopeFor(companyId, person, now);
  const requests = await countPending(db, companyId, scope, since);
  const flags = await listFlags(db, companyId, scope, { state: 'open', userId: undefined }, mostFlags);
  const forgotten = await listMissingCheckOuts(db, companyId, scope, { now, longestShiftHours });
  const isNew =
    requests.isNew ||
    flags.some(({ at }) => at > since) ||
    forgotten.some(({ checkIn }) => needsAttentionAt(checkIn, longestShiftHours).toISOString() > since);
  // Concurrent runs read the same last notification, so they use the same id and only one is stored.
  return isNew ? [{ userId: person.userId, kind: 'attention', id: since, at: null, detail: null }] : [];
}

/** What each person may be told, and whose planned shift it is now. */
async function collectNews(
  services: Services,
  viewer: CompanyViewer,
  subscribers: readonly Subscriber[],
  now: Date,
) {
  const { db, clock } = services;
  const { companyId, timeZone } = viewer;
  const found = await queries.listNews(
    db,
    companyId,
    subscribers.map(({ userId }) => userId),
    { now, lastMonth: lastMonthAt(now, timeZone) },
  );
  const today = dateIn(now, timeZone);
  const expectedIn = (scope: typeof everything) => readExpected({ db, clock, viewer, scope }, today);
  const everybody = await expectedIn(everything);
  const { states } = everybody;
  const at = now.getTime();
  const onShift = new Set(
    states
      .filter(({ state, from, to }) => state !== 'absent' && from <= at && at < to)
      .map(({ shift }) => shift.userId),
  );
  for (const { shift, state, cameAt, from } of states) {
    const isAwaited = cameAt === null && (state === 'coming' || state === 'late');
    if (!isAwaited || at < from + begun.fromMs || at >= from + begun.toMs) continue;
    const id = `${shift.date}:${shift.starts}`;
    found.push({ userId: shift.userId, kind: 'shift-began', id, at: null, detail: null });
  }
  const lastTold = await queries.listLastTold(db, companyId, 'attention');
  for (const person of subscribers.filter(looksAfterOthers)) {
    found.push(...(await attentionOf(services, viewer, person, lastTold.get(person.userId), now)));
    const scope = scopeFor(companyId, person, now);
    const seen = scope.kind === 'all' ? everybody : await expectedIn(scope);
    for (const { shift, state, to } of seen.states) {
      const somebody = seen.people.get(shift.userId);
      const isTheirs =
        scope.kind === 'all' || !shift.locationId || person.locationIds.includes(shift.locationId);
      if (state !== 'missing' || at >= to || !somebody || !isTheirs || shift.userId === person.userId)
        continue;
      const id = `${shift.userId}:${shift.date}`;
      found.push({ userId: person.userId, kind: 'missing-people', id, at: null, detail: fullName(somebody) });
    }
  }
  return { news: Map.groupBy(found, ({ userId }) => userId), onShift };
}

/** Whether it is between the company's quiet hours, which may span midnight. */
function isQuiet(
  now: Date,
  timeZone: string,
  { quietFrom, quietTo }: { quietFrom: string; quietTo: string },
) {
  const time = timeIn(now, timeZone).slice(0, 5);
  return quietFrom <= quietTo ? quietFrom <= time && time < quietTo : quietFrom <= time || time < quietTo;
}

/**
 * Tells everybody in the company who is subscribed what they have not been told yet: as it is now, so that what was read or
 * settled meanwhile is never told. Nobody who is off duty is told anything they have not chosen, and nobody off duty in quiet
 * hours: then they are told later, if it is still news.
 */
export async function tellCompany(services: Services, companyId: string): Promise<void> {
  const { db, clock, jobs } = services;
  const now = clock.now();
  const company = await findCompany(db, companyId);
  if (!company || company.deletionDueAt !== null) return;
  const viewer = companyViewerOf(companyId, company);
  const subscribers = await queries.listSubscribers(db, companyId, now);
  if (subscribers.length === 0) return;
  const { news, onShift } = await collectNews(services, viewer, subscribers, now);
  const quiet = isQuiet(now, viewer.timeZone, company);
  await db.transaction().execute(async (transaction) => {
    for (const person of subscribers) {
      const { userId, role, since } = person;
      const choice = { ...presetChoice(role), ...withoutNulls(person) };
      const isOnDuty = person.isAtWork || onShift.has(userId);
      const kinds = pushKindsOf(role).filter((kind) => !choice.offKinds.includes(kind));
      const due = (news.get(userId) ?? []).filter(
        ({ kind, at }) =>
          kinds.includes(kind) &&
          (at === null || at >= since) &&
          // Who forgot to check out is at work by the records, whatever the phone knows.
          (isOnDuty || (!quiet && (choice.whenOffDuty || kind === 'missing-check-out'))),
      );
      const keyed = due.map((each) => ({ ...each, key: `${each.kind}:${each.id}` }));
      const fresh = new Set(
        (await queries.noteTold(transaction, companyId, keyed, now)).map(({ key }) => key),
      );
      const told = Map.groupBy(
        keyed.filter(({ key }) => fresh.has(key)),
        ({ kind }) => kind,
      );
      for (const [kind, items] of told) {
        const message = messageOf(kind, items, person.language, choice.showsDetails);
        for (const id of person.subscriptionIds) {
          await jobs.send<Delivery>(transaction, deliveryQueueName, { companyId, id, message });
        }
      }
      const announced = told.get('schedule')?.map(({ id }) => id);
      if (announced) await noteToldByPush(transaction, companyId, announced);
    }
  });
}

const withoutNulls = ({ offKinds, whenOffDuty, showsDetails }: queries.Subscriber) =>
  offKinds && whenOffDuty !== null && showsDetails !== null ? { offKinds, whenOffDuty, showsDetails } : {};
