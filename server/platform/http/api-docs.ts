import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { ERRORS, errorBody } from '#contract/error.ts';
import { contract } from '#contract/index.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { errorsOf } from './endpoint-errors.ts';
import { docsPolicy } from './page-policy.ts';
import { readerOf } from './preconditions.ts';
import type { RequestLimits } from './request-limits.ts';
import { webhookRequests, webhookSection } from './webhook-docs.ts';

/** The ways to authenticate, for OpenAPI: any one of these; none for public endpoints. */
export const securityOf = ({ access, apiKey }: Endpoint): Record<string, string[]>[] =>
  access === 'public'
    ? []
    : access === 'kiosk'
      ? [{ kiosk: [] }]
      : [{ session: [] }, ...(apiKey ? [{ apiKey: [] }] : [])];

const forApiKeys = Object.values<Endpoint>(contract)
  .filter(({ apiKey }) => apiKey)
  .map(({ method, path, apiKey }) => `- \`${method} ${path}\`${apiKey === true ? '' : ` (${apiKey})`}`);

const errorTable = Object.entries(ERRORS)
  .toSorted(([, a], [, b]) => a.status - b.status)
  .map(([code, { status, meaning }]) => `| ${status} | \`${code}\` | ${meaning} |`);

/** Describes, for each status with which the endpoint may refuse a request, the errors that have it. */
const refusalsOf = (endpoint: Endpoint) =>
  Object.fromEntries(
    [...Map.groupBy(errorsOf(endpoint), (code) => ERRORS[code].status)].map(([status, codes]) => [
      status,
      {
        $ref: '#/components/schemas/Error',
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
      },
    ]),
  );

/** Headers that a program may send beside those of every request. */
function headersOf(endpoint: Endpoint): Record<string, object> {
  const { method, access } = endpoint;
  return {
    ...(method === 'POST' &&
      access !== 'public' && {
        'Idempotency-Key': {
          type: 'string',
          maxLength: 255,
          description:
            'Sent again with the same key within 24 hours, the request is not done again, but answered as before.',
        },
      }),
    ...(readerOf(endpoint) && {
      'If-Match': {
        type: 'string',
        description: 'The `ETag` of what was read: the request is refused if somebody has changed it since.',
      },
    }),
  };
}

// One component for every endpoint's `default` response, instead of a copy in each.
z.globalRegistry.add(errorBody, {
  id: 'Error',
  description:
    'Every answer that is no success. `code` says which error it is (see "Errors" in the description of the API), `message` says it to a person in the language asked for.',
});

/** OpenAPI 3.1 of every endpoint at /api/openapi.json, and a page to read it at /api/docs. */
export async function mountApiDocs(
  app: FastifyInstance,
  publicUrl: string | undefined,
  limits: RequestLimits,
): Promise<void> {
  /** The document is put into JSON or YAML on each request. */
  const documentCost = 10;
  const ofVersion = (version: '3.0.3' | '3.1.0'): FastifyDynamicSwaggerOptions => ({
    openapi: {
      openapi: version,
      info: {
        title: `${PRODUCT_NAME} API`,
        version: '1',
        description: `Instants are ISO 8601 in UTC, calendar dates yyyy-MM-dd in the company’s time zone. Errors are \`{message, code}\`; \`code\` is stable, \`message\` follows Accept-Language.

## With a program
An administrator makes an API key in the settings (Business plan; every plan during the trial). A key has scopes: \`read\`, and \`people\` (with locations), \`time-entries\` and \`schedules\`, which change something in the name of who made the key, with a reason like a person’s; the ledger names the key. It opens these, by the scope in brackets or \`read\`; everything else answers 403 \`api_key_not_allowed\`, and another scope’s 403 \`api_key_scope_missing\`:

${forApiKeys.join('\n')}

Send it without cookies:

\`\`\`sh
curl -H 'Authorization: Bearer maina_...' '${publicUrl ?? 'https://maina.example'}/api/reports/daily-summaries?startDate=2026-11-01&endDate=2026-11-30'
\`\`\`

More examples, long lists, safe retries and a typed client: \`docs/api.md\` of the source.

401 \`api_key_invalid\`: revoked, expired or mistyped. 402: the plan does not include API keys, or the subscription has ended. 429: more than 120 requests a minute; wait as long as \`Retry-After\` says.

${webhookSection}

## Errors
An answer that is no success has this status and a body with this \`code\`. 400 \`validation_failed\` adds \`issues\`, 402 adds \`requiresUpgrade\` and \`action\`. Treat a code that you do not know by its status: more may be added.

| Status | Code | Meaning |
|---|---|---|
${errorTable.join('\n')}`,
      },
      ...(version !== '3.0.3' && { webhooks: webhookRequests }),
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'maina_session' },
          kiosk: {
            type: 'apiKey',
            in: 'cookie',
            name: 'kiosk',
            description: 'Of a device that is paired with a location.',
          },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'A key of the company, `maina_...`, with its scopes.',
          },
        },
      },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route);
      const endpoint = Object.entries<Endpoint>(contract).find(([name]) => name === schema.operationId)?.[1];
      if (!endpoint) return { schema, url };
      const properties = headersOf(endpoint);
      return {
        schema: {
          ...schema,
          ...(endpoint.deprecated && {
            deprecated: true,
            description: `Gone from ${endpoint.deprecated.until} on; use \`${endpoint.deprecated.instead}\` instead.`,
          }),
          ...(Object.keys(properties).length > 0 && { headers: { type: 'object', properties } }),
          response: Object.assign(refusalsOf(endpoint), schema.response),
        },
        url,
      };
    },
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(swagger, ofVersion('3.1.0'));
  // The page takes five seconds to show an endpoint of OpenAPI 3.1, all of which it resolves for that, and less than one of 3.0.
  const decorator = 'swaggerOfPage';
  await app.register(swagger, { ...ofVersion('3.0.3'), decorator });
  app.get('/api/openapi.json', { schema: { hide: true } }, async ({ ip }) => {
    await limits.takeOfPage(ip, documentCost);
    return app.swagger();
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Unfolded, two hundred endpoints take a browser seconds to draw.
    uiConfig: { docExpansion: 'none', filter: true },
    transformSpecification: () => app.getDecorator<FastifyInstance['swagger']>(decorator)(),
    transformSpecificationClone: false,
    staticCSP: docsPolicy,
    uiHooks: {
      onRequest: async ({ ip, routeOptions }) =>
        limits.takeOfPage(ip, /\/(json|yaml)$/.test(routeOptions.url ?? '') ? documentCost : 1),
    },
  });
}
