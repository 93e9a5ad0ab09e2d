import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

/** The company and person an act concerns. */
export type Subject = { companyId: string; userId: string };

/** What becomes known of an act while it is handled. */
export type AuditNotes = {
  /** Who acts, where there is no session. */
  subject?: Partial<Subject>;
  /** The answer's body. */
  answer?: unknown;
  /** The code of the error, if it was refused. */
  code?: string;
  /** Replaces the event that the contract's table names for the endpoint. */
  event?: string;
  /** The id of the API key used. */
  keyId?: string;
};

/**
 * The network of an address, too wide to name a person: IPv4 to 24 bits, IPv6 to 48. It shows that many attempts come
 * from one place, and nothing more is kept (GDPR Art. 5(1)(c)).
 */
export function networkOf(address: string): string {
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1];
  if (ipv4) return `${ipv4}.0/24`;
  const [head = ''] = address.split('::');
  const groups = head.split(':').slice(0, 3).join(':');
  return groups ? `${groups}::/48` : '::/48';
}

const entity = z.object({
  id: z.optional(z.string()),
  role: z.optional(z.string()),
  isActive: z.optional(z.boolean()),
});
const partsOf = (value: unknown): z.infer<typeof entity> => entity.safeParse(value).data ?? {};

/** Writes one line of the audit; every line has the same shape, without absent values. */
export function writeAudit(
  event: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { subject, answer, code, keyId }: AuditNotes,
): void {
  const { viewer } = request;
  const person = viewer && 'userId' in viewer ? viewer : subject;
  const { id, role, isActive } = partsOf(answer);
  request.log.info(
    {
      event,
      outcome: reply.statusCode < 400 ? 'success' : 'refused',
      code,
      companyId: viewer?.companyId ?? subject?.companyId,
      userId: person?.userId,
      targetId: keyId ?? partsOf(request.params).id ?? (viewer ? id : undefined),
      // Of an employee or a location, as they are after the act.
      role,
      isActive,
      // What the key read.
      route: keyId && request.routeOptions.url,
      network: networkOf(request.ip),
    },
    'audit',
  );
}
