import type { FastifyInstance } from 'fastify';
import { SSO_REFUSALS } from '#domain/sign-in.ts';
import type { Services } from '#server/context.ts';
import { writeAudit } from '#server/platform/http/audit.ts';
import { originOf, publicContext } from '#server/platform/http/bind.ts';
import { noDrafts } from '#server/platform/http/drafts.ts';
import { codeOf } from '#server/platform/http/error-handler.ts';
import type { RequestLimits } from '#server/platform/http/request-limits.ts';
import { sessionCookie } from '#server/platform/http/session-cookie.ts';
import { finishSingleSignOn, SSO_ANSWERS } from './single-sign-on.service.ts';

/**
 * Mounts the address to which a provider of single sign-on leads the browser back. It is not in the contract's table: the
 * browser shows what it answers, so it always leads on to the sign-in page, which knows where to go with a session.
 */
export function mountSingleSignOn(app: FastifyInstance, services: Services, limits: RequestLimits): void {
  app.get<{ Params: { companyId: string } }>(`${SSO_ANSWERS}/:companyId`, {
    schema: { hide: true },
    onRequest: async (request) => {
      request.audit = {};
      await limits.takeOfPage(request.ip, 3);
    },
    onResponse: async (request, reply) => writeAudit('sign-in', request, reply, request.audit),
    handler: async (request, reply) => {
      const isHttps = originOf(request, services).startsWith('https:');
      const context = publicContext(request, services, sessionCookie(request, reply, isHttps), noDrafts);
      const query = /\?.*$/.exec(request.url)?.[0] ?? '';
      reply.header('cache-control', 'no-store');
      const found = await finishSingleSignOn(context, request.params.companyId, query).then(
        (next): Record<string, string> => (next ? { next } : {}),
        (error: unknown) => {
          const code = codeOf(error);
          request.audit.code = code;
          if (code === 'internal') request.log.error({ err: error }, 'single sign-on failed');
          const told = SSO_REFUSALS.find((known) => known === code) ?? 'single_sign_on_failed';
          return { mode: 'company', error: told };
        },
      );
      return reply.redirect(`/auth?${new URLSearchParams(found)}`, 302);
    },
  });
}
