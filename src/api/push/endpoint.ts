import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { LecternError } from '#src/lib/errors.ts';
import { isDevelopmentHost } from '#src/lib/private-address.ts';

/** What is not on the public internet: an address a visitor gives must not make us call it. */
const INNER = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  INNER.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  INNER.addSubnet(net, bits, 'ipv6');

const isInner = (address: string) => INNER.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether an address may be one of a push service: https, by name, on its own port. */
export function isPublicEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username } = new URL(endpoint);
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && hostname.includes('.');
  return protocol === 'https:' && port === '' && username === '' && isNamed && !isDevelopmentHost(hostname);
}

/** Looks a name up for a connection, and refuses one that leads inside. */
export const publicLookup: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    const inner = addresses?.some(({ address }) => isInner(address));
    if (error) done(error, []);
    else if (inner) done(new LecternError('PUSH_ENDPOINT', `${name} is no public address.`), []);
    else if (options.all) done(null, addresses);
    else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
  });
};
