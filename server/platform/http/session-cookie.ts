import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Days until a session expires after its last use (decisions.md §4). */
export const SESSION_DAYS = 30;
/** The longest lifetime that browsers accept. */
const DEVICE_DAYS = 400;
/** How long a person may take at the provider of single sign-on. */
export const SSO_MINUTES = 10;
/** Long enough to see that one phone checks several people in, too short to follow a phone from day to day. */
const PHONE_HOURS = 18;

export type SessionCookie = {
  token: string | undefined;
  start(token: string): void;
  end(): void;
  /** The cookie of a device that has signed in before (known-device.ts). */
  device: string | undefined;
  rememberDevice(value: string): void;
  /** What this browser has begun with the company's single sign-on. */
  sso: string | undefined;
  startSso(value: string): void;
  endSso(): void;
  /** The credential of a device that is paired as a kiosk. */
  kiosk: string | undefined;
  startKiosk(credential: string): void;
  endKiosk(): void;
  /** A random value that the phone keeps for 18 hours after its first scan; made here if it has none. */
  phone(): string;
};

/**
 * The session's cookie for one request. Under HTTPS it is `Secure` and `__Host-`, so that no other host or path can set
 * it (RFC 6265bis §4.1.3).
 */
export function sessionCookie(request: FastifyRequest, reply: FastifyReply, isHttps: boolean): SessionCookie {
  const prefix = isHttps ? '__Host-' : '';
  const name = `${prefix}maina_session`;
  const deviceName = `${prefix}maina_device`;
  // Not `__Host-`, since only the kiosk's endpoints get it.
  const kioskName = isHttps ? '__Secure-kiosk' : 'kiosk';
  const kioskOptions = { path: '/api/kiosk', httpOnly: true, sameSite: 'strict', secure: isHttps } as const;
  const ssoName = `${prefix}maina_sso`;
  const phoneName = `${prefix}maina_phone`;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const;
  return {
    token: request.cookies[name],
    start: (token) => void reply.setCookie(name, token, { ...options, maxAge: SESSION_DAYS * 24 * 60 * 60 }),
    end: () => void reply.clearCookie(name, options),
    device: request.cookies[deviceName],
    rememberDevice: (value) =>
      void reply.setCookie(deviceName, value, { ...options, maxAge: DEVICE_DAYS * 24 * 60 * 60 }),
    sso: request.cookies[ssoName],
    // `Lax`: the provider's site leads back here.
    startSso: (value) => void reply.setCookie(ssoName, value, { ...options, maxAge: SSO_MINUTES * 60 }),
    endSso: () => void reply.clearCookie(ssoName, options),
    kiosk: request.cookies[kioskName],
    startKiosk: (credential) =>
      void reply.setCookie(kioskName, credential, { ...kioskOptions, maxAge: DEVICE_DAYS * 24 * 60 * 60 }),
    endKiosk: () => void reply.clearCookie(kioskName, kioskOptions),
    phone: () => {
      const known = request.cookies[phoneName];
      if (known && /^[\da-f-]{36}$/.test(known)) return known;
      const made = randomUUID();
      reply.setCookie(phoneName, made, { ...options, maxAge: PHONE_HOURS * 60 * 60 });
      return made;
    },
  };
}
