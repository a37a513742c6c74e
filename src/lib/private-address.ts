const NUMBER = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`;
const IPV4 = new RegExp(
  String.raw`^(?:(?:127|10)\.${NUMBER}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.${NUMBER}\.${NUMBER}$`,
);
const IPV6 = /^(?=.*:.*:)(?:::1|f[cd][0-9a-f]{2}:[0-9a-f:.]*)$/i;

/** Whether the address is loopback or in a private-network range (RFC 1918, RFC 4193). */
export const isPrivateAddress = (name: string): boolean => IPV4.test(name) || IPV6.test(name);

/**
 * Whether a host is only used for development.
 * @param name as in `location.hostname`
 */
export function isDevelopmentHost(name: string): boolean {
  return /^(.*\.)?localhost$/.test(name) || isPrivateAddress(name.replace(/^\[|\]$/g, ''));
}
