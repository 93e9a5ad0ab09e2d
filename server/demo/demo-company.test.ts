import { describe, expect, it } from 'vitest';
import { timeEntryWithReports } from '#contract/time-tracking.ts';
import { dateIn, timeIn } from '#domain/dates.ts';
import { parseLocationCode } from '#domain/location-code.ts';
import { PLANS } from '#domain/plans.ts';
import { WORK_UNITS } from '#domain/work-units.ts';
import { HISTORY_DAYS, makeDemoCompany } from './demo-company.ts';

const zone = 'Europe/Riga';
const moments = {
  'a Saturday noon, the autumn change of clocks behind': '2026-11-21T10:00:00Z',
  'a Monday night, the spring change behind': '2026-05-11T00:30:00Z',
  'a Wednesday morning': '2026-09-16T07:15:00Z',
  'the night of the change itself': '2026-10-25T00:59:00Z',
  'Christmas Day': '2026-12-25T12:00:00Z',
};

describe.each(Object.entries(moments))('the demo company on %s', (_, moment) => {
  const now = new Date(moment);
  const demo = makeDemoCompany(now, 'hash');
  const { users, locations, timeEntries, workReports, messages, messageRecipients } = demo;

  it('fits its plan: 5 locations with valid codes, 25 people', () => {
    expect(users).toHaveLength(25);
    expect(new Set(users.map((user) => user.email)).size).toBe(25);
    for (const { email } of users) expect(email).toMatch(/^[a-z]+\.[a-z]+@kokamatnieks\.example$/);
    expect(users.filter((user) => user.isOwner)).toEqual([users[0]]);
    expect(users.filter((user) => !user.isActive)).toHaveLength(1);
    expect(users.filter((user) => user.mustChangePassword)).toHaveLength(1);
    expect(new Set(users.map((user) => user.language))).toEqual(new Set([null, 'lt', 'pl']));
    expect(users.length - 1).toBeLessThanOrEqual(PLANS.growth.maxEmployees);
    expect(locations).toHaveLength(PLANS.growth.maxLocations);
    for (const { qrCode } of locations) expect(parseLocationCode(qrCode)).toEqual({ ok: true, code: qrCode });
  });

  it('nobody is at two locations at once, and nothing is in the future', () => {
    for (const { id } of users) {
      const own = timeEntries.filter((entry) => entry.userId === id);
      for (const [index, entry] of own.entries()) {
        const end = entry.checkOut ?? now.toISOString();
        expect(entry.checkIn < end, `${entry.checkIn} to ${end}`).toBe(true);
        expect(end <= now.toISOString()).toBe(true);
        expect(end <= (own[index + 1]?.checkIn ?? end)).toBe(true);
        expect(entry.checkOut === null).toBe(entry.checkOutSource === null);
      }
    }
  });

  it('the month before the last one can be finished: nobody is still in it; there is leave in some months', () => {
    const { finished, absences } = demo;
    expect(Temporal.PlainYearMonth.from(finished.month).add({ months: 2 }).toString()).toBe(
      dateIn(now, zone).slice(0, 7),
    );
    expect(finished.at < now).toBe(true);
    const worked = timeEntries.filter(({ checkIn }) => dateIn(checkIn, zone).startsWith(finished.month));
    expect(worked.length).toBeGreaterThan(100);
    expect(worked.every(({ checkOut }) => checkOut !== null)).toBe(true);
    expect(absences.length).toBeGreaterThan(20);
    for (const { userId, startDate, endDate } of absences) {
      const during = timeEntries.filter((entry) => entry.userId === userId);
      expect(
        during.some(({ checkIn }) => {
          const date = dateIn(checkIn, zone);
          return date >= String(startDate) && date <= String(endDate);
        }),
      ).toBe(false);
    }
    const terms = users.flatMap(({ workTerms }) => JSON.parse(String(workTerms)));
    expect(new Set(terms.map(({ workTime, weekly }) => `${workTime} ${weekly / 3_600_000}`))).toEqual(
      new Set(['summed 40', 'fixed 20']),
    );
    expect(users.every(({ payrollNo, position }) => payrollNo && position)).toBe(true);
  });

  it('90 days of work, including nights, and people at work right now', () => {
    const days = new Set(timeEntries.map((entry) => dateIn(entry.checkIn, zone)));
    expect(days.size).toBeGreaterThan(HISTORY_DAYS * 0.6);
    expect(Math.min(...timeEntries.map((entry) => Date.parse(entry.checkIn)))).toBeLessThan(
      now.getTime() - (HISTORY_DAYS - 5) * 86_400_000,
    );
    const overMidnight = timeEntries.filter(
      ({ checkIn, checkOut }) => checkOut && dateIn(checkIn, zone) < dateIn(checkOut, zone),
    );
    expect(overMidnight.length).toBeGreaterThan(40);
    expect(overMidnight.some(({ checkIn }) => timeIn(checkIn, zone) > '21:40')).toBe(true);
    expect(timeEntries.filter((entry) => entry.checkOut === null).length).toBeGreaterThanOrEqual(5);
    const hours = timeEntries.map(({ checkIn, checkOut }) =>
      checkOut ? (Date.parse(checkOut) - Date.parse(checkIn)) / 3_600_000 : 0,
    );
    expect(hours.filter((length) => length > 12).length).toBeGreaterThan(3);
    expect(Math.max(...hours)).toBeLessThan(24);
  });

  it('one person moves on from one location to another without a gap', () => {
    const ends = new Map(timeEntries.map((entry) => [`${entry.userId} ${entry.checkOut}`, entry.locationId]));
    const moves = timeEntries.filter(({ userId, checkIn, locationId }) => {
      const before = ends.get(`${userId} ${checkIn}`);
      return before && before !== locationId;
    });
    expect(moves.length).toBeGreaterThan(30);
  });

  it('work reports belong to entries of their author and are sent in time', () => {
    expect(workReports.length).toBeGreaterThan(500);
    const entries = new Map(timeEntries.map((entry) => [entry.id, entry]));
    for (const report of workReports) {
      const entry = entries.get(report.timeEntryId ?? '');
      expect(entry?.userId).toBe(report.userId);
      expect(WORK_UNITS).toContain(report.units);
      expect(Number(report.quantity)).toBeGreaterThan(0);
      expect((report.createdAt ?? '') >= (entry?.checkIn ?? '~')).toBe(true);
      expect((report.createdAt ?? '~') <= now.toISOString()).toBe(true);
    }
  });

  it('messages are in the order of their ids, and some people have read them', () => {
    expect(messages.map(({ id }) => id)).toEqual(messages.map(({ id }) => id).toSorted());
    for (const { createdAt } of messages) expect(createdAt < now.toISOString()).toBe(true);
    for (const { id, senderId } of messages) {
      const reached = messageRecipients.filter(({ messageId }) => messageId === id);
      expect(reached.length).toBeGreaterThan(0);
      expect(reached.map(({ userId }) => userId)).not.toContain(senderId);
    }
    const unread = messageRecipients.filter(({ readAt }) => readAt === null);
    expect(unread.length).toBeGreaterThan(3);
    expect(messageRecipients.length - unread.length).toBeGreaterThan(20);
    expect(unread.filter(({ userId }) => userId === users[1]?.id)).toHaveLength(3);
  });

  it('one check-out is missing, and people with correction requests were at work until later', () => {
    const sinceHours = timeEntries
      .filter(({ checkOut }) => checkOut === null)
      .map(({ checkIn }) => (now.getTime() - Date.parse(checkIn)) / 3_600_000);
    expect(sinceHours.filter((hours) => hours > 14)).toHaveLength(1);
    for (const request of demo.correctionRequests) {
      const entry = timeEntries.find(({ id }) => id === request.timeEntryId);
      expect(entry?.userId).toBe(request.userId);
      expect((entry?.checkOut ?? '~') < String(request.checkOut)).toBe(true);
      expect(request.createdAt < now.toISOString()).toBe(true);
    }
  });

  it('every id is valid and unique', () => {
    const ids = [
      ...users,
      ...locations,
      ...timeEntries,
      ...workReports,
      ...messages,
      ...demo.correctionRequests,
    ].map((row) => row.id);
    expect(new Set(ids).size).toBe(ids.length);
    const id = timeEntryWithReports.shape.id;
    for (const value of ids) expect(id.safeParse(value).success, value).toBe(true);
  });
});

it('it is the same company each time', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  expect(makeDemoCompany(now, 'hash')).toEqual(makeDemoCompany(now, 'hash'));
  const codes = (moment: string) =>
    makeDemoCompany(new Date(moment), 'hash').locations.map((location) => location.qrCode);
  expect(codes('2027-01-02T03:04:05Z')).toEqual(codes('2026-11-21T10:00:00Z'));
});
