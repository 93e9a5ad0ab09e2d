import { reachOf } from '#contract/policy.ts';
import { addDays, dateIn } from '#domain/dates.ts';
import type { CompanyViewer, Services } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { everything, scopeOf } from '#server/platform/scope.ts';
import { listActiveAdmins, listActiveManagers, lockCompany } from '../company/company.queries.ts';
import { companyViewerOf } from '../company/company-viewer.ts';
import { markNotHere } from '../shifts/shifts.queries.ts';
import { mayMail } from '../time-entries/time-entries.emails.ts';
import { readExpected } from './expected.service.ts';
import { type NotHere, notHereMail } from './not-here.emails.ts';
import { listTelling } from './not-here.queries.ts';
import { listNames, listPeople } from './schedules.queries.ts';

/**
 * Mails managers which of their people are missing from a shift that still lasts, once per person and date, and
 * administrators where there is no manager (schedules.md §2).
 */
export async function sendNotHereMails(services: Services): Promise<void> {
  for (const { id, ...company } of await listTelling(services.db, services.clock.now())) {
    // A failure in one company must not stop the mails of the others.
    await tellOf(services, companyViewerOf(id, company)).catch((err: unknown) =>
      services.log.error({ err, companyId: id }, 'managers could not be told who has not come'),
    );
  }
}

async function tellOf(services: Services, viewer: CompanyViewer): Promise<void> {
  const { db, clock, config } = services;
  const { companyId, companyName, timeZone } = viewer;
  const now = clock.now();
  const context = { db, clock, viewer, scope: everything };
  const { people, states } = await readExpected(context, dateIn(now, timeZone));
  const missing = states.filter(({ state, to }) => state === 'missing' && now.getTime() < to);
  if (missing.length === 0) return;
  const company = { name: companyName, timeZone, names: await listNames(db, companyId) };
  await db.transaction().execute(async (transaction) => {
    // Of two servers the second one finds what the first one has noted.
    await lockCompany(transaction, companyId);
    const shifts = missing.map(({ shift }) => shift);
    const days = await markNotHere(transaction, companyId, shifts, now);
    const untold = days.flatMap(({ userId, date }): NotHere[] => {
      const shift = shifts.find((each) => each.userId === userId && each.date === date);
      const person = people.get(userId);
      return shift && person ? [{ shift, person }] : [];
    });
    if (untold.length === 0) return;
    for (const [reader, theirs] of await readersOf(transaction, viewer, untold, now)) {
      if (theirs.length === 0 || !(await mayMail(services, reader.email))) continue;
      const mail = notHereMail(config, company, reader, now, theirs);
      await sendMail(services, transaction, companyId, mail, { late: 'drop' });
    }
  });
}

/**
 * Who is told of whom: a manager of the shift's location about the people of theirs, of any if the shift names none. Whom no
 * manager is told of, the administrators are. Nobody is told of themselves.
 */
async function readersOf(
  db: Db,
  { companyId, companyLanguage, timeZone }: CompanyViewer,
  untold: readonly NotHere[],
  now: Date,
) {
  const today = dateIn(now, timeZone);
  const userIds = untold.map(({ person }) => person.id);
  const asked = { from: addDays(today, -1), to: today, userIds, now };
  const readers: [Parameters<typeof notHereMail>[2], NotHere[]][] = [];
  for (const { locationIds, ...manager } of await listActiveManagers(db, companyId)) {
    const scope = scopeOf({ ...manager, locationIds }, reachOf('team', 'manager'), now);
    const own = new Set((await listPeople(db, companyId, scope, asked)).map(({ id }) => id));
    const theirs = untold.filter(
      ({ person, shift: { locationId } }) =>
        own.has(person.id) &&
        person.id !== manager.userId &&
        (locationId === null || locationIds.includes(locationId)),
    );
    readers.push([{ ...manager, isManager: true }, theirs]);
  }
  const told = new Set(readers.flatMap(([, theirs]) => theirs));
  for (const admin of await listActiveAdmins(db, companyId)) {
    const rest = untold.filter((each) => !told.has(each) && each.person.email !== admin.email);
    readers.push([{ ...admin, language: companyLanguage, isManager: false }, rest]);
  }
  return readers;
}
