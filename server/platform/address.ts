import ipaddr from 'ipaddr.js';

/**
 * Returns the network of an address in CIDR notation with the given prefix length; an IPv4-mapped IPv6 address counts
 * as IPv4. Invalid addresses, which only a misconfigured proxy passes on, are returned unchanged.
 */
export function networkOf(address: string, bits: { ipv4: number; ipv6: number }): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const length = bits[parsed.kind()];
  if (parsed instanceof ipaddr.IPv6) parsed.zoneId = undefined;
  const family = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(`${parsed}/${length}`)}/${length}`;
}
