import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { readConfig } from '#server/config.ts';
import {
  type FakeModel,
  type ModelReply,
  providerWords,
  startFakeModel,
} from '#server/testing/fake-model.ts';
import { createTextModel, type TextModel } from './text-model.ts';

let fake: FakeModel;
let model: TextModel;
const logged: string[] = [];

beforeAll(async () => {
  fake = await startFakeModel();
  const { ai } = readConfig({ ...fake.env, AI_TIMEOUT_SECONDS: '1' });
  if (!ai) throw new Error('no model');
  model = createTextModel(ai, pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }));
});
afterAll(() => fake.close());

const prompt = { system: 'Be brief.', user: 'private words of a company' };
const done = 'Viss kārtībā.';

test('sends the prompt and streams the text', async () => {
  fake.reply({ text: 'Viss ir kārtībā.', pauseMs: 20 });
  const seen: string[] = [];
  expect(await model.write(prompt, { onText: (text) => void seen.push(text) })).toBe('Viss ir kārtībā.');
  expect(seen).toEqual(['Viss ', 'Viss ir ', 'Viss ir kārtībā.']);
  const [request] = fake.requests;
  expect(request).toMatchObject({ authorization: 'Bearer key', url: '/v1/chat/completions' });
  expect(request?.body).toMatchObject({
    model: 'test-model',
    messages: [
      { role: 'system', content: prompt.system },
      { role: 'user', content: prompt.user },
    ],
  });
  expect(request?.body.tools).toBeUndefined();
});

test('leaves out what a model thinks aloud', async () => {
  fake.reply({ text: '<think>Let me see. </think>Viss ir kārtībā.' });
  expect((await model.write(prompt)).trim()).toBe('Viss ir kārtībā.');
});

test.each<[string, ModelReply[], number]>([
  ['429, then success', [{ status: 429, headers: { 'retry-after': '0' } }, { text: done }], 2],
  ['503, then success', [{ status: 503 }, { text: done }], 2],
])('%s', async (_, replies, requests) => {
  fake.reply(...replies);
  expect(await model.write(prompt)).toBe(done);
  expect(fake.requests).toHaveLength(requests);
});

test.each<[string, ModelReply, number]>([
  ['401', { status: 401 }, 1],
  ['429 for ever', { status: 429, headers: { 'retry-after': '0' } }, 2],
  ['500', { status: 500 }, 1],
  ['broken JSON', { body: 'data: {"choices":[{"delta":\n\ndata: [DONE]\n\n' }, 1],
  ['a page of a proxy', { body: '<html>Bad gateway</html>' }, 1],
  ['nothing', { body: '' }, 1],
  ['a connection torn in the middle', { cut: 'Viss ir', how: 'torn' }, 1],
  ['a stream that ends without its end', { cut: 'Viss ir', how: 'ended' }, 1],
  [
    'a text cut off at the limit',
    { body: 'data: {"choices":[{"index":0,"delta":{"content":"Viss"},"finish_reason":"length"}]}\n\n' },
    1,
  ],
])('%s is ai_unavailable, without the provider’s words', async (_, reply, requests) => {
  logged.length = 0;
  fake.reply(reply);
  await expect(model.write(prompt)).rejects.toMatchObject({ name: 'AppError', code: 'ai_unavailable' });
  expect(fake.requests).toHaveLength(requests);
  expect(logged).toHaveLength(1);
  expect(logged.join()).not.toContain(providerWords);
  expect(logged.join()).not.toContain(prompt.user);
});

test.each<[string, ModelReply]>([
  ['silence', { silent: true }],
  ['a text that takes for ever', { text: 'a '.repeat(100), pauseMs: 50 }],
  ['a long wait after 429', { status: 429, headers: { 'retry-after': '3600' } }],
])('%s is ai_timeout', async (_, reply) => {
  fake.reply(reply);
  const started = Date.now();
  await expect(model.write(prompt)).rejects.toMatchObject({ code: 'ai_timeout' });
  expect(Date.now() - started).toBeLessThan(3000);
});

test('a caller who goes away ends the call', async () => {
  fake.reply({ silent: true });
  const caller = new AbortController();
  const writing = model.write(prompt, { signal: caller.signal });
  await vi.waitFor(() => expect(fake.requests).toHaveLength(1));
  caller.abort();
  await expect(writing).rejects.toMatchObject({ code: 'ai_unavailable' });
});

test('tools run with arguments that their schema approved; wrong ones go back to the model', async () => {
  const given: unknown[] = [];
  const double = {
    description: 'Doubles a number.',
    input: z.object({ number: z.number() }),
    run: async (input: { number: number }) => {
      given.push(input);
      return { doubled: input.number * 2 };
    },
  };
  fake.reply(
    { calls: [{ name: 'double', input: { number: 'two' } }] },
    { calls: [{ name: 'erase', input: {} }] },
    { calls: [{ name: 'double', input: { number: 21 } }] },
    { text: '42' },
  );
  expect(await model.write({ ...prompt, tools: { double } })).toBe('42');
  expect(given).toEqual([{ number: 21 }]);
  expect(fake.requests[0]?.body.tools).toMatchObject([{ type: 'function', function: { name: 'double' } }]);
  expect(JSON.stringify(fake.requests[3]?.body.messages)).toContain('42');
});

test('a model that only ever asks for tools is stopped', async () => {
  const noop = { description: 'Nothing.', input: z.object({}), run: async () => ({}) };
  fake.reply({ calls: [{ name: 'noop', input: {} }] });
  expect(await model.write({ ...prompt, tools: { noop } })).toBe('');
  expect(fake.requests).toHaveLength(5);
});

test('an endpoint without a model, or the other way round, is a wrong setting', () => {
  expect(() => readConfig({ AI_BASE_URL: 'http://127.0.0.1:1' })).toThrow('AI_MODEL');
  expect(() => readConfig({ AI_MODEL: 'x' })).toThrow('AI_BASE_URL');
  expect(readConfig({}).ai).toBeUndefined();
});
