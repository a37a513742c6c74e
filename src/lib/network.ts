import ipaddr from 'ipaddr.js';

/**
 * The part of the network that one visitor controls: an IPv4 address, or the /64 prefix of an IPv6 address, because the
 * visitor can use any address in that network. An IPv4-mapped IPv6 address counts as IPv4. Anything else is returned
 * unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
