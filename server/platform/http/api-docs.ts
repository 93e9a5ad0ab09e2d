import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { PRODUCT_NAME } from '#domain/product.ts';
import { docsPolicy } from './page-policy.ts';

/** OpenAPI 3.1 of every endpoint at /api/openapi.json, and a page to read it at /api/docs. */
export async function mountApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${PRODUCT_NAME} API`,
        version: '1',
        description:
          'Instants are ISO 8601 in UTC, calendar dates yyyy-MM-dd in the company’s time zone. Errors are `{message, code}`; `code` is stable, `message` follows Accept-Language.',
      },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'maina_session' } },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'list' },
    staticCSP: docsPolicy,
  });
}
