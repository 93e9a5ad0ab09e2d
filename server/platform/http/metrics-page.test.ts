import { expect, it, onTestFinished } from 'vitest';
import { addEmployee, addLocation, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const token = 'a token of this test';

async function start(env: Record<string, string> = { METRICS_TOKEN: token }): Promise<TestApp> {
  const app = await startTestApp({ env });
  onTestFinished(() => app.close());
  return app;
}

const read = (app: TestApp, authorization?: string) =>
  app.client().raw({ url: '/metrics', headers: { ...(authorization && { authorization }) } });

/** Sums the samples of one metric whose labels contain this text. */
async function sample(app: TestApp, name: string, labels = ''): Promise<number> {
  const { body } = await read(app, `Bearer ${token}`);
  const lines = body.split('\n').filter((line) => line.startsWith(name) && line.includes(labels));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

it('exists only if a token is set, and requires it', async () => {
  expect((await read(await start({}), `Bearer ${token}`)).statusCode).toBe(404);
  const app = await start();
  for (const wrong of [undefined, 'Bearer ', token, `Bearer ${token}x`, `Basic ${token}`]) {
    const { statusCode, body } = await read(app, wrong);
    expect(statusCode).toBe(401);
    expect(body).not.toContain('maina_');
  }
  const { statusCode, headers } = await read(app, `Bearer ${token}`);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
});

it('counts requests by route and status, and scans by their result', async () => {
  const app = await start();
  const company = await registerCompany(app);
  const { client } = await addEmployee(app, company);
  const [here, there] = [await addLocation(company, 'Here'), await addLocation(company, 'There')];
  for (const { qrCode } of [here, there, there]) await client.ok('scan', { body: { qrCode } });
  await client.call('scan', { body: { qrCode: 'nonsense' } });
  await client.raw({ url: `/api/messages/${here.id}` });
  await client.raw({ url: '/wp-admin.php' });

  for (const action of ['check-in', 'location-switch', 'check-out']) {
    expect(await sample(app, 'maina_scans_total', `action="${action}"`)).toBe(1);
  }
  const requests = 'maina_http_request_duration_seconds_count';
  const scanRoute = 'method="POST",route="/api/time-tracking/scan"';
  expect(await sample(app, requests, `${scanRoute},status="200"`)).toBe(3);
  expect(await sample(app, requests, `${scanRoute},status="400"`)).toBe(1);
  expect(await sample(app, requests, 'route="/api/messages/:id",status="404"')).toBe(1);
  const { body } = await read(app, `Bearer ${token}`);
  expect(body).not.toMatch(/@|wp-admin|[0-9a-f]{8}-[0-9a-f]{4}|Kokaudz|Jānis/);
});

it('reports the process, the pool, and waiting and failed mails', async () => {
  const app = await start({ METRICS_TOKEN: token, SMTP_URL: 'smtp://127.0.0.1:1' });
  const company = await registerCompany(app);
  // The mail of the sign-up.
  expect(await sample(app, 'maina_jobs_waiting', 'queue="mail"')).toBe(1);
  await addEmployee(app, company);
  expect(await sample(app, 'maina_jobs_waiting', 'queue="mail"')).toBe(2);
  await expect.poll(() => sample(app, 'maina_job_failures_total', 'queue="mail"')).toBeGreaterThan(0);
  expect(await sample(app, 'maina_jobs_oldest_seconds', 'queue="mail"')).toBeGreaterThan(0);
  expect(await sample(app, 'maina_database_up')).toBe(1);
  expect(await sample(app, 'maina_database_pool_connections', 'state="idle"')).toBeGreaterThan(0);
  expect(await sample(app, 'maina_database_pool_connections', 'state="waiting"')).toBe(0);
  expect(await sample(app, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
});
