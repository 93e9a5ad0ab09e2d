import openapiTS, { astToString, type OpenAPI3, type OperationObject } from 'openapi-typescript';
import { expect, it, onTestFinished } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { errorsOf } from '#server/platform/http/endpoint-errors.ts';
import { startTestApp } from '#tests/support/test-app.ts';

/** The document without what keys may not call, and without refusals, which the client throws. */
function forKeys({ openapi, info, paths = {}, components }: OpenAPI3): OpenAPI3 {
  const open = Object.values<Endpoint>(contract).filter(({ apiKey }) => apiKey);
  const kept = open.map(({ method, path, status = 200 }) => {
    const name = path.replace(/:(\w+)/g, '{$1}');
    const verb = method.toLowerCase() as Lowercase<typeof method>;
    const operation = (paths[name] as Record<string, OperationObject>)[verb];
    const responses = { [status]: operation?.responses?.[status] };
    return { name, verb, operation: { ...operation, responses } as OperationObject };
  });
  const error = components?.schemas?.Error as { properties?: object };
  const code = { type: 'string', enum: [...new Set(open.flatMap(errorsOf))].toSorted() };
  return {
    openapi,
    info,
    components: { schemas: { Error: { ...error, properties: { ...error.properties, code } } as never } },
    paths: Object.fromEntries(
      [...Map.groupBy(kept, ({ name }) => name)].map(([name, operations]) => [
        name,
        Object.fromEntries(operations.map(({ verb, operation }) => [verb, operation])),
      ]),
    ),
  };
}

it('the types of the client are those of the contract: if not, `npm run client` makes them', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const document: OpenAPI3 = (await app.client().raw({ url: '/api/openapi.json' })).json();
  const types = astToString(await openapiTS(forKeys(document), { alphabetize: true }));
  await expect(`// Made by \`npm run client\` from the contract. Do not edit.\n${types}`).toMatchFileSnapshot(
    `${import.meta.dirname}/../../clients/typescript/generated/api.ts`,
  );
});
