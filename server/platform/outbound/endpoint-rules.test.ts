import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowsAddress, readEndpointUrl } from './endpoint-rules.ts';

const faultOf = (text: string, allowsPrivate = false) => {
  const read = readEndpointUrl(text, allowsPrivate);
  return 'fault' in read ? read.fault : undefined;
};
const hrefOf = (text: string, allowsPrivate = false) => {
  const read = readEndpointUrl(text, allowsPrivate);
  return 'url' in read ? read.url.href : read.fault;
};

describe('an address of the public internet', () => {
  it.each([
    ['https://api.example.com/v1', 'https://api.example.com/v1'],
    ['https://API.Example.com:443/v1//', 'https://api.example.com/v1'],
    ['https://api.example.com:8443/a/../v1', 'https://api.example.com:8443/v1'],
    ['https://modelė.example.com/v1', 'https://xn--model-b0a.example.com/v1'],
    ['https://93.184.216.34/v1', 'https://93.184.216.34/v1'],
    ['https://[2606:4700::1111]/v1', 'https://[2606:4700::1111]/v1'],
  ])('%s is kept as %s', (text, href) => {
    expect(hrefOf(text)).toBe(href);
  });
});

it.each([
  'http://api.example.com/v1',
  'ftp://api.example.com/v1',
  'file:///etc/passwd',
  'unix:/var/run/docker.sock',
  'javascript:alert(1)',
  'https://user@api.example.com/v1',
  'https://user:secret@api.example.com/v1',
  'https://api.example.com/v1?key=x',
  'https://api.example.com/v1?',
  'https://api.example.com/v1#x',
  'https:///',
  'https://a b/',
  'https://1.2.3.256/',
  'api.example.com/v1',
  '//api.example.com/v1',
])('%s is no address of an endpoint', (text) => {
  expect(faultOf(text)).toBe('aiAddress');
});

it.each([
  ...['localhost', 'LOCALHOST', 'localhost.', 'app.localhost', 'ｌｏｃａｌｈｏｓｔ', 'loc\u00adalhost'],
  ...['metadata.google.internal', 'metadata.google.internal.', 'db.corp', 'printer.local', 'nas.home.arpa'],
  ...['postgres', 'kubernetes.default.svc.cluster.local', 'api.example.com.', 'ai。internal'],
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '127.0.0.1.'],
  ...['１２７.０.０.１', '①②⑦.⓪.⓪.①', '127%2e0%2e0%2e1', '0', '0.0.0.0', '169.254.169.254', '0xa9fea9fe'],
  ...['10.1.2.3', '172.31.255.255', '192.168.1.1', '100.64.0.1', '100.100.100.200', '192.0.0.192'],
  ...['168.63.129.16', '0xa83f8110', '2822734096'],
  ...['198.18.0.1', '192.88.99.1', '224.0.0.1', '255.255.255.255', '240.0.0.1', '203.0.113.9'],
  ...['[::]', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[fe80::1]', '[fc00::1]'],
  ...['[fd00:ec2::254]', '[64:ff9b::7f00:1]', '[64:ff9b:1::a00:1]', '[2002:7f00:1::]', '[2001::1]'],
  ...['[ff02::1]', '[100::1]', '[2001:db8::1]', '[3fff::1]', '[fec0::1]', '[0:0:0:0:0:ffff:a00:1]'],
])('the host %s is refused', (host) => {
  expect(faultOf(`https://${host}/v1`)).toBe('addressRefused');
});

it.each([22, 25, 80, 1023])('port %i is refused', (port) => {
  expect(faultOf(`https://api.example.com:${port}/v1`)).toBe('addressRefused');
});

describe('with private endpoints', () => {
  it.each(['http://localhost:11434/v1', 'https://10.1.2.3/v1', 'http://[::1]:8000/v1', 'http://ollama/v1'])(
    '%s is allowed',
    (text) => {
      expect(faultOf(text, true)).toBeUndefined();
    },
  );
  it.each([
    ...['http://169.254.169.254/v1', 'http://0.0.0.0/v1', 'http://[fe80::1]/v1', 'http://224.0.0.1/v1'],
    ...['http://100.100.100.200/v1', 'http://[fd00:ec2::254]/v1', 'http://[::ffff:169.254.169.254]/v1'],
    ...['http://[::ffff:100.100.100.200]/v1', 'http://localhost:22/v1', 'http://168.63.129.16/v1'],
    ...['https://168.63.129.16:32526/v1', 'http://[::ffff:168.63.129.16]/v1', 'http://192.0.0.192/v1'],
    ...['http://[fd20:ce::254]/v1', 'http://0xa83f8110/v1'],
  ])('%s is not', (text) => {
    expect(faultOf(text, true)).toBe('addressRefused');
  });
});

/* An independent oracle: compares numbers, with first address and size of each non-public range. */
const number = ([a = 0, b = 0, c = 0, d = 0]: number[]) => ((a * 256 + b) * 256 + c) * 256 + d;
const notPublic: [number[], number][] = [
  [[0, 0, 0, 0], 2 ** 24],
  [[10, 0, 0, 0], 2 ** 24],
  [[100, 64, 0, 0], 2 ** 22],
  [[127, 0, 0, 0], 2 ** 24],
  [[169, 254, 0, 0], 2 ** 16],
  [[172, 16, 0, 0], 2 ** 20],
  [[192, 0, 0, 0], 2 ** 8],
  [[192, 0, 2, 0], 2 ** 8],
  [[192, 88, 99, 0], 2 ** 8],
  [[192, 168, 0, 0], 2 ** 16],
  [[198, 18, 0, 0], 2 ** 17],
  [[198, 51, 100, 0], 2 ** 8],
  [[203, 0, 113, 0], 2 ** 8],
  [[224, 0, 0, 0], 2 ** 29],
];
const bytesOf = (value: number) => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256);
const inside = fc
  .constantFrom(...notPublic)
  .chain(([first, size]) => fc.nat({ max: size - 1 }).map((offset) => bytesOf(number(first) + offset)));
const anywhere = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));

/** The ways in which URLs can spell an IPv4 address. */
const spelled = (bytes: fc.Arbitrary<number[]>) =>
  fc
    .record({
      bytes,
      parts: fc.integer({ min: 1, max: 4 }),
      bases: fc.array(fc.constantFrom('dec', 'hex', 'HEX', 'oct'), { minLength: 4, maxLength: 4 }),
      zeros: fc.nat(3),
      isWide: fc.boolean(),
      dot: fc.constantFrom('.', '。', '．', '｡', '%2E'),
      trailing: fc.constantFrom('', '.'),
    })
    .map(({ bytes, parts, bases, zeros, isWide, dot, trailing }) => {
      const last = bytes.slice(parts - 1).reduce((sum, byte) => sum * 256 + byte, 0);
      const text = [...bytes.slice(0, parts - 1), last]
        .map((part, index) => {
          const pad = '0'.repeat(zeros);
          if (bases[index] === 'hex') return `0x${pad}${part.toString(16)}`;
          if (bases[index] === 'HEX') return `0X${pad}${part.toString(16).toUpperCase()}`;
          return bases[index] === 'oct' ? `0${pad}${part.toString(8)}` : String(part);
        })
        .join('.');
      const wide = isWide
        ? text.replace(/[\dA-Za-z]/g, (char) => String.fromCodePoint(char.charCodeAt(0) + 0xfee0))
        : text;
      return wide.replaceAll('.', dot) + trailing;
    });

const hex = (bytes: number[]) => {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};
/** IPv6 addresses that contain, map or translate to an IPv4 address. */
const inIpv6 = fc
  .tuple(
    anywhere,
    fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', 'fe80::5efe:', '100::'),
    fc.boolean(),
  )
  .map(([bytes, prefix, isDotted]) => `[${prefix}${isDotted ? bytes.join('.') : hex(bytes)}]`);
const ipv4InFront = anywhere.map((bytes) => `[2002:${hex(bytes)}::1]`);
/** fc00::/7, fe80::/10, fec0::/10, ff00::/8 and everything that does not begin with the bits 001. */
const otherIpv6 = fc
  .array(fc.nat(0xffff), { minLength: 8, maxLength: 8 })
  .filter(([first = 0]) => first >> 13 !== 1)
  .map((groups) => `[${groups.map((group) => group.toString(16)).join(':')}]`);

it('refuses every spelling of every IPv4 address outside the public internet', () => {
  fc.assert(
    fc.property(spelled(inside), (host) => {
      expect(faultOf(`https://${host}/v1`)).toBe('addressRefused');
    }),
    { numRuns: 2000 },
  );
});

it('refuses IPv6 addresses that contain an IPv4 address or are not assigned to internet hosts', () => {
  fc.assert(
    fc.property(fc.oneof(inIpv6, ipv4InFront, otherIpv6), (host) => {
      expect(faultOf(`https://${host}/v1`)).toBe('addressRefused');
    }),
    { numRuns: 2000 },
  );
});

it('classifies IPv4 addresses as the registries do', () => {
  fc.assert(
    fc.property(fc.oneof(anywhere, inside), (bytes) => {
      const value = number(bytes);
      const isPublic = !notPublic.some(([first, size]) => {
        return value >= number(first) && value < number(first) + size;
      });
      expect(allowsAddress(bytes.join('.'), false)).toBe(isPublic);
    }),
    { numRuns: 2000 },
  );
});

it('refuses text that is not an address', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom('fe80::1%eth0', '::1%1', '2606:4700::1111%1', '')),
      (text) => {
        fc.pre(!/^[\d.]+$|^[\da-f:.]+$/i.test(text));
        expect(allowsAddress(text, false)).toBe(false);
        expect(allowsAddress(text, true)).toBe(false);
      },
    ),
  );
});
