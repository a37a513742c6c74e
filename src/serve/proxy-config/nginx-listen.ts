import { join } from 'node:path';
import { type Headers, headersOfAll, sentAlways } from './nginx-headers.ts';
import { accessLog } from './nginx-logs.ts';
import { plain, quoted } from './nginx-values.ts';
import type { ProxiedBrand, ProxyOptions } from './types.ts';

/** Ciphers for TLS 1.2: only those with forward secrecy and authenticated encryption. nginx allows more by default. */
const CIPHERS = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
];

/** Directives for a server block with TLS. Without them, older versions of nginx would accept TLS 1.0 and 1.1. */
const TLS = `  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_ciphers ${CIPHERS.join(':')};
  ssl_session_cache shared:lectern_tls:10m;
  ssl_session_timeout 1d;`;

const DEFAULT_PORT = '80';

const DEFAULT_TLS_PORT = '443';

/** Marks a server block. With `default_server`, the block gets the requests that match no other block. */
type Mark = 'default_server' | undefined;

/**
 * The directives for the addresses that a server block listens on, for its certificate, and for the headers of all its
 * responses.
 */
export function listening(options: ProxyOptions, brand: ProxiedBrand | undefined, mark?: Mark): string {
  const { certificates, listenTls = DEFAULT_TLS_PORT } = options;
  if (certificates === undefined) return `${withoutTls(options.listen, mark)}${challenges(options)}`;
  const folder = join(certificates, brand?.hosts[0] ?? '');
  return `${tlsListens(listenTls, options, mark)}
  ssl_certificate ${quoted(join(folder, 'fullchain.pem'))};
  ssl_certificate_key ${quoted(join(folder, 'privkey.pem'))};
${TLS}
${ownHeaders(headersOfAll(brand, options))}`;
}

/**
 * nginx before 1.25 enables HTTP/2 in `listen`, but later versions warn about this. HTTP/3 requires a later version.
 */
function tlsListens(address: string, { http3 = false }: ProxyOptions, mark: Mark): string {
  if (!http3) return listens(address, ['ssl', 'http2', mark]);
  // `reuseport` is only allowed in one server block per address and port.
  const quic = listens(address, ['quic', mark, mark && 'reuseport']);
  return `${listens(address, ['ssl', mark])}\n${quic}\n  http2 on;`;
}

/**
 * nginx's own responses need these headers too, so nginx adds them to all responses and drops the copies from our
 * server.
 */
const ownHeaders = (headers: Headers) =>
  [
    sentAlways(headers, '  '),
    ...('Strict-Transport-Security' in headers ? ['  proxy_hide_header Strict-Transport-Security;'] : []),
  ]
    .filter(Boolean)
    .join('\n');

/** A server block for any host that redirects requests without TLS. It serves only ACME challenges. */
export const redirectToTls = (options: ProxyOptions) => `server {
${withoutTls(options.listen, 'default_server')}
${accessLog('other-hosts', options)}
  server_tokens off;${challenges(options)}
  location / {
    return 308 https://$host$request_uri;
  }
}
`;

const withoutTls = (listen = DEFAULT_PORT, mark?: Mark) => listens(listen, [mark]);

/** A port without an address listens on all addresses. */
function listens(address: string, words: readonly (string | undefined)[]): string {
  const suffix = ['', ...words.filter((word) => word !== undefined)].join(' ');
  const line = `  listen ${plain(address)}${suffix};`;
  return /^\d+$/.test(address) ? `${line}\n  listen [::]:${address}${suffix};` : line;
}

/** A location with the files that prove to a certificate authority that a host points to this server (RFC 8555). */
const challenges = ({ acme }: ProxyOptions) =>
  acme === undefined
    ? ''
    : `
  location ^~ /.well-known/acme-challenge/ {
    root ${quoted(acme)};
    default_type text/plain;
    try_files $uri =404;
  }`;
