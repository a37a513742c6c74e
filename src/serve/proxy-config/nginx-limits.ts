import type { ProxyOptions } from './types.ts';

/** Size of a burst, in seconds at the maximum rate. Opening a page causes several requests. */
const BURST_SECONDS = 4;

/** What is limited per visitor. Files and pages from nginx's cache do not count towards the limit. */
export type Limited = 'pages' | 'calls';

/**
 * Directives that count requests per visitor: by IPv4 address, or by the first 64 bits of an IPv6 address, which is the
 * smallest network that a household gets. Binary addresses keep the counters small.
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

/** The line that limits a location; empty if there is no limit. */
export const limited = (kind: Limited, { limit }: ProxyOptions, indent = '    ') =>
  limit === undefined ? '' : `${indent}limit_req zone=lectern_${kind} burst=${limit * BURST_SECONDS} nodelay;\n`;
