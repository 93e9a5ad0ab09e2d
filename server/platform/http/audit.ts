import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { ErrorCode } from '#contract/error.ts';
import { networkOf } from './address.ts';

/** The company and person that an action concerns. */
export type Subject = { companyId: string; userId: string };

/** Details found while the request is handled. */
export type AuditNotes = {
  /** The actor, if there is no session. */
  subject?: Partial<Subject>;
  /** The response body. */
  answer?: unknown;
  /** The code of the error, if the request was refused. */
  code?: ErrorCode;
  /** Replaces the event in the contract's table for this endpoint. */
  event?: string;
  /** The id of the API key used. */
  keyId?: string;
  /** The question that an assistant asked with it. */
  tool?: string | undefined;
  /** The answer is that of the first request with the same `Idempotency-Key`; nothing has been done. */
  isRepeated?: boolean;
};

/**
 * Too wide a network to identify a person. It shows that many attempts come from one network; nothing more is kept
 * (GDPR Art. 5(1)(c)).
 */
const keptBits = { ipv4: 24, ipv6: 48 };

const entity = z.object({
  id: z.optional(z.string()),
  role: z.optional(z.string()),
  isActive: z.optional(z.boolean()),
  applied: z.optional(z.boolean()),
});
const partsOf = (value: unknown): z.infer<typeof entity> => entity.safeParse(value).data ?? {};

/** Writes one line of the audit; every line has the same shape, without absent values. */
export function writeAudit(
  event: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { subject, answer, code, keyId, tool, isRepeated }: AuditNotes,
): void {
  const { viewer } = request;
  const person = viewer && 'userId' in viewer ? viewer : subject;
  const { id, role, isActive, applied } = partsOf(answer);
  request.log.info(
    {
      event,
      outcome: code === undefined && reply.statusCode < 400 ? 'success' : 'refused',
      code,
      companyId: viewer?.companyId ?? subject?.companyId,
      userId: person?.userId,
      targetId: keyId ?? partsOf(request.params).id ?? (viewer ? id : undefined),
      // What an employee or a location has after the change.
      role,
      isActive,
      // Whether a file was written, or only looked at.
      applied,
      // What the key read.
      route: keyId && request.routeOptions.url,
      tool,
      repeated: isRepeated,
      network: networkOf(request.ip, keptBits),
    },
    'audit',
  );
}
