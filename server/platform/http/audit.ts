import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { EndpointName } from '#contract/table.ts';

/** Whom an act concerns. */
export type Subject = { companyId: string; userId: string };

/** What the log tells of each sign-in and each administrator's act (docs/operations.md "The audit"). */
const auditEvents: Partial<Record<EndpointName, string>> = {
  login: 'sign-in',
  logout: 'sign-out',
  register: 'company.registered',
  registerCompany: 'company.registered',
  forgotPassword: 'password.reset-requested',
  resetPassword: 'password.reset',
  changePassword: 'password.changed',
  signInWithPasskey: 'sign-in',
  addPasskey: 'passkey.added',
  deletePasskey: 'passkey.removed',
  enableSecondFactor: 'second-factor.on',
  disableSecondFactor: 'second-factor.off',
  resetSecondFactor: 'second-factor.reset',
  renewRecoveryCodes: 'recovery-codes.renewed',
  endSession: 'session.ended',
  endAllSessions: 'session.all-ended',
  createEmployee: 'employee.added',
  updateEmployee: 'employee.changed',
  deleteEmployee: 'employee.deleted',
  createLocation: 'location.added',
  updateLocation: 'location.changed',
  deleteLocation: 'location.deleted',
  createTimeEntry: 'time-entry.added',
  updateTimeEntry: 'time-entry.changed',
  deleteTimeEntry: 'time-entry.deleted',
  decideCorrectionRequest: 'correction.decided',
  approveMonth: 'month.approved',
  unlockMonth: 'month.unlocked',
  updateCompany: 'company.changed',
  updateAiEndpoint: 'ai-endpoint.changed',
  testAiEndpoint: 'ai-endpoint.tested',
  upgradeFromTrial: 'subscription.chosen',
  confirmSandboxPayment: 'subscription.paid-in-sandbox',
  changePlan: 'subscription.plan-changed',
  cancelSubscription: 'subscription.cancelled',
  resumeSubscription: 'subscription.resumed',
  createApiKey: 'api-key.created',
  revokeApiKey: 'api-key.revoked',
  deleteCompany: 'company.deleted',
  restoreCompany: 'company.restored',
};

export const auditEventOf = (name: EndpointName): string | undefined => auditEvents[name];

/** What becomes known of an act while it is done. */
export type AuditNotes = {
  /** Who acts, where no session says so. */
  subject?: Partial<Subject>;
  /** What the act was answered with. */
  answer?: unknown;
  /** The code of the error it ended with. */
  code?: string;
  /** Where it is not the endpoint that says what is done. */
  event?: string;
  /** The API key that asked. */
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

/** Writes the line of one act; one shape for all, absent values left out. */
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
      // What a person or place is after the act.
      role,
      isActive,
      // What a key has read.
      route: keyId && request.routeOptions.url,
      network: networkOf(request.ip),
    },
    'audit',
  );
}
