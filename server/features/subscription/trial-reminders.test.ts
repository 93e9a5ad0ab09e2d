import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, type Company, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { sendTrialReminders } from './trial-reminders.service.ts';

const signUp = '2026-03-02T12:00:00.000Z';
const clock = fixedClock(signUp);
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

async function register(changes: Parameters<typeof registerCompany>[1] = {}): Promise<Company> {
  clock.set(signUp);
  return registerCompany(app, changes);
}

/** The mails to the administrator after the reminders ran at these instants. */
async function remindedAt({ user }: Company, ...instants: string[]): Promise<string[]> {
  for (const instant of instants) {
    clock.set(instant);
    await sendTrialReminders(app.services);
    await app.settled('mail');
  }
  await app.settled('mail');
  const mails = await app.mailsTo(user.email, 0);
  return mails.map(({ subject }) => subject);
}

const hours = (from: string, to: string) => {
  const count = (Date.parse(to) - Date.parse(from)) / 3_600_000;
  return Array.from({ length: count }, (_, hour) =>
    new Date(Date.parse(from) + hour * 3_600_000).toISOString(),
  );
};

it('go out three days before, one day before and on the day, each once in many runs', async () => {
  const company = await register();
  const { employee } = await addEmployee(app, company);
  const { employee: second } = await addEmployee(app, company, { role: 'admin' });
  const all = hours('2026-03-02T12:00:00Z', '2026-03-14T12:00:00Z');
  expect(await remindedAt(company, ...all)).toEqual([
    // The second administrator was added.
    'An account has been changed',
    'Your free trial ends in 3 days',
    'Your free trial ends in 1 day',
    'Your free trial ends today',
  ]);
  const subjects = async (address: string) =>
    (await app.mailsTo(address, 0)).filter(({ subject }) => subject.includes('trial')).length;
  expect(await subjects(second.email)).toBe(3);
  expect(await subjects(employee.email)).toBe(0);
});

it('wait for the morning of the company’s own zone', async () => {
  const riga = await register();
  expect(await remindedAt(riga, '2026-03-06T05:59:00Z')).toEqual([]);
  expect(await remindedAt(riga, '2026-03-06T06:00:00Z')).toHaveLength(1);
  const chicago = await register({ timezone: 'America/Chicago' });
  expect(await remindedAt(chicago, '2026-03-06T13:59:00Z')).toEqual([]);
  expect(await remindedAt(chicago, '2026-03-06T14:00:00Z')).toHaveLength(1);
});

it('go out once though two servers run at the same moment', async () => {
  const company = await register();
  clock.set('2026-03-06T10:00:00Z');
  await Promise.all([sendTrialReminders(app.services), sendTrialReminders(app.services)]);
  expect(await remindedAt(company)).toHaveLength(1);
});

it.each([
  ['lv', 'Bezmaksas izmēģinājums beigsies pēc 3 dienām', '09.03.2026'],
  ['pl', 'Bezpłatny okres próbny kończy się za 3 dni', '09.03.2026'],
  ['lt', 'Nemokamas bandomasis laikotarpis baigsis po 3 dienų', '2026-03-09'],
] as const)('are written in the company’s language: %s', async (language, subject, date) => {
  const company = await register({ language });
  expect(await remindedAt(company, '2026-03-06T10:00:00Z')).toEqual([subject]);
  const [mail] = await app.mailsTo(company.user.email);
  expect(mail?.text).toContain(date);
  expect(mail?.text).toContain('14:00');
  expect(mail?.html).toContain(`http://maina.test/${language}/subscription`);
});

it('say on the day that the trial has ended if it has', async () => {
  clock.set('2026-03-02T02:00:00Z');
  const company = await registerCompany(app);
  expect(await remindedAt(company, '2026-03-09T07:00:00Z')).toEqual(['Your free trial has ended']);
});

it('skip companies that pay or were deleted, and missed days', async () => {
  const paying = await register();
  const { clientSecret } = await paying.admin.ok('upgradeFromTrial', { body: { planId: 'growth' } });
  await paying.admin.ok('confirmSandboxPayment', { body: { clientSecret: clientSecret ?? '', card: 'ok' } });
  await app.settled('billing-refresh');
  const undecided = await register();
  await undecided.admin.ok('upgradeFromTrial', { body: { planId: 'growth' } });
  const gone = await register();
  await gone.admin.ok('deleteCompany', {
    body: { companyName: 'Kokaudzētava SIA', password: 'correct horse' },
  });
  const days = ['2026-03-07T10:00:00Z', '2026-03-08T10:00:00Z', '2026-03-10T10:00:00Z'];
  expect(await remindedAt(undecided, ...days)).toEqual(['Your free trial ends in 1 day']);
  expect(await remindedAt(paying)).toEqual([]);
  expect(await remindedAt(gone)).toEqual([expect.stringContaining('deleted')]);
});
