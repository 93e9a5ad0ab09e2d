import { networkInterfaces } from 'node:os';
import { expect, it, vi } from 'vitest';
import { ownOrigin } from './own-origin.ts';

vi.mock('node:os', { spy: true });

const inNetwork = (address: string | undefined) => {
  const of = (address: string, internal: boolean) =>
    ({ family: 'IPv4', address, internal }) as NonNullable<ReturnType<typeof networkInterfaces>[string]>[0];
  vi.mocked(networkInterfaces).mockReturnValue({
    lo: [of('127.0.0.1', true)],
    ...(address && { eth0: [of(address, false)] }),
  });
};

it.each([
  ['127.0.0.1', 'http://localhost:3000'],
  ['localhost', 'http://localhost:3000'],
  ['::1', 'http://localhost:3000'],
  ['0.0.0.0', 'http://192.168.1.5:3000'],
  ['::', 'http://192.168.1.5:3000'],
  ['10.0.0.7', 'http://10.0.0.7:3000'],
  ['2001:db8::1', 'http://[2001:db8::1]:3000'],
  ['maina.local', 'http://maina.local:3000'],
])('a server that listens on %s is at %s', (host, origin) => {
  inNetwork('192.168.1.5');
  expect(ownOrigin({ publicUrl: undefined, host, port: 3000 })).toBe(origin);
  expect(ownOrigin({ publicUrl: 'https://maina.example', host, port: 3000 })).toBe('https://maina.example');
});

it('a computer without a network is reached at localhost', () => {
  inNetwork(undefined);
  expect(ownOrigin({ publicUrl: undefined, host: '0.0.0.0', port: 3000 })).toBe('http://localhost:3000');
});
