import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/context.ts';
import { AppError } from '../errors.ts';
import { isSameSecret } from '../secrets/same-secret.ts';

/** /metrics for Prometheus, protected by METRICS_TOKEN; without that setting there is no such page. */
export function mountMetrics(app: FastifyInstance, { config, metrics }: Services): void {
  const { metricsToken } = config;
  if (!metricsToken) return;
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${metricsToken}`)) {
      throw new AppError('unauthenticated');
    }
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text());
  });
}
