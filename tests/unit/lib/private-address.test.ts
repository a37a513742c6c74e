import { expect, it } from 'vitest';
import { isDevelopmentHost, isPrivateAddress } from '#src/lib/private-address.ts';

it.each(['127.9.9.9', '10.0.0.7', '172.16.0.1', '172.31.255.255', '192.168.1.20', 'fd00::1', '::1'])(
  '%s is a private address',
  (name) => {
    expect(isPrivateAddress(name)).toBe(true);
    expect(isDevelopmentHost(name)).toBe(true);
  },
);

it.each([
  '2001:db8::1',
  '11.0.0.1',
  '172.32.0.1',
  '10.0.0.256',
  '10.evil.example',
  'fd00',
  'fd00::1.example',
  '',
  '127.0.0.1.example',
])('"%s" is not a private address', (name) => {
  expect(isPrivateAddress(name)).toBe(false);
  expect(isDevelopmentHost(name)).toBe(false);
});

it.each([
  ['localhost', true],
  ['tibok.localhost', true],
  ['[::1]', true],
  ['localhost.example', false],
  ['notlocalhost', false],
])('isDevelopmentHost for the host %s returns %s', (name, development) => {
  expect(isDevelopmentHost(name)).toBe(development);
});
