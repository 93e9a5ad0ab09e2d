import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { errorBody } from '#contract/error.ts';
import { contract } from '#contract/index.ts';
import type { Services } from '#server/context.ts';
import type { RequestLimits } from '#server/platform/http/request-limits.ts';
import { ONE_CLICK_STOP } from './reports.emails.ts';
import { stopReports } from './subscriptions.service.ts';

/**
 * Ends a subscription for the mail program of its reader (RFC 8058). It is not in the contract's table: its body is a form,
 * and the secret in the address, which opens nothing else, authenticates the sender.
 */
export function mountOneClickStop(app: FastifyInstance, services: Services, limits: RequestLimits): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // What the form says is in the standard; it is read to its end and ignored.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1024 }, (_request, _body, done) =>
      done(null, {}),
    );
    scope.withTypeProvider<ZodTypeProvider>().post(
      ONE_CLICK_STOP,
      {
        schema: {
          operationId: 'stopReportsWithOneClick',
          tags: ['report-subscriptions'],
          description: 'For mail programs: the address in the header List-Unsubscribe of a report.',
          querystring: z.object({ token: z.string().check(z.maxLength(200)) }),
          response: { 200: z.object({}), default: errorBody },
        },
        onRequest: ({ ip }) => limits.takeOfAddress(ip, contract.stopReportSubscription),
      },
      async ({ query }) => {
        await stopReports(services, query.token);
        return {};
      },
    );
  });
}
