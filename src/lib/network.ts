import ipaddr from 'ipaddr.js';

/**
 * What one visitor has of the network: an IPv4 address, or the /64 of an IPv6 address, since every address in it is the
 * visitor's to choose. An IPv4 address in the form of IPv6 is the IPv4 address. What is no address stays as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
