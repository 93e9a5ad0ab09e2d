import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { readConfig } from '#server/config.ts';
import { type FakeModel, type ModelReply, providerWords, startFakeModel } from '#tests/support/fake-model.ts';
import type { Reading } from './stand-ins.ts';
import { createTextModel, type TextModel } from './text-model.ts';

let fake: FakeModel;
let model: TextModel;
/** Waits a second for an answer. */
let impatient: TextModel;
const logged: string[] = [];

beforeAll(async () => {
  fake = await startFakeModel();
  const { ai } = readConfig(fake.env);
  if (!ai) throw new Error('no model');
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  model = createTextModel(ai, log);
  impatient = createTextModel({ ...ai, timeoutMs: 1000 }, log);
});
afterAll(() => fake.close());

const prompt = { system: 'Be brief.', user: 'private words of a company' };
const done = 'Viss kārtībā.';
/** Accepts everything. */
const read = (statements: string[]): Reading => ({ text: statements.join('\n') });

it('sends the prompt and shows each statement when it is complete', async () => {
  fake.reply({ says: ['Viss ir kārtībā.', 'Darbs pabeigts.'], pauseMs: 20 });
  const seen: string[][] = [];
  const onStatements = (statements: string[]) => void seen.push(statements);
  expect(await model.write(prompt, read, { onStatements })).toEqual({
    text: 'Viss ir kārtībā.\nDarbs pabeigts.',
  });
  expect(seen).toEqual([['Viss ir kārtībā.'], ['Viss ir kārtībā.', 'Darbs pabeigts.']]);
  const [request] = fake.requests;
  expect(request).toMatchObject({ authorization: 'Bearer key', url: '/v1/chat/completions' });
  expect(request?.body).toMatchObject({
    model: 'test-model',
    messages: [
      { role: 'system', content: prompt.system },
      { role: 'user', content: prompt.user },
    ],
    response_format: {
      type: 'json_schema',
      json_schema: { schema: { properties: { elements: { items: { type: 'string' } } } } },
    },
  });
  expect(request?.body.tools).toBeUndefined();
});

it.each([
  ['after thinking aloud', `<think>Let me {see}. </think>{"elements":["${done}"]}`],
  ['in a fence', `Here you are:\n\`\`\`json\n{"elements": ["${done}"]}\n\`\`\`\n`],
])('reads an answer %s', async (_, text) => {
  fake.reply({ text });
  expect(await model.write(prompt, read)).toEqual({ text: done });
});

it('gives up a text that goes on and on: it is parsed with each part', async () => {
  fake.reply({ text: 'x'.repeat(150_000) });
  await expect(model.write(prompt, read)).rejects.toMatchObject({ code: 'ai_unavailable' });
  expect(fake.requests).toHaveLength(1);
});

it.each([400, 422])('retries without the schema after a %d', async (status) => {
  fake.reply({ status }, { says: [done] });
  expect(await model.write(prompt, read)).toEqual({ text: done });
  expect(fake.requests.map(({ body }) => body.response_format !== undefined)).toEqual([true, false]);
});

it.each([
  ['prose', done],
  ['broken JSON', '{"elements": ["Viss'],
  ['another form', '{"sentences": ["Viss"]}'],
  ['numbers', '{"elements": [1]}'],
])('%s instead of the form is refused, with one more try', async (_, text) => {
  fake.reply({ text }, { says: [done] });
  expect(await model.write(prompt, read)).toEqual({ text: done });
  expect(fake.requests[1]?.body.messages).toMatchObject([
    { role: 'system' },
    { role: 'user', content: prompt.user },
    { role: 'assistant', content: text },
    { role: 'user', content: expect.stringContaining('JSON') },
  ]);
  fake.reply({ text });
  expect(await model.write(prompt, read)).toEqual({ fault: 'form' });
  expect(fake.requests).toHaveLength(2);
});

it.each<[string, ModelReply[], number]>([
  ['429, then success', [{ status: 429, headers: { 'retry-after': '0' } }, { says: [done] }], 2],
  ['503, then success', [{ status: 503 }, { says: [done] }], 2],
])('%s', async (_, replies, requests) => {
  fake.reply(...replies);
  expect(await model.write(prompt, read)).toEqual({ text: done });
  expect(fake.requests).toHaveLength(requests);
});

it.each<[string, ModelReply, number]>([
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
  await expect(model.write(prompt, read)).rejects.toMatchObject({ name: 'AppError', code: 'ai_unavailable' });
  expect(fake.requests).toHaveLength(requests);
  expect(logged).toHaveLength(1);
  expect(logged.join()).not.toContain(providerWords);
  expect(logged.join()).not.toContain(prompt.user);
});

it.each<[string, ModelReply[]]>([
  ['silence', [{ silent: true }]],
  ['a text that takes for ever', [{ text: 'a '.repeat(1000), pauseMs: 50 }]],
  ['a second try that does not come', [{ text: 'no JSON' }, { silent: true }]],
  ['a long wait after 429', [{ status: 429, headers: { 'retry-after': '3600' } }]],
])('%s is ai_timeout', async (_, replies) => {
  fake.reply(...replies);
  await expect(impatient.write(prompt, read)).rejects.toMatchObject({ code: 'ai_timeout' });
});

it('cancels the call when the caller disconnects', async () => {
  fake.reply({ silent: true });
  const caller = new AbortController();
  const writing = model.write(prompt, read, { signal: caller.signal });
  await expect.poll(() => fake.requests).toHaveLength(1);
  caller.abort();
  await expect(writing).rejects.toMatchObject({ code: 'ai_unavailable' });
});

it('runs tools with arguments that match their schema; wrong ones go back to the model', async () => {
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
    { says: ['Done.'] },
  );
  expect(await model.write({ ...prompt, tools: { double } }, read)).toEqual({ text: 'Done.' });
  expect(given).toEqual([{ number: 21 }]);
  expect(fake.requests[0]?.body.tools).toMatchObject([{ type: 'function', function: { name: 'double' } }]);
  // Many servers cannot call tools when a schema is enforced.
  expect(fake.requests[0]?.body.response_format).toBeUndefined();
  expect(JSON.stringify(fake.requests[3]?.body.messages)).toContain('42');
});

it('stops a model that only ever asks for tools', async () => {
  const noop = { description: 'Nothing.', input: z.object({}), run: async () => ({}) };
  fake.reply({ calls: [{ name: 'noop', input: {} }] });
  expect(await model.write({ ...prompt, tools: { noop } }, read)).toEqual({ text: '' });
  expect(fake.requests).toHaveLength(5);
});

it('an endpoint without a model, or the reverse, is an invalid setting', () => {
  expect(() => readConfig({ AI_BASE_URL: 'http://127.0.0.1:1' })).toThrow('AI_MODEL');
  expect(() => readConfig({ AI_MODEL: 'x' })).toThrow('AI_BASE_URL');
  expect(readConfig({}).ai).toBeUndefined();
});
