import { addMonths, dateIn } from '#domain/dates.ts';
import type { Services } from '#server/context.ts';
import { monthsLocked } from '#server/platform/errors.ts';
import { everything } from '#server/platform/scope.ts';
import * as queries from './hours.queries.ts';
import { computedDetails } from './hours.service.ts';
import { readMonthPeople } from './month-people.service.ts';
import { isAsSealed } from './month-seal.ts';

/**
 * Refuses what the transaction has changed of the person, from the instant `since` on, if it changes an approved month: by
 * a shift or a week over the month's end, or in the same settlement period. The error names the months.
 */
export const refuseSealedMonthChanges: Services['refuseSealedMonthChanges'] = async (
  { viewer, clock },
  transaction,
  userId,
  since,
) => {
  // A shift that began in the month before counts there, where shifts stand on their date.
  const first = addMonths(dateIn(since, viewer.timeZone).slice(0, 7), -1);
  const months = await queries.listApprovedFrom(transaction, viewer.companyId, userId, first);
  const changed: string[] = [];
  for (const month of months) {
    const reader = { db: transaction, viewer, clock, scope: everything };
    const { people } = await readMonthPeople(reader, month, { userId });
    for await (const person of people) {
      const isKept = !person.seal || isAsSealed(computedDetails(person, clock.now()), person.seal);
      if (!isKept) changed.push(month);
    }
  }
  if (changed.length > 0) throw monthsLocked(changed);
};
