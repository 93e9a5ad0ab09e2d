/* The server's clock repeatedly jumps back or forward by up to an hour while people work. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, registerCompany } from '#tests/support/factories.ts';
import { isLong } from '#tests/support/processes/settings.ts';
import { startTestApp } from '#tests/support/test-app.ts';

it('entries never run backwards or overlap and nobody is signed out, however the clock jumps', async () => {
  const clock = fixedClock('2026-03-02T07:00:00Z');
  const app = await startTestApp({ clock });
  onTestFinished(() => app.close());
  const step = fc.record({
    jumpSeconds: fc.oneof(
      fc.constant(0),
      fc.integer({ min: -3600, max: 3600 }),
      fc.constantFrom(-3600, 3600),
    ),
    person: fc.nat(1),
    location: fc.nat(1),
    act: fc.constantFrom('scan', 'scan', 'scan', 'check-out'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      // Nobody makes as many entries a day as all of them together, nor fetches all of their data two hundred times an hour.
      await sql`delete from rate_limit`.execute(app.services.db);
      const company = await registerCompany(app);
      const crew = [await addEmployee(app, company), await addEmployee(app, company)];
      const locations = [await addLocation(company, 'Here'), await addLocation(company, 'There')];
      for (const { jumpSeconds, person, location, act } of steps) {
        clock.set(new Date(clock.now().getTime() + jumpSeconds * 1000).toISOString());
        const phone = crew[person]?.client;
        const answer =
          act === 'scan'
            ? await phone?.call('scan', { body: { qrCode: locations[location]?.qrCode ?? '' } })
            : await phone?.call('checkOut', { body: {} });
        expect([200, ...(act === 'scan' ? [] : [409])]).toContain(answer?.status);
        const { status, body } = (await phone?.call('getActiveEntry')) ?? {};
        expect(status).toBe(200);
        const isAtWork = answer?.status === 200 && answer.body.action !== 'check-out';
        expect(body !== null).toBe(isAtWork);
      }
      for (const { client } of crew) {
        const { timeEntries } = await client.ok('getUserData');
        const inOrder = timeEntries.toSorted((a, b) => a.checkIn.localeCompare(b.checkIn));
        for (const [index, { checkIn, checkOut, totalHours }] of inOrder.entries()) {
          expect(totalHours ?? 0).toBeGreaterThanOrEqual(0);
          expect(checkOut === null || checkOut >= checkIn).toBe(true);
          const next = inOrder[index + 1];
          // An entry may have no length: it began and ended while the clock was set back.
          if (next && next.checkIn !== checkIn)
            expect(checkOut !== null && checkOut <= next.checkIn).toBe(true);
        }
      }
    }),
    { numRuns: isLong ? 200 : 12, seed: 8 },
  );
});
