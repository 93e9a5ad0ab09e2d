import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { contract, type EndpointName } from '#contract/index.ts';
import { AppError } from '#server/platform/errors.ts';
import { errorsOf } from '#server/platform/http/endpoint-errors.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const forgotPassword = () => app.client().call('forgotPassword', { body: { email: 'nobody@example.test' } });

it('fails a test in which an endpoint answers an error that it does not name', async () => {
  const send = vi.spyOn(app.services.jobs, 'send');
  send.mockRejectedValueOnce(new AppError('card_refused'));
  await expect(forgotPassword()).rejects.toThrow('forgotPassword answers card_refused');
  send.mockRejectedValueOnce(new AppError('unavailable'));
  expect((await forgotPassword()).status).toBe(503);
});

it.each(Object.keys(contract) as EndpointName[])('%s names no error that follows from its traits', (name) => {
  const errors = errorsOf(contract[name]);
  expect(errors).toEqual([...new Set(errors)]);
});
