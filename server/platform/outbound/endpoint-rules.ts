/* The addresses that customers may name: of an AI endpoint, of a webhook. Threats: docs/security.md "Requests to addresses of customers". */
import { BlockList, isIP } from 'node:net';

function listOf(...subnets: string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/');
    list.addSubnet(network, Number(prefix), isIP(network) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** IANA's special-purpose registries (RFC 6890): not hosts of the public internet. */
const special = listOf(
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // Protocol assignments (including Teredo), documentation, and 6to4, which contains an IPv4 address.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
);
/** The IPv6 range assigned to hosts; mapped, translated (NAT64), local and multicast addresses lie outside it. */
const globalUnicast = listOf('2000::/3');
/** Private networks, where a model may run. */
const ownNetworks = listOf(
  ...['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7'],
);
/**
 * Metadata services that reveal a cloud's settings or credentials: Azure (a public address), Alibaba, Oracle, AWS,
 * Google.
 */
const metadata = listOf(
  ...['168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32', 'fd00:ec2::254/128', 'fd20:ce::254/128'],
);

/** Returns whether the server may connect to an IP address. False for text that is not an address, or has a zone. */
export function allowsAddress(address: string, allowsPrivate: boolean): boolean {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return false;
  const isIn = (list: BlockList) => list.check(address, version === 6 ? 'ipv6' : 'ipv4');
  if (isIn(metadata)) return false;
  if (allowsPrivate && isIn(ownNetworks)) return true;
  return !isIn(special) && (version === 4 || isIn(globalUnicast));
}

/** Returns the IP address of a URL's host, without the brackets of IPv6; null if it is a name. */
export function addressOf({ hostname }: URL): string | null {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? host : null;
}

const localNames = /(^|\.)(localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa)$/;

/** Returns whether a URL's host is on the public internet, as far as its name or address tells. */
export function isPublicHost(url: URL): boolean {
  const address = addressOf(url);
  if (address !== null) return allowsAddress(address, false);
  const { hostname } = url;
  return hostname.includes('.') && !hostname.endsWith('.') && !localNames.test(hostname);
}

function allowsHost(url: URL, allowsPrivate: boolean): boolean {
  const address = addressOf(url);
  if (!allowsPrivate) return isPublicHost(url);
  return address === null || allowsAddress(address, true);
}

/** The scheme's default port, or one outside the system range. */
function allowsPort({ port }: URL): boolean {
  return port === '' || Number(port) > 1023;
}

type ReadUrl<Fault extends string> = { url: URL } | { fault: Fault | 'addressRefused' };

/**
 * Returns the URL in canonical form, in which `0x7f.1` and full-width digits are 127.0.0.1, or the key of the error.
 * `allowsPrivate` also permits http.
 */
export function readWebUrl(text: string, allowsPrivate: boolean): ReadUrl<'webAddress'> {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || (allowsPrivate && url?.protocol === 'http:');
  if (!url || !isWeb || url.username || url.password || url.href.includes('#'))
    return { fault: 'webAddress' };
  if (!allowsHost(url, allowsPrivate) || !allowsPort(url)) return { fault: 'addressRefused' };
  return { url };
}

/** As `readWebUrl`, for an address to which paths are added. */
export function readEndpointUrl(text: string, allowsPrivate: boolean): ReadUrl<'aiAddress'> {
  const read = readWebUrl(text, allowsPrivate);
  if ('fault' in read) return { fault: read.fault === 'webAddress' ? 'aiAddress' : read.fault };
  const { url } = read;
  if (url.href.includes('?')) return { fault: 'aiAddress' };
  url.pathname = url.pathname.replace(/\/+$/, '');
  return { url };
}
