import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * What one visitor has of the network: an IPv4 address, or the /64 of an IPv6 address, since every address in it is the
 * visitor's to choose. An IPv4 address in the form of IPv6 is the IPv4 address.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  const mapped = MAPPED.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(plain)) return address;
  return fromGroups(groupsOf(plain));
}

/** `::ffff:0a00:0001` is written without dots too. */
function fromGroups(groups: readonly number[]): string {
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [6, 7].flatMap((at) => [(groups[at] ?? 0) >> 8, (groups[at] ?? 0) & 255]).join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an address; `::` stands for as many zeros as are missing. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const [before, after] = [numbersOf(head), numbersOf(tail ?? '')];
  return tail === undefined ? before : [...before, ...Array(8 - before.length - after.length).fill(0), ...after];
}

const numbersOf = (text: string): number[] => text.split(':').filter(Boolean).flatMap(numbersOfGroup);

/** The last group may be an IPv4 address, which is two of them. */
function numbersOfGroup(group: string): number[] {
  if (!group.includes('.')) return [Number.parseInt(group, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}
