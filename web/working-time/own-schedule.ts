import { queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '#contract/index.ts';
import { addDays, dateIn, weekOf } from '#domain/dates.ts';
import { keptOffline } from '#web/call/last-known.ts';
import { request } from '#web/call/request.ts';
import { serverNow } from '#web/call/server-clock.ts';

/** 91 days: as many whole weeks as the server answers at once. */
const WEEKS_AHEAD = 13;

export type OwnSchedule = EndpointResponse<'getOwnSchedule'> & { endDate: string };

/**
 * The viewer's published shifts from this Monday on. Its key has no date, so that a phone without a signal has the schedule
 * also on the next Monday.
 */
export const ownScheduleQuery = (timeZone: string) =>
  queryOptions({
    queryKey: ['schedules', 'own'],
    queryFn: async ({ signal }): Promise<OwnSchedule> => {
      const { start: startDate } = weekOf(dateIn(serverNow(), timeZone));
      const period = { startDate, endDate: addDays(startDate, WEEKS_AHEAD * 7 - 1) };
      return { endDate: period.endDate, ...(await request('getOwnSchedule', { query: period }, { signal })) };
    },
    ...keptOffline,
  });
