import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { errorBody } from '#contract/error.ts';
import type { Services } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { receiveEvent } from './billing.service.ts';

/** Bytes; an event with a long invoice is larger than any request of our own pages. */
const bodyLimit = 1024 * 1024;

/**
 * Receives Stripe's events. It is not in the contract's table, whose bodies are parsed: the signature covers the raw
 * bytes, and authenticates the sender instead of a session.
 */
export function mountStripeWebhook(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    scope.withTypeProvider<ZodTypeProvider>().post(
      '/api/webhooks/stripe',
      {
        bodyLimit,
        schema: {
          operationId: 'receiveStripeEvent',
          tags: ['webhooks'],
          description: 'For Stripe only: an event with its signature in the header Stripe-Signature.',
          response: { 200: z.object({ received: z.boolean() }), default: errorBody },
        },
      },
      async ({ body, headers }) => {
        if (services.billing.provider !== 'stripe') throw new AppError('not_found');
        const signature = headers['stripe-signature'];
        if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new AppError('malformed_request');
        const event = services.billing.readEvent(body, signature);
        if (event) await receiveEvent(services, event);
        return { received: true };
      },
    );
  });
}
