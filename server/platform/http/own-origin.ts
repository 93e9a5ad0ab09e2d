import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { AddressReach } from '#contract/locations.ts';
import type { Config } from '#server/config.ts';
import { isPublicHost } from '../outbound/endpoint-rules.ts';

type Listening = Pick<Config, 'publicUrl' | 'host' | 'port'>;

/** True for a host name that only programs on the same computer can reach. */
export const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

const anyAddress = new Set(['0.0.0.0', '::']);
const loopbackNames = ['localhost', '127.0.0.1', '::1'];

/** The addresses of this computer in its networks. */
const networkAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);

/** In the form of `URL.origin`. */
const originOn = (host: string, port: number) =>
  new URL(`http://${isIPv6(host) ? `[${host}]` : host}:${port}`).origin;

/**
 * Returns scheme and host under which people reach the server: PUBLIC_URL or, without it, where it listens. For a
 * server on all interfaces that is the computer's address in its network, so that phones can open the links.
 */
export function ownOrigin({ publicUrl, host, port }: Listening): string {
  if (publicUrl) return publicUrl;
  const [reachable] = anyAddress.has(host) ? networkAddresses() : [host];
  return originOn(!reachable || isLoopback(reachable) ? 'localhost' : reachable, port);
}

/** Every origin by which the operator's settings say that this server is reached: none comes from a request. */
export function ownOrigins({ publicUrl, host, port }: Listening): string[] {
  if (publicUrl) return [publicUrl];
  const everywhere = () => [...loopbackNames, ...networkAddresses()];
  const hosts = anyAddress.has(host) ? everywhere() : isLoopback(host) ? loopbackNames : [host];
  return hosts.map((name) => originOn(name, port));
}

/** How far an address with this origin leads. `kept`: the origins that stay valid, of `listOrigins`. */
export function addressReachOf(origin: string, kept: string[]): AddressReach {
  if (!kept.includes(origin)) return 'provisional';
  const url = new URL(origin);
  if (isLoopback(url.hostname)) return 'computer';
  return isPublicHost(url) ? 'everywhere' : 'network';
}
