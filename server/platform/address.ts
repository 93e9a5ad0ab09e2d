import ipaddr from 'ipaddr.js';

/**
 * The network that an address belongs to, in CIDR notation, with so many bits; an IPv4-mapped IPv6 address is IPv4. Text
 * that is no address, which only a misconfigured proxy passes on, is returned as it is.
 */
export function networkOf(address: string, bits: { ipv4: number; ipv6: number }): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const length = bits[parsed.kind()];
  if (parsed instanceof ipaddr.IPv6) parsed.zoneId = undefined;
  const family = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(`${parsed}/${length}`)}/${length}`;
}
