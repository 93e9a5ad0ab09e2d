import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract, type EndpointName } from '#contract/index.ts';
import { compileSchema, serializerCompiler } from './serializer.ts';

const names = Object.keys(contract) as EndpointName[];
const serializerOf = (schema: z.ZodMiniType) =>
  serializerCompiler({ schema, method: 'GET', url: '/', httpStatus: '200' });

/** The JSON schema without the defaults that only requests are given. */
const shapeOf = (schema: z.core.$ZodType) =>
  JSON.parse(JSON.stringify(z.toJSONSchema(schema), (key, value) => (key === 'default' ? undefined : value)));

it.each(names)('the response of %s has the same fields and rules', (name) => {
  const { response }: Endpoint = contract[name];
  expect(shapeOf(compileSchema(response))).toEqual(shapeOf(response));
});

const person = z.object({
  id: z.uuid(),
  tag: z.nullable(z.string().check(z.maxLength(3))),
  note: z.optional(z.string()),
  role: z._default(z.enum(['admin', 'employee']), 'employee'),
  shifts: z.array(z.object({ from: z.iso.datetime(), hours: z.number() })),
  place: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('site'), name: z.string() }),
    z.object({ kind: z.literal('home') }),
  ]),
});
const id = '01a20526-12bf-7120-b104-1718e7d6dc23';
const shift = { from: '2026-03-02T08:00:00.000Z', hours: 1.5 };
const valid = { id, tag: null, role: 'admin', shifts: [shift], place: { kind: 'home' } };

it('writes what the schema has, at any depth, and nothing else', () => {
  const surplus = {
    ...{ ...valid, secret: 1, shifts: [{ ...shift, secret: 2 }] },
    place: { kind: 'home', name: 'secret' },
  };
  expect(serializerOf(person)(surplus)).toBe(JSON.stringify(valid));
  expect(serializerOf(z.array(person))([surplus, surplus])).toBe(JSON.stringify([valid, valid]));
});

it.each([
  ['another type', { ...valid, id: 7 }],
  ['another format', { ...valid, id: 'x' }],
  ['an instant without its zone', { ...valid, shifts: [{ ...shift, from: '2026-03-02T08:00:00' }] }],
  ['too long a text', { ...valid, tag: 'four' }],
  ['a missing field', { ...valid, tag: undefined }],
  ['a missing field that has a default', { ...valid, role: undefined }],
  ['another word', { ...valid, role: 'owner' }],
  ['nothing', null],
  ['no number', { ...valid, shifts: [{ ...shift, hours: Number.NaN }] }],
  ['an unknown variant', { ...valid, place: { kind: 'moon' } }],
])('refuses %s', (_, response) => {
  expect(() => serializerOf(person)(response)).toThrow();
});

it('refuses a response that would be transformed', () => {
  const trimmed = z.pipe(
    z.string(),
    z.transform((text) => text.trim()),
  );
  expect(() => compileSchema(z.object({ trimmed }))).toThrow('transformed');
});
