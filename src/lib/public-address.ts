import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LecternError, messageOf } from './errors.ts';

/** IPv6 addresses allocated for global unicast (RFC 4291, IANA). RESERVED lists the exceptions. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Exceptions: IETF protocol assignments (including Teredo), documentation prefixes, and 6to4. */
const RESERVED = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((net) => ipaddr.IPv6.parseCIDR(net));

/**
 * Whether an address belongs to the public internet. For IPv6, this is limited to native global unicast. Addresses that
 * embed an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) are refused, because a gateway may route them to the
 * internal network.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  return (
    parsed.range() === 'unicast' &&
    parsed.match(GLOBAL_UNICAST) &&
    !RESERVED.some((net) => parsed.match(net)) &&
    isPublicInterface(parsed)
  );
}

/**
 * Whether the last 64 bits contain no private address. ISATAP (RFC 5214) embeds an IPv4 address there, after 0:5efe or
 * 200:5efe.
 */
function isPublicInterface({ parts }: ipaddr.IPv6): boolean {
  const [first = 0, marker = 0, high = 0, low = 0] = parts.slice(4);
  if (marker !== 0x5efe || (first & ~0x200) !== 0) return true;
  return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]).range() === 'unicast';
}

/** Thrown if an untrusted host name has no address, or has one that is not public. */
class PublicAddressError extends LecternError {
  constructor(message: string, cause?: unknown) {
    super('PUBLIC_ADDRESS', message, { cause });
  }
}

const RESOLVE_TIMEOUT_MS = 3000;

export type Resolve = (name: string) => Promise<readonly string[]>;

/**
 * Resolves a name. Queries name servers directly, because `getaddrinfo` would block one of the few threads that also
 * read files.
 */
const resolveName: Resolve = async (name) => {
  const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const [failure] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  if (addresses.length > 0) return addresses;
  throw new PublicAddressError(`${name} has no address: ${messageOf(failure)}`, failure);
};

/**
 * Returns the `lookup` function for a connection to an untrusted host name. The connection uses the checked address,
 * and a name is rejected if any of its addresses is not public. Node does not call `lookup` if the host is an IP
 * address.
 */
export function createPublicLookup(resolve: Resolve = resolveName): LookupFunction {
  return (name, options, done) => {
    resolve(name).then(
      (addresses) => {
        const inner = addresses.find((address) => !isPublicAddress(address));
        if (inner !== undefined || addresses.length === 0)
          return done(new PublicAddressError(`${name} is not a public address.`), []);
        const all = addresses.map((address) => ({ address, family: isIP(address) }));
        if (options.all) return done(null, all);
        done(null, all[0]?.address ?? '', all[0]?.family);
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    );
  };
}
