import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/**
 * The security headers of every answer, in lower case: helmet's (https://helmetjs.github.io), computed once, since they are
 * the same for all. Pages set policies of their own (page-policy.ts).
 */
export function securityHeaders(publicUrl: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    // Addresses hold codes of locations and secrets from mails.
    referrerPolicy: { policy: 'same-origin' },
    // For this host alone: its subdomains may serve other programs of the operator without HTTPS.
    strictTransportSecurity: publicUrl?.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: false }
      : false,
    // For Internet Explorer 8, Flash and links to other hosts, of which there are none: bytes of every first packet.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
  });
  setHeaders({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
