import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { ASK_TOOLS } from '#contract/ask.ts';
import { preferredLanguage } from '#domain/languages.ts';
import type { Keyholder, Services } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { writeAudit } from '#server/platform/http/audit.ts';
import type { RequestLimits } from '#server/platform/http/request-limits.ts';
import { refuseForeignOrigin } from '#server/platform/http/same-origin.ts';
import { sessionCookie } from '#server/platform/http/session-cookie.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { quotaHeaders } from '#server/platform/throttle.ts';
import { requireAsk } from './ask.service.ts';

/** Bytes; the longest sensible question names all people of a company. */
const bodyLimit = 64 * 1024;

/** A question, whose name the audit tells. */
const toolCall = z.object({ params: z.object({ name: z.enum([...ASK_TOOLS, 'listNames']) }) });

async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  limits: RequestLimits,
): Promise<Keyholder> {
  const key = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!key) throw new AppError('unauthenticated');
  const keyholder = await services.callers.findKeyholder(services, key, request.ip);
  request.viewer = keyholder.viewer;
  request.audit.keyId = keyholder.keyId;
  reply.headers(quotaHeaders(await services.throttle.take('apiKey', keyholder.keyId)));
  await limits.takeOfCompany(keyholder.viewer.companyId, { cost: 3 });
  if (!keyholder.scopes.includes('read'))
    throw new AppError('api_key_scope_missing', { params: { scope: 'read' } });
  await services.callers.noteKeyUse(services, keyholder);
  return keyholder;
}

/** Mounts `/mcp` (mcp-server.ts). It is not in the contract's table: the library reads its bodies. */
export function mountMcp(app: FastifyInstance, services: Services, limits: RequestLimits): void {
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    bodyLimit,
    schema: { hide: true },
    onRequest: async (request, reply) => {
      request.audit = {};
      // Tells clients how to introduce themselves (RFC 6750 §3).
      reply.header('www-authenticate', 'Bearer');
    },
    onResponse: async (request, reply) => writeAudit('api-key.used', request, reply, request.audit),
    handler: async (request, reply) => {
      const origin = services.config.publicUrl ?? `${request.protocol}://${request.host}`;
      refuseForeignOrigin(request, origin);
      if (sessionCookie(request, reply, origin.startsWith('https:')).token) {
        throw new AppError('two_credentials');
      }
      const { viewer } = await admit(request, reply, services, limits);
      const { db, clock, settleHours } = services;
      requireAsk({ viewer, clock });
      reply.header('cache-control', 'no-store');
      // There are no streams to open and no sessions to end.
      if (request.method !== 'POST') return reply.code(405).header('allow', 'POST').send();
      // Batches are no longer part of the protocol, and each of their calls costs.
      if (Array.isArray(request.body)) throw new AppError('malformed_request');
      request.audit.tool = toolCall.safeParse(request.body).data?.params.name;
      const asked = request.headers['accept-language'];
      const language = asked ? preferredLanguage(asked) : viewer.companyLanguage;
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
      // Loading the library takes an eighth of a second, and few servers need it.
      const { answerMcp } = await import('./mcp-server.ts');
      const response = await answerMcp(
        { db, clock, settleHours, viewer, language, t: translator(language), origin, log: request.log },
        new Request(origin + request.url, { method: 'POST', headers }),
        request.body,
      );
      for (const [name, value] of response.headers) reply.header(name, value);
      return reply.code(response.status).send(await response.text());
    },
  });
}
