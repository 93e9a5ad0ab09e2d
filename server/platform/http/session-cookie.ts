import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_DAYS } from '../sessions.ts';

/** The longest lifetime that browsers accept. */
const DEVICE_DAYS = 400;

export type SessionCookie = {
  token: string | undefined;
  start(token: string): void;
  end(): void;
  /** The cookie of a device that has signed in before (known-device.ts). */
  device: string | undefined;
  rememberDevice(value: string): void;
};

/**
 * The session's cookie for one request. Under HTTPS it is `Secure` and `__Host-`, so that no other host or path can set
 * it (RFC 6265bis §4.1.3).
 */
export function sessionCookie(request: FastifyRequest, reply: FastifyReply, isHttps: boolean): SessionCookie {
  const prefix = isHttps ? '__Host-' : '';
  const name = `${prefix}maina_session`;
  const deviceName = `${prefix}maina_device`;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const;
  return {
    token: request.cookies[name],
    start: (token) => void reply.setCookie(name, token, { ...options, maxAge: SESSION_DAYS * 24 * 60 * 60 }),
    end: () => void reply.clearCookie(name, options),
    device: request.cookies[deviceName],
    rememberDevice: (value) =>
      void reply.setCookie(deviceName, value, { ...options, maxAge: DEVICE_DAYS * 24 * 60 * 60 }),
  };
}
