import { join } from 'node:path';
import { pageHeaders } from '#src/lib/page-headers.ts';
import { CACHE_CONTROL, FILE_HEADERS, SECURITY_HEADERS, STALE_HEADER } from '#src/lib/response-headers.ts';
import { bundleFolder } from '#src/release/index.ts';
import { homeDependsOnVisitor, inactivePrefixes, keptPages, NAMED_FILE, serverOnly } from './addresses.ts';
import { type Headers, headersOfAll, sent, sentAlways } from './nginx-headers.ts';
import { limited, limitZones } from './nginx-limits.ts';
import { leadToTls, listening } from './nginx-listen.ts';
import { accessLog, logFormat } from './nginx-logs.ts';
import { MAPS } from './nginx-maps.ts';
import { mediaTypes, plain, quoted, typesWithCharset } from './nginx-values.ts';
import { REFUSED_COMMANDS, REFUSED_HEADERS, REFUSED_OF_CALLS } from './refused-headers.ts';
import { type StandIn, TOO_MANY, UNAVAILABLE } from './stand-ins.ts';
import type { ConfigGenerator, ProxiedBrand, ProxyOptions } from './types.ts';

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
    MAPS + limitZones(options) + logFormat(options),
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
 * A refused or broken connection is tried at another server at once. One that fails five times in a second gets no request for a
 * second: at the first failure both could be left out at once, and a request would find none.
 * Idle connections end sooner than a server drains (`keepalive_timeout`), so that none ends while a POST is sent on it.
 */
const servers = (sites: readonly string[]) =>
  sites.length === 1
    ? `  server ${plain(sites[0] ?? '')};`
    : [
        '  zone lectern_sites 64k;',
        ...sites.map((site) => `  server ${plain(site)} max_fails=5 fail_timeout=1s;`),
      ].join('\n');

/** A host of no brand, and private addresses, which are the development brand's. */
const otherHosts = (brands: readonly ProxiedBrand[], options: ProxyOptions) => `server {
${listening(options, brands[0] && { ...brands[0], hsts: undefined }, 'default_server')}
  server_name _;
${passing('other-hosts', options)}
${standIns(undefined, options)}
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
${passing(brand.id, options)}
${standIns(brand, options)}
  location / {
${limited('pages', options)}    proxy_pass http://lectern;
  }
}
`;
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
const passing = (name: string, options: ProxyOptions) => `${accessLog(name, options)}
  server_tokens off;
  gzip off;
  max_ranges 0;
  client_max_body_size 8m;
  proxy_http_version 1.1;
${passed('  ', PASSED_HEADERS)}
  proxy_buffer_size 8k;
  proxy_buffers 8 32k;
  proxy_connect_timeout 5s;
  proxy_read_timeout 60s;
  proxy_ignore_headers ${REFUSED_COMMANDS.join(' ')};
${hidden('  ', REFUSED_HEADERS)}`;

const hidden = (indent: string, headers: readonly string[]) =>
  headers.map((header) => `${indent}proxy_hide_header ${header};`).join('\n');

function brandServer(brand: ProxiedBrand, options: ProxyOptions): string {
  const names = [...new Set([...brand.hosts.slice(0, 1), `${brand.id}.localhost`])].map(plain).join(' ');
  return `# ${brand.id}
server {
${listening(options, brand)}
  server_name ${names};
${passing(brand.id, options)}
${standIns(brand, options)}
${standInsOfCalls(brand, options)}
  location @site {
${limited('pages', options)}    proxy_pass http://lectern;
  }
  location ^~ ${plain(brand.apiPrefix)}/ {
${limited('calls', options)}    proxy_pass http://lectern;
    error_page 502 504 = @unavailable_call;
${hidden('    ', [...REFUSED_HEADERS, ...REFUSED_OF_CALLS])}
${options.limit === undefined ? '' : '    error_page 429 = @too_many_calls;\n'}  }
  location @kept {
${kept(brand, options)}
  }
${brand.live ? releaseLocations(brand, brand.live, options) : passLocation('/', options)}
}
`;
}

const passLocation = (match: string, options: ProxyOptions) => `  location ${match} {
${limited('pages', options)}    proxy_pass http://lectern;
  }`;

/** What nginx answers with in the place of our server. @param brand undefined for hosts of none */
const standIns = (brand: ProxiedBrand | undefined, options: ProxyOptions) =>
  [
    `  error_page 502 504 = @unavailable;
${standInPage('unavailable', UNAVAILABLE, brand, options)}`,
    ...(options.limit === undefined
      ? []
      : [`  error_page 429 = @too_many;\n${standInPage('too_many', TOO_MANY, brand, options)}`]),
  ].join('\n');

const standInsOfCalls = (brand: ProxiedBrand, options: ProxyOptions) =>
  [
    standInCall('unavailable_call', UNAVAILABLE, brand, options),
    ...(options.limit === undefined ? [] : [standInCall('too_many_calls', TOO_MANY, brand, options)]),
  ].join('\n');

const standInPage = (name: string, standIn: StandIn, brand: ProxiedBrand | undefined, options: ProxyOptions) =>
  standInLocation(name, 'text/html', standIn, standIn.page, headersOfAll(brand, options));

const standInCall = (name: string, standIn: StandIn, brand: ProxiedBrand, options: ProxyOptions) =>
  standInLocation(name, 'application/json', standIn, standIn.call, headersOfAll(brand, options));

const standInLocation = (
  name: string,
  type: string,
  { status, headers }: StandIn,
  text: string,
  ofAll: Headers,
) => `  location @${name} {
    default_type ${type};
${sentAlways({ ...headers, ...ofAll })}
    return ${status} ${quoted(text)};
  }`;

function releaseLocations(brand: ProxiedBrand, live: NonNullable<ProxiedBrand['live']>, options: ProxyOptions): string {
  const { state } = options;
  const always = { ...SECURITY_HEADERS, ...headersOfAll(brand, options) };
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
    ...serverOnly(brand.locales).map((path) => passLocation(`= ${path}`, options)),
    ...inactivePrefixes(brand.locales).map((prefix) => passLocation(`^~ ${prefix}`, options)),
    ...(homeDependsOnVisitor(brand.locales) ? [passLocation('= /', options)] : []),
    passLocation('= /sw.js', options),
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

const keptSince = ({ takenDownSince = '' }: ProxiedBrand) => (takenDownSince === '' ? '' : ` ${plain(takenDownSince)}`);

/**
 * Pages that our server rendered. It says how long each may be kept (X-Accel-Expires). A page that is too old is still
 * sent while one request brings the new one, and as long as our server fails.
 */
const kept = (brand: ProxiedBrand, options: ProxyOptions) => `${limited('pages', options)}    proxy_pass http://lectern;
${passed('    ', [...PASSED_HEADERS, 'Accept-Encoding $lectern_accepted', 'Available-Dictionary $lectern_dictionary'])}
    proxy_cache lectern;
    proxy_cache_key "${plain(brand.id)}${keptSince(brand)} $lectern_encoding $lectern_dictionary $lectern_address";
    proxy_ignore_headers Cache-Control Expires Vary ${REFUSED_COMMANDS.join(' ')};
    proxy_cache_valid 301 302 308 404 410 1s;
    proxy_cache_bypass $http_authorization;
    proxy_no_cache $http_authorization $lectern_unkept;
    proxy_cache_use_stale updating error timeout invalid_header http_500 http_502 http_503 http_504;
    proxy_cache_background_update on;
    # Our server renders a page once however many ask, so nobody has to wait long for the first one.
    proxy_cache_lock on;
    proxy_cache_lock_timeout 200ms;
    add_header ${STALE_HEADER} $lectern_stale;
${sentAlways(options.certificates === undefined ? {} : headersOfAll(brand, options))}`;
