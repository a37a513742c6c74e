import type { ProxyOptions } from './types.ts';

/** How many requests may come at once before the rate counts: a page asks for several things when it is opened. */
const BURST_SECONDS = 4;

/** What one visitor may ask our server for. Files, kept whole by nginx, are not counted. */
export type Limited = 'pages' | 'calls';

/**
 * The counters, by visitor: an IPv4 address, or the first 64 bits of an IPv6 address, of which a household has no fewer.
 * The addresses are binary, so that a counter is small.
 */
export const limitZones = ({ limit }: ProxyOptions) =>
  limit === undefined
    ? ''
    : `
map $binary_remote_addr $lectern_visitor {
  default $binary_remote_addr;
  "~(?s)^(?<lectern_network>.{8})" $lectern_network;
}
limit_req_zone $lectern_visitor zone=lectern_pages:10m rate=${limit}r/s;
limit_req_zone $lectern_visitor zone=lectern_calls:10m rate=${limit}r/s;
limit_req_status 429;
limit_req_log_level warn;
`;

/** A line of a location, or nothing. */
export const limited = (what: Limited, { limit }: ProxyOptions, indent = '    ') =>
  limit === undefined ? '' : `${indent}limit_req zone=lectern_${what} burst=${limit * BURST_SECONDS} nodelay;\n`;
