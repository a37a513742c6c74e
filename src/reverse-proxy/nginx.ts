import { join } from 'node:path';
import { pageHeaders } from '#src/lib/page-headers.ts';
import { CACHE_CONTROL, FILE_HEADERS, SECURITY_HEADERS, STALE_HEADER } from '#src/lib/response-headers.ts';
import { bundleFolder } from '#src/release/index.ts';
import { homeDependsOnVisitor, inactivePrefixes, keptPages, NAMED_FILE, serverOnly } from './addresses.ts';
import { MAPS } from './nginx-maps.ts';
import { TLS } from './nginx-tls.ts';
import { mediaTypes, plain, quoted, typesWithCharset } from './nginx-values.ts';
import type { ConfigGenerator, ProxiedBrand, ProxyOptions } from './types.ts';
import { UNAVAILABLE_CALL, UNAVAILABLE_HEADERS, UNAVAILABLE_PAGE } from './unavailable.ts';

/**
 * A configuration for the `http` block of nginx 1.22 or newer with `ngx_http_brotli_static_module`
 * (docs/operate/proxy.md). nginx sends the files of the live releases itself, keeps pages that were rendered on request,
 * and hands everything else to our server.
 * @throws LecternError for a value that nginx would take apart
 */
export const nginxConfig: ConfigGenerator = (brands, options) =>
  [
    HEADING,
    shared(options),
    MAPS,
    ...(options.certificates === undefined ? [] : [leadToTls(options)]),
    otherHosts(brands, options),
    ...brands.flatMap((brand) => [otherHostsOf(brand, options), brandServer(brand, options)]),
  ].join('\n');

const HEADING = `# Made by "npm run proxy-config" (docs/operate/proxy.md). Changes are lost at the next publish.
`;

const shared = ({ sites, cache }: ProxyOptions) => `upstream lectern {
${servers(sites)}
  keepalive 64;
${sites.length === 1 ? '' : '  keepalive_timeout 1s;\n'}}

proxy_cache_path ${quoted(cache)} levels=1:2 keys_zone=lectern:20m max_size=2g inactive=1d use_temp_path=off;
`;

/**
 * With several, one that refuses or breaks a connection gets no request for a second, and another one gets this request.
 * Idle connections end sooner than a server drains (`keepalive_timeout`), so that none ends while a POST is sent on it.
 */
const servers = (sites: readonly string[]) =>
  sites.length === 1
    ? `  server ${plain(sites[0] ?? '')};`
    : [
        '  zone lectern_sites 64k;',
        ...sites.map((site) => `  server ${plain(site)} max_fails=1 fail_timeout=1s;`),
      ].join('\n');

const DEFAULT_PORT = '80';

const leadToTls = ({ listen }: ProxyOptions) => `server {
${withoutTls(listen, ' default_server')}
  return 308 https://$host$request_uri;
}
`;

/** A host of no brand, and private addresses, which are the development brand's. */
const otherHosts = (brands: readonly ProxiedBrand[], options: ProxyOptions) => `server {
${listening(options, brands[0] && { ...brands[0], hsts: undefined }, ' default_server')}
  server_name _;
${PASSING}
${unavailable()}
  location / {
    proxy_pass http://lectern;
  }
}
`;

/** Our server leads visitors of a brand's other hosts to its first. */
function otherHostsOf(brand: ProxiedBrand, options: ProxyOptions): string {
  const others = brand.hosts.slice(1);
  if (others.length === 0) return '';
  return `server {
${listening(options, brand)}
  server_name ${others.map(plain).join(' ')};
${PASSING}
${unavailable(brand.hsts)}
  location / {
    proxy_pass http://lectern;
  }
}
`;
}

function listening({ listen, certificates }: ProxyOptions, brand: ProxiedBrand | undefined, mark = ''): string {
  if (certificates === undefined) return withoutTls(listen, mark);
  const folder = join(certificates, brand?.hosts[0] ?? '');
  return `  listen 443 ssl http2${mark};
  listen [::]:443 ssl http2${mark};
  ssl_certificate ${quoted(join(folder, 'fullchain.pem'))};
  ssl_certificate_key ${quoted(join(folder, 'privkey.pem'))};
${TLS}
${brand?.hsts === undefined ? '' : transportSecurity(brand.hsts)}`;
}

/** Answers of nginx itself have it too, so what our server says of it is not passed on beside it. */
const transportSecurity = (value: string) => `
  add_header Strict-Transport-Security ${quoted(value)} always;
  proxy_hide_header Strict-Transport-Security;`;

/** A port alone is that of all addresses. */
function withoutTls(listen = DEFAULT_PORT, mark = ''): string {
  const line = `  listen ${plain(listen)}${mark};`;
  return /^\d+$/.test(listen) ? `${line}\n  listen [::]:${listen}${mark};` : line;
}

const PASSED_HEADERS: readonly string[] = [
  'Connection ""',
  'Host $host',
  'X-Forwarded-Host $host',
  'X-Forwarded-For $proxy_add_x_forwarded_for',
  'X-Forwarded-Proto $scheme',
  'X-Request-Id $request_id',
];

const passed = (indent: string, headers: readonly string[]) =>
  headers.map((header) => `${indent}proxy_set_header ${header};`).join('\n');

/** Our server refuses bodies above 1 MiB in words of its own; above 8 MiB nginx does. */
const PASSING = `  access_log off;
  server_tokens off;
  gzip off;
  max_ranges 0;
  client_max_body_size 8m;
  proxy_http_version 1.1;
${passed('  ', PASSED_HEADERS)}
  proxy_buffer_size 8k;
  proxy_buffers 8 32k;
  proxy_connect_timeout 5s;
  proxy_read_timeout 60s;`;

function brandServer(brand: ProxiedBrand, options: ProxyOptions): string {
  const names = [...new Set([...brand.hosts.slice(0, 1), `${brand.id}.localhost`])].map(plain).join(' ');
  return `# ${brand.id}
server {
${listening(options, brand)}
  server_name ${names};
${PASSING}
${unavailable(brand.hsts)}
  location @unavailable_call {
    default_type application/json;
${answered(UNAVAILABLE_CALL, brand.hsts)}
  }
  location @site {
    proxy_pass http://lectern;
  }
  location ^~ ${plain(brand.apiPrefix)}/ {
    proxy_pass http://lectern;
    error_page 502 504 = @unavailable_call;
  }
  location @kept {
${kept(brand, options)}
  }
${brand.live ? releaseLocations(brand, brand.live, options) : passLocation('/')}
}
`;
}

const passLocation = (match: string) => `  location ${match} {
    proxy_pass http://lectern;
  }`;

/** A location with headers of its own has none of the server's. */
const hstsOf = (hsts: string | undefined): Headers => (hsts === undefined ? {} : { 'Strict-Transport-Security': hsts });

/** Where our server does not answer. */
const unavailable = (hsts?: string) => `  error_page 502 504 = @unavailable;
  location @unavailable {
    default_type text/html;
${answered(UNAVAILABLE_PAGE, hsts)}
  }`;

const answered = (text: string, hsts: string | undefined) => `${alwaysSent({ ...UNAVAILABLE_HEADERS, ...hstsOf(hsts) })}
    return 503 ${quoted(text)};`;

const alwaysSent = (headers: Headers) =>
  Object.entries(headers)
    .map(([name, value]) => `    add_header ${name} ${quoted(value)} always;`)
    .join('\n');

function releaseLocations(brand: ProxiedBrand, live: NonNullable<ProxiedBrand['live']>, options: ProxyOptions): string {
  const { state } = options;
  const always = { ...SECURITY_HEADERS, ...hstsOf(brand.hsts) };
  const page = {
    ...always,
    'Cache-Control': CACHE_CONTROL.page,
    ...pageHeaders(live.csp),
  };
  const file = { ...always, ...FILE_HEADERS };
  const rendered = keptPages(brand.locales, brand.booksOnRequest ?? false);
  const hashedFile = { ...file, 'Cache-Control': CACHE_CONTROL.hashedFile };
  return [
    `  # Only while pages of this bundle are live: the policy below is theirs.
  root ${quoted(join(state, brand.id, 'current', bundleFolder(live.bundle)))};
  open_file_cache max=20000 inactive=10m;
  open_file_cache_valid 5s;
  # What is missing is asked of our server anyway.
  open_file_cache_errors on;
  charset_types ${typesWithCharset()};
  types {
${mediaTypes()}
  }
  default_type application/octet-stream;`,
    ...serverOnly(brand.locales).map((path) => passLocation(`= ${path}`)),
    ...inactivePrefixes(brand.locales).map((prefix) => passLocation(`^~ ${prefix}`)),
    ...(homeDependsOnVisitor(brand.locales) ? [passLocation('= /')] : []),
    passLocation('= /sw.js'),
    pageLocation('/', '@site', page),
    `  location ~ "^${rendered.always}$" {
${kept(brand, options)}
  }`,
    pageLocation(`~ "^${rendered.either}$"`, '@kept', page),
    fileLocation('^~ /_astro/', hashedFile),
    fileLocation('^~ /_brand/', hashedFile),
    fileLocation(`~ "^${NAMED_FILE}$"`, { ...file, 'Cache-Control': CACHE_CONTROL.file }),
  ].join('\n');
}

type Headers = Readonly<Record<string, string>>;

/** Pages have br beside them; gzip is made for the few who take nothing else. */
const pageLocation = (match: string, otherwise: string, headers: Headers) => `  location ${match} {
    try_files $lectern_page ${otherwise};
    charset utf-8;
    brotli_static on;
    gzip on;
    gzip_proxied any;
    gzip_comp_level 6;
    gzip_min_length 860;
${sent(headers)}
  }`;

const fileLocation = (match: string, headers: Headers) => `  location ${match} {
    try_files $lectern_file @site;
    charset utf-8;
    brotli_static on;
    gzip_static on;
    gzip_proxied any;
${sent(headers)}
  }`;

/** An empty Last-Modified is none: the ETag says all, and our server sends none either. */
const sent = (headers: Headers) =>
  Object.entries({ ...headers, Vary: 'Accept-Encoding', 'Last-Modified': '' })
    .map(([name, value]) => `    add_header ${name} ${quoted(value)};`)
    .join('\n');

/**
 * Pages that our server rendered. It says how long each may be kept (X-Accel-Expires). A page that is too old is still
 * sent while one request brings the new one, and as long as our server fails.
 */
const kept = ({ id, hsts }: ProxiedBrand, { certificates }: ProxyOptions) => `    proxy_pass http://lectern;
${passed('    ', [...PASSED_HEADERS, 'Accept-Encoding $lectern_accepted', 'Available-Dictionary $lectern_dictionary'])}
    proxy_cache lectern;
    proxy_cache_key "${plain(id)} $lectern_encoding $lectern_dictionary $lectern_address";
    proxy_ignore_headers Cache-Control Expires Vary;
    proxy_cache_valid 301 302 308 404 410 1s;
    proxy_cache_bypass $http_authorization;
    proxy_no_cache $http_authorization $lectern_unkept;
    proxy_cache_use_stale updating error timeout invalid_header http_500 http_502 http_503 http_504;
    proxy_cache_background_update on;
    # Our server renders a page once however many ask, so nobody has to wait long for the first one.
    proxy_cache_lock on;
    proxy_cache_lock_timeout 200ms;
    add_header ${STALE_HEADER} $lectern_stale;
${alwaysSent(certificates === undefined ? {} : hstsOf(hsts))}`;
