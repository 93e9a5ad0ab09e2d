import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Services } from '#server/context.ts';

/** /healthz: the process responds. /readyz: its database responds too; 503 otherwise. */
export function mountHealth(app: FastifyInstance, { db }: Services): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async () => {
    await sql`select 1`.execute(db);
    return { status: 'ready' };
  });
}
