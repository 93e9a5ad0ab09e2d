import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/context.ts';
import { AppError } from '../errors.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** /metrics for Prometheus, for who knows METRICS_TOKEN; without that setting there is no such page. */
export function mountMetrics(app: FastifyInstance, { config, metrics }: Services): void {
  const { metricsToken } = config;
  if (!metricsToken) return;
  const expected = digest(`Bearer ${metricsToken}`);
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      throw new AppError('unauthenticated');
    }
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text());
  });
}
