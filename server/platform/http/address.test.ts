import { expect, it } from 'vitest';
import { networkOf } from './address.ts';

it.each([
  ['203.0.113.77', '203.0.113.0/24', '203.0.113.77/32'],
  ['::ffff:203.0.113.77', '203.0.113.0/24', '203.0.113.77/32'],
  ['::ffff:cb00:714d', '203.0.113.0/24', '203.0.113.77/32'],
  ['2001:db8:7:9::1', '2001:db8:7::/48', '2001:db8:7:9::/64'],
  ['2001:0DB8:0007:0009:ffff:ffff:ffff:ffff', '2001:db8:7::/48', '2001:db8:7:9::/64'],
  ['2001:db8::1', '2001:db8::/48', '2001:db8::/64'],
  ['fe80::1%eth0', 'fe80::/48', 'fe80::/64'],
  ['::1', '::/48', '::/64'],
  ['203.0.113.77:1000', '203.0.113.0/24', '203.0.113.77/32'],
  ['[2001:db8:7:9::1]:1000', '2001:db8:7::/48', '2001:db8:7:9::/64'],
  ['[2001:db8:7:9::1]', '2001:db8:7::/48', '2001:db8:7:9::/64'],
  ['[::ffff:203.0.113.77]:1000', '203.0.113.0/24', '203.0.113.77/32'],
  ['unknown', 'unreadable', 'unreadable'],
  ['', 'unreadable', 'unreadable'],
  ['203.0.113.77:port', 'unreadable', 'unreadable'],
  ['_hidden:1000', 'unreadable', 'unreadable'],
])('the address %s belongs to %s and %s', (address, wide, narrow) => {
  expect(networkOf(address, { ipv4: 24, ipv6: 48 })).toBe(wide);
  expect(networkOf(address, { ipv4: 32, ipv6: 64 })).toBe(narrow);
});
