import type { Endpoint } from '#contract/endpoint.ts';

/** Tells programs that an endpoint is being given up: since when (RFC 9745) and from when it is gone (RFC 8594). */
export const deprecationHeaders = ({ deprecated }: Pick<Endpoint, 'deprecated'>): Record<string, string> =>
  deprecated
    ? {
        deprecation: `@${Date.parse(deprecated.since) / 1000}`,
        sunset: new Date(deprecated.until).toUTCString(),
        link: `<${deprecated.instead}>; rel="successor-version"`,
      }
    : {};
