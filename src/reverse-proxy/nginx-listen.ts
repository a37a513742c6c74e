import { join } from 'node:path';
import { type Headers, headersOfAll, sentAlways } from './nginx-headers.ts';
import { plain, quoted } from './nginx-values.ts';
import type { ProxiedBrand, ProxyOptions } from './types.ts';

/** Of TLS 1.2, whose own list has more than that: keys are agreed on anew each time, and what is sent cannot be changed. */
const CIPHERS = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
];

/** Directives of a server block that answers by TLS: older nginx would also speak TLS 1.0 and 1.1. */
const TLS = `  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_ciphers ${CIPHERS.join(':')};
  ssl_session_cache shared:lectern_tls:10m;
  ssl_session_timeout 1d;`;

const DEFAULT_PORT = '80';

const DEFAULT_TLS_PORT = '443';

/** Which requests a server block takes: those of all addresses that no other block does, or of its names. */
type Mark = 'default_server' | undefined;

/** How a server block is reached, its certificate, and the headers of all its answers. */
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

/** Versions before 1.25 take HTTP/2 in `listen`, later ones warn of that. HTTP/3 needs a later one. */
function tlsListens(address: string, { http3 = false }: ProxyOptions, mark: Mark): string {
  if (!http3) return listens(address, ['ssl', 'http2', mark]);
  // One block opens the port for all.
  const quic = listens(address, ['quic', mark, mark && 'reuseport']);
  return `${listens(address, ['ssl', mark])}\n${quic}\n  http2 on;`;
}

/** Answers of nginx itself have them too, so what our server says of them is not passed on beside it. */
const ownHeaders = (headers: Headers) =>
  [
    sentAlways(headers, '  '),
    ...('Strict-Transport-Security' in headers ? ['  proxy_hide_header Strict-Transport-Security;'] : []),
  ]
    .filter(Boolean)
    .join('\n');

/** What asks without TLS is led there, whatever host it names; only challenges are answered. */
export const leadToTls = (options: ProxyOptions) => `server {
${withoutTls(options.listen, 'default_server')}
  server_tokens off;${challenges(options)}
  location / {
    return 308 https://$host$request_uri;
  }
}
`;

const withoutTls = (listen = DEFAULT_PORT, mark?: Mark) => listens(listen, [mark]);

/** A port alone is that of all addresses. */
function listens(address: string, words: readonly (string | undefined)[]): string {
  const rest = ['', ...words.filter((word) => word !== undefined)].join(' ');
  const line = `  listen ${plain(address)}${rest};`;
  return /^\d+$/.test(address) ? `${line}\n  listen [::]:${address}${rest};` : line;
}

/** By such files a certificate authority sees that a host leads here (RFC 8555). */
const challenges = ({ acme }: ProxyOptions) =>
  acme === undefined
    ? ''
    : `
  location ^~ /.well-known/acme-challenge/ {
    root ${quoted(acme)};
    default_type text/plain;
    try_files $uri =404;
  }`;
