/* Fails the server tests in which an endpoint answers an error that the contract does not name. */
import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { errorsOf } from '#server/platform/http/endpoint-errors.ts';

const unnamed: string[] = [];

// Every app in this process, before it has routes.
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onSend', async ({ audit, routeOptions }) => {
    const operation = (routeOptions.schema as { operationId?: string } | undefined)?.operationId;
    const [name, endpoint] = Object.entries<Endpoint>(contract).find(([each]) => each === operation) ?? [];
    if (endpoint && audit?.code && !errorsOf(endpoint).includes(audit.code)) {
      unnamed.push(`${name} answers ${audit.code}, which its \`throws\` in the contract does not name`);
    }
  });
});

/** Throws if an endpoint has answered such an error since the last call. */
export function refuseUnnamedErrors(): void {
  const found = unnamed.splice(0);
  if (found.length > 0) throw new Error([...new Set(found)].join('\n'));
}
