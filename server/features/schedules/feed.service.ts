/** A person's published shifts as a calendar to which a phone subscribes (RFC 5545). */
import ical from 'ical-generator';
import { tzlib_get_ical_block } from 'timezones-ical-library';
import { addDays, dateIn } from '#domain/dates.ts';
import { CALENDAR } from '#domain/media-types.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { plannedInterval } from '#domain/schedules.ts';
import { AppError } from '#server/platform/errors.ts';
import { FileAnswer } from '#server/platform/http/file-answer.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { ownOrigin } from '#server/platform/http/own-origin.ts';
import { newCompanySecret, readCompanySecret } from '#server/platform/secrets/company-secret.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { listShifts } from '../shifts/shifts.queries.ts';
import { deleteFeed, findFeedOwner, saveFeed } from './feed.queries.ts';
import { answerOf, namerOf } from './plan.service.ts';
import { listNames } from './schedules.queries.ts';

/** The dates in the feed, around today. */
const DAYS_BACK = 31;
const DAYS_AHEAD = 92;

/** Makes the secret address of the viewer's feed, which is shown only now; an earlier one ends. */
export const createScheduleFeed: Handler<'createScheduleFeed'> = async ({ db, viewer, config }) => {
  const { secret, hash } = newCompanySecret(viewer.companyId);
  await saveFeed(db, viewer, hash);
  return { url: `${ownOrigin(config)}/api/schedule/feed/${secret}` };
};

export const deleteScheduleFeed: Handler<'deleteScheduleFeed'> = ({ db, viewer }) => deleteFeed(db, viewer);

/** The calendar of a secret address: the person's own shifts with their places and notes, and nobody else's. */
export const getScheduleFeed: Handler<'getScheduleFeed'> = async (context, { params: { token } }) => {
  const { db, clock, throttle, address } = context;
  const secret = readCompanySecret(token);
  const owner = secret && (await findFeedOwner(db, secret));
  if (!owner) {
    await throttle.take('wrongFeed', address);
    throw new AppError('not_found');
  }
  context.identify(owner);
  const { companyId, userId, companyName, timeZone } = owner;
  await throttle.take('scheduleFeed', userId);
  const today = dateIn(clock.now(), timeZone);
  const range = {
    companyId,
    userIds: [userId],
    from: addDays(today, -DAYS_BACK),
    to: addDays(today, DAYS_AHEAD),
  };
  const shifts = await listShifts(db, range, 'published');
  const named = namerOf(await listNames(db, companyId));
  const t = translator(owner.language ?? owner.companyLanguage);
  const calendar = ical({
    name: t('schedule-feed:name', { company: companyName }),
    prodId: { company: PRODUCT_NAME, product: 'schedule' },
    timezone: { name: timeZone, generator: (zone) => tzlib_get_ical_block(zone)[0] ?? null },
  });
  const stamp = Temporal.Instant.fromEpochMilliseconds(clock.now().getTime());
  for (const shift of shifts) {
    const { from, to } = plannedInterval(shift, timeZone);
    const { name, locationName, note } = named(answerOf(shift));
    const local = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
    calendar.createEvent({
      // The same as long as the person has a shift with this start, so that calendars change it in its place.
      id: `${userId}-${shift.date}-${shift.starts.replace(':', '')}`,
      stamp,
      start: local(from),
      end: local(to),
      timezone: timeZone,
      summary: name ?? t('schedule-feed:shift'),
      location: locationName,
      description: note,
    });
  }
  return new FileAnswer(Buffer.from(calendar.toString()), `${CALENDAR}; charset=utf-8`, 'schedule.ics');
};
