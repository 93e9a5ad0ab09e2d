import ipaddr from 'ipaddr.js';

/** An address with a port, as some proxies write it: `6.6.6.6:1000`, `[2001:db8::1]:1000`. */
const withPort = /^(?:\[(?<ipv6>[^\]]+)\]|(?<ipv4>[^:]+))(?::\d{1,5})?$/;

/**
 * Returns the network of an address in CIDR notation with the given prefix length; an IPv4-mapped IPv6 address counts
 * as IPv4, and a port is ignored. All unreadable addresses, which only a misconfigured proxy passes on, are one network.
 */
export function networkOf(address: string, bits: { ipv4: number; ipv6: number }): string {
  const { ipv6, ipv4 } = withPort.exec(address)?.groups ?? {};
  const host = ipv6 ?? ipv4 ?? address;
  if (!ipaddr.isValid(host)) return 'unreadable';
  const parsed = ipaddr.process(host);
  const length = bits[parsed.kind()];
  if (parsed instanceof ipaddr.IPv6) parsed.zoneId = undefined;
  const family = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(`${parsed}/${length}`)}/${length}`;
}
