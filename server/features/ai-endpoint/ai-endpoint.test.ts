import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AiTestResult } from '#contract/ai-endpoint.ts';
import type { EndpointInput } from '#contract/index.ts';
import { dateIn } from '#domain/dates.ts';
import type { PlanId } from '#domain/plans.ts';
import { createLog } from '#server/platform/log.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { type FakeModel, type ModelReply, providerWords, startFakeModel } from '#tests/support/fake-model.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const key = 'sk-0123456789abcdefWXYZ';
const log: string[] = [];
let operators: FakeModel;
let own: FakeModel;
let app: TestApp;
/** On the same database, waits half a second for a model. */
let impatient: TestApp;
/** On the same database, with private endpoints forbidden. */
let closed: TestApp;
beforeAll(async () => {
  [operators, own] = await Promise.all([startFakeModel(), startFakeModel()]);
  const env = { ...operators.env, AI_PRIVATE_ENDPOINTS: 'true' };
  app = await startTestApp({
    env,
    log: createLog('trace', { write: (line) => void log.push(line) }),
  });
  const { connectionString } = app;
  impatient = await startTestApp({ env: { ...env, AI_TIMEOUT_SECONDS: '0.5' }, connectionString });
  closed = await startTestApp({ connectionString });
});
afterAll(async () => {
  await closed.close();
  await impatient.close();
  await app.close();
  await Promise.all([operators.close(), own.close()]);
});

type Body = EndpointInput<'updateAiEndpoint'>['body'];
const settings = (changes: Partial<Body> = {}): { body: Body } => ({
  body: {
    isOn: true,
    baseUrl: own.env.AI_BASE_URL ?? '',
    model: 'own-model',
    apiKey: '',
    removesKey: false,
    ...changes,
  },
});
/** A company with its own endpoint, whose next answer is empty. */
async function equipped(changes: Partial<Body> = {}, server = app): Promise<Company> {
  const company = await registerCompany(server);
  await company.admin.ok('updateAiEndpoint', settings({ apiKey: key, ...changes }));
  own.reply({ text: '' });
  operators.reply({ text: '' });
  return company;
}
const ask = ({ admin }: Company) => admin.call('ask', { body: { question: 'Who is here?' } });
/** Returns which of the two models a question of the company reaches. */
async function asked(company: Company): Promise<string[]> {
  own.reply({ text: '' });
  operators.reply({ text: '' });
  expect((await ask(company)).status).toBe(200);
  return [...own.requests, ...operators.requests].map(({ body }) => body.model);
}
/** Ends the trial; the plan is paid for, or not. */
const bought = ({ user }: Company, plan: PlanId) =>
  app.services.db
    .updateTable('company')
    .set({ subscriptionPlan: plan, subscriptionStatus: 'active', trialEndsAt: '2026-01-01' })
    .where('id', '=', user.companyId)
    .execute();
const stored = ({ user }: Company) =>
  app.services.db
    .selectFrom('aiEndpoint')
    .where('companyId', '=', user.companyId)
    .selectAll()
    .executeTakeFirstOrThrow();
const refusedField = (path: string) => ({ status: 400, body: { issues: [{ path }] } });
const planNeeded = { status: 402, body: { code: 'plan_limit_reached', action: 'upgrade_plan' } };

describe('whose model is asked', () => {
  it('is the company’s own, with its key; for other companies the operator’s', async () => {
    const company = await equipped();
    expect(await asked(company)).toEqual(['own-model']);
    expect(own.requests[0]).toMatchObject({ authorization: `Bearer ${key}`, url: '/v1/chat/completions' });
    expect(await asked(await registerCompany(app))).toEqual(['test-model']);
    expect(operators.requests[0]?.authorization).toBe('Bearer key');
  });

  it('also for the report of a day, which is regenerated for another model', async () => {
    const company = await equipped({ apiKey: '' });
    const worker = await addEmployee(app, company);
    const { id, qrCode } = await addLocation(company);
    const { timeEntry } = await worker.client.ok('scan', { body: { qrCode } });
    const report = () =>
      company.admin.ok('createAiReport', {
        params: { id },
        body: { date: dateIn(timeEntry.checkIn, 'Europe/Riga') },
      });
    own.reply({ says: ['[p1]: [t1].'] });
    expect(await report()).toMatchObject({ source: 'model', cached: false });
    expect(own.requests).toMatchObject([{ authorization: undefined, body: { model: 'own-model' } }]);
    expect(await report()).toMatchObject({ cached: true });
    await company.admin.ok('updateAiEndpoint', settings({ isOn: false }));
    operators.reply({ says: ['[p1]: [t1].'] });
    expect(await report()).toMatchObject({ cached: false });
    expect(operators.requests).toHaveLength(1);
  });

  it('is the operator’s while it is switched off; if there is none, no model', async () => {
    const company = await equipped({ isOn: false });
    expect(await asked(company)).toEqual(['test-model']);
    const other = await registerCompany(closed);
    expect(await other.admin.ok('getAiEndpoint')).toMatchObject({ isOn: false, otherwise: 'builtin' });
    expect((await other.admin.ok('listAskPresets')).freeQuestions).toBe(false);
    const public_ = settings({ baseUrl: 'https://ai.example.com/v1' });
    await other.admin.ok('updateAiEndpoint', public_);
    expect((await other.admin.ok('listAskPresets')).freeQuestions).toBe(true);
    expect(await company.admin.ok('getAiEndpoint')).toMatchObject({ otherwise: 'operator' });
  });

  it('is not replaced when it fails: the error is the same as the operator’s', async () => {
    const company = await equipped();
    own.reply({ status: 500 });
    expect(await ask(company)).toMatchObject({ status: 502, body: { code: 'ai_unavailable' } });
    expect(operators.requests).toEqual([]);
    const other = await equipped({}, impatient);
    own.reply({ silent: true });
    expect(await ask(other)).toMatchObject({ status: 504, body: { code: 'ai_timeout' } });
    expect(operators.requests).toEqual([]);
  });
});

describe('the plan', () => {
  it('is Business; without it nothing can be switched on or tested, and the settings stay', async () => {
    const company = await equipped();
    const { admin } = company;
    await bought(company, 'business');
    expect(await asked(company)).toEqual(['own-model']);
    await bought(company, 'growth');
    expect(await asked(company)).toEqual(['test-model']);
    expect(await admin.ok('getAiEndpoint')).toMatchObject({ isOn: true, isInPlan: false, hasKey: true });
    expect(await admin.call('updateAiEndpoint', settings())).toMatchObject(planNeeded);
    own.reply({ text: 'OK' });
    expect(await admin.call('testAiEndpoint', settings({ isOn: false }))).toMatchObject(planNeeded);
    expect(own.requests).toEqual([]);
    await bought(company, 'business');
    expect(await asked(company)).toEqual(['own-model']);
    await bought(company, 'growth');
    const off = await admin.ok('updateAiEndpoint', settings({ isOn: false, removesKey: true }));
    expect(off).toMatchObject({ isOn: false, hasKey: false });
  });
});

describe('the key', () => {
  it('is encrypted, bound to company and URL, and neither returned nor logged', async () => {
    log.length = 0;
    const company = await equipped();
    own.reply({ status: 401 });
    const answers = [
      await company.admin.call('getAiEndpoint'),
      await company.admin.call('updateAiEndpoint', settings({ apiKey: key })),
      await company.admin.call('testAiEndpoint', settings({ apiKey: key })),
      await company.admin.call(
        'updateAiEndpoint',
        settings({ apiKey: key, baseUrl: 'http://169.254.169.254' }),
      ),
      await ask(company),
    ];
    expect(JSON.stringify([answers, log])).not.toContain(key.slice(3, -4));
    expect(answers[0]?.body).toEqual({
      ...settings().body,
      apiKey: undefined,
      removesKey: undefined,
      hasKey: true,
      keyEnd: 'WXYZ',
      isInPlan: true,
      otherwise: 'operator',
    });
    expect(log.join()).toContain('"event":"ai-endpoint.changed","outcome":"success"');
    expect(log.join()).toContain('"event":"ai-endpoint.tested","outcome":"success"');
    const { apiKey, companyId, baseUrl } = await stored(company);
    if (!apiKey) throw new Error('no key');
    expect(apiKey.toString('latin1')).not.toContain(key.slice(0, 8));
    const { secretBox } = app.services;
    expect(await secretBox.open(apiKey, `ai-endpoint ${companyId} ${baseUrl}`)).toBe(key);
    expect(await secretBox.open(apiKey, `ai-endpoint ${companyId} https://evil.example/`)).toBeNull();
  });

  it('stays while the field is empty, and is removed on request', async () => {
    const company = await equipped();
    const { admin } = company;
    expect(await admin.ok('updateAiEndpoint', settings({ model: 'other' }))).toMatchObject({ hasKey: true });
    expect(await asked(company)).toEqual(['other']);
    expect(own.requests[0]?.authorization).toBe(`Bearer ${key}`);
    await admin.ok('updateAiEndpoint', settings({ apiKey: 'short' }));
    expect(await admin.ok('getAiEndpoint')).toMatchObject({ hasKey: true, keyEnd: null });
    const removed = await admin.ok('updateAiEndpoint', settings({ removesKey: true }));
    expect(removed).toMatchObject({ hasKey: false, keyEnd: null });
    await asked(company);
    expect(own.requests[0]?.authorization).toBeUndefined();
  });

  it('a mail names the account that sets a new URL; other changes send none', async () => {
    const company = await equipped();
    await company.admin.ok('updateAiEndpoint', settings({ model: 'another' }));
    await company.admin.ok('updateAiEndpoint', settings({ isOn: false }));
    await company.admin.ok('updateAiEndpoint', settings());
    const mails = await app.mailsTo(company.user.email, 2);
    expect(mails.map(({ subject }) => subject)).toEqual(['Language model set up', 'Language model set up']);
    expect(JSON.stringify(mails)).not.toContain(key);
  });

  it('is not sent to another URL by a stolen session', async () => {
    const company = await equipped();
    const { admin } = company;
    const thief = await startFakeModel();
    thief.reply({ text: 'OK' });
    const baseUrl = thief.env.AI_BASE_URL ?? '';
    for (const changes of [{ baseUrl }, { baseUrl: `${own.env.AI_BASE_URL}/elsewhere` }]) {
      expect(await admin.call('updateAiEndpoint', settings(changes))).toMatchObject(refusedField('apiKey'));
      expect(await admin.call('testAiEndpoint', settings(changes))).toMatchObject(refusedField('apiKey'));
    }
    await admin.ok('testAiEndpoint', settings({ baseUrl, removesKey: true }));
    await admin.ok('testAiEndpoint', settings({ baseUrl, apiKey: 'thiefs' }));
    expect(thief.requests.map(({ authorization }) => authorization)).toEqual([undefined, 'Bearer thiefs']);
    expect(await asked(company)).toEqual(['own-model']);
    expect(own.requests[0]?.authorization).toBe(`Bearer ${key}`);
    await thief.close();
  });

  it('must be entered again if it cannot be decrypted', async () => {
    const company = await equipped();
    await app.services.db
      .updateTable('aiEndpoint')
      .set({ apiKey: Buffer.alloc(60) })
      .where('companyId', '=', company.user.companyId)
      .execute();
    expect(await company.admin.ok('getAiEndpoint')).toMatchObject({ hasKey: true, keyEnd: null });
    expect(await company.admin.call('updateAiEndpoint', settings())).toMatchObject(refusedField('apiKey'));
    await company.admin.ok('updateAiEndpoint', settings({ apiKey: key }));
    expect(await company.admin.ok('getAiEndpoint')).toMatchObject({ keyEnd: 'WXYZ' });
  });

  it.each(['with space', 'né', 'line\nbreak', 'x'.repeat(501)])('cannot be %j', async (apiKey) => {
    const { admin } = await registerCompany(app);
    expect(await admin.call('updateAiEndpoint', settings({ apiKey }))).toMatchObject(refusedField('apiKey'));
  });
});

describe('trying it', () => {
  it.each<[AiTestResult, ModelReply]>([
    ['ok', { text: '<think>One word.</think>OK' }],
    ['wrong_key', { status: 401 }],
    ['wrong_key', { status: 403 }],
    ['unknown_model', { status: 404, message: 'The model `own-model` does not exist' }],
    ['unknown_model', { status: 400, message: 'Invalid model: own-model' }],
    ['not_speaking', { status: 404 }],
    ['not_speaking', { status: 405 }],
    ['redirected', { status: 308, headers: { location: 'http://127.0.0.1/' } }],
    ['busy', { status: 429, headers: { 'retry-after': '0' } }],
    ['failing', { status: 500 }],
    ['not_speaking', { body: '<html>Welcome to nginx</html>' }],
    ['not_speaking', { body: '' }],
    ['not_speaking', { text: '' }],
    ['timeout', { silent: true }],
  ])('says %s, and nothing that the endpoint said: %j', async (result, reply) => {
    const { admin } = await equipped({}, result === 'timeout' ? impatient : app);
    own.reply(reply);
    const answer = await admin.call('testAiEndpoint', settings());
    expect(answer).toMatchObject({ status: 200, body: { result } });
    expect(JSON.stringify(answer)).not.toContain(providerWords);
  });

  it('reports an unreachable endpoint, an unknown host, and forbidden addresses', async () => {
    const { admin } = await registerCompany(app);
    const gone = await startFakeModel();
    await gone.close();
    const result = async (baseUrl: string) =>
      (await admin.ok('testAiEndpoint', settings({ baseUrl }))).result;
    expect(await result(gone.env.AI_BASE_URL ?? '')).toBe('unreachable');
    expect(await result('https://nobody.invalid/v1')).toBe('no_such_host');
    const metadata = settings({ baseUrl: 'http://169.254.169.254/v1' });
    expect(await admin.call('testAiEndpoint', metadata)).toMatchObject(refusedField('baseUrl'));
  });

  it('cannot be used to scan networks: ten times in 15 minutes', async () => {
    const { admin } = await equipped();
    own.reply({ text: 'OK' });
    for (let tries = 0; tries < 10; tries += 1) await admin.ok('testAiEndpoint', settings());
    expect(await admin.call('testAiEndpoint', settings())).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    });
    expect(own.requests).toHaveLength(10);
  });
});

describe('without AI_PRIVATE_ENDPOINTS', () => {
  it.each([
    'http://127.0.0.1:11434/v1',
    'https://127.0.0.1/v1',
    'https://0x7f.1/v1',
    'http://ai.example.com/v1',
  ])('%s is neither saved nor tried', async (baseUrl) => {
    const { admin } = await registerCompany(closed);
    expect(await admin.call('updateAiEndpoint', settings({ baseUrl }))).toMatchObject(
      refusedField('baseUrl'),
    );
    expect(await admin.call('testAiEndpoint', settings({ baseUrl }))).toMatchObject(refusedField('baseUrl'));
  });

  it('a stored forbidden endpoint is not used, nor another one instead', async () => {
    const company = await equipped();
    const admin = closed.client();
    const headers = { cookie: company.admin.cookie() };
    const answer = await admin.call('ask', { body: { question: 'Who is here?' } }, headers);
    expect(answer).toMatchObject({ status: 502, body: { code: 'ai_unavailable' } });
    expect([...own.requests, ...operators.requests]).toEqual([]);
    const { isOn, hasKey } = (
      await admin.call('updateAiEndpoint', settings({ isOn: false, removesKey: true }), headers)
    ).body;
    expect({ isOn, hasKey }).toEqual({ isOn: false, hasKey: false });
    expect(await admin.call('updateAiEndpoint', settings(), headers)).toMatchObject(refusedField('baseUrl'));
    expect(await admin.call('testAiEndpoint', settings({ isOn: false }), headers)).toMatchObject({
      body: { result: 'refused_address' },
    });
    expect(own.requests).toEqual([]);
  });
});

it('is only for administrators', async () => {
  const { client } = await addEmployee(app, await equipped());
  for (const name of ['getAiEndpoint', 'updateAiEndpoint', 'testAiEndpoint'] as const) {
    expect(await client.call(name, settings())).toMatchObject({ status: 403 });
  }
});
