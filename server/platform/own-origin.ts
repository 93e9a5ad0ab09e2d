import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Config } from '#server/config.ts';

/** True for a host name that only programs on the same computer can reach. */
export const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

const anyAddress = new Set(['0.0.0.0', '::']);

/** The address of this computer in its network, if it has one. */
function networkAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
}

/**
 * Returns scheme and host under which people reach the server: PUBLIC_URL or, without it, where it listens. For a
 * server on all interfaces that is the computer's address in its network, so that phones can open the links.
 */
export function ownOrigin({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl) return publicUrl;
  const reachable = anyAddress.has(host) ? networkAddress() : host;
  if (!reachable || isLoopback(reachable)) return `http://localhost:${port}`;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}
