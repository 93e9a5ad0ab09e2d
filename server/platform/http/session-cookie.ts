import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_DAYS } from '../sessions.ts';

export type SessionCookie = {
  token: string | undefined;
  start(token: string): void;
  end(): void;
};

/**
 * The session's cookie on one request. Under HTTPS it is `Secure` and `__Host-`, so that no other host or path can
 * set it (RFC 6265bis §4.1.3).
 */
export function sessionCookie(request: FastifyRequest, reply: FastifyReply, isHttps: boolean): SessionCookie {
  const name = isHttps ? '__Host-maina_session' : 'maina_session';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const;
  return {
    token: request.cookies[name],
    start: (token) => void reply.setCookie(name, token, { ...options, maxAge: SESSION_DAYS * 24 * 60 * 60 }),
    end: () => void reply.clearCookie(name, options),
  };
}
