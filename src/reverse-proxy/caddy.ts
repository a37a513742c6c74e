import { join } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { MEDIA_TYPES } from '#src/lib/media-types.ts';
import { pageHeaders } from '#src/lib/page-headers.ts';
import { CACHE_CONTROL, FILE_HEADERS, SECURITY_HEADERS } from '#src/lib/response-headers.ts';
import { bundleFolder } from '#src/release/index.ts';
import {
  CAMPAIGN_QUERY,
  FEED_FILE,
  HASHED_FILE,
  homeDependsOnVisitor,
  inactivePrefixes,
  PLAIN_PATH,
  ROOT_FILE,
  serverOnly,
} from './addresses.ts';
import { REFUSED_COMMANDS, REFUSED_HEADERS } from './refused-headers.ts';
import { UNAVAILABLE } from './stand-ins.ts';
import type { ConfigGenerator, ProxiedBrand, ProxyOptions } from './types.ts';

/**
 * A Caddyfile for Caddy 2.6 or newer (docs/operate/proxy.md). Caddy sends the files of the live releases itself and hands
 * everything else to our server. It has no cache of its own: our server keeps the pages rendered on request.
 * @throws LecternError for a value that Caddy would take apart
 */
export const caddyConfig: ConfigGenerator = (brands, options) =>
  [HEADING, otherHosts(options), ...brands.map((brand) => brandSite(brand, options))].join('\n');

const HEADING = `# Made by "npm run proxy-config" (docs/operate/proxy.md). Changes are lost at the next publish.
`;

/** A host of no brand, and private addresses, which are the development brand's. */
const otherHosts = (options: ProxyOptions) => `http://${port(options.listen)} {
${accessLog('other-hosts', options)}${passTo(options.sites, '	')}
${unavailable()}
}
`;

/**
 * A refused connection is tried at another server at once. A server that fails five times gets no request for a second: at
 * the first failure both could be left out at once, and a POST would find none. Idle connections end sooner than a server
 * drains, so that none ends while a POST is sent on it. A server that drains says so by `/healthz` and gets no more
 * requests before it refuses any: Caddy 2.6 loses the body of a POST that was refused.
 */
const failover = (indent: string) => `${indent}	lb_policy round_robin
${indent}	lb_try_duration 5s
${indent}	lb_try_interval 50ms
${indent}	fail_duration 1s
${indent}	max_fails 5
${indent}	health_uri /healthz
${indent}	health_interval 500ms
`;

/** Compression is between our server and the browser alone: what Caddy would unpack has no length any more. */
const passTo = (sites: readonly string[], indent: string) => `${indent}reverse_proxy ${sites.map(quoted).join(' ')} {
${sites.length === 1 ? '' : failover(indent)}${indent}	transport http {
${indent}		compression off
${sites.length === 1 ? '' : `${indent}		keepalive 1s\n`}${indent}	}
${indent}	header_up X-Request-Id {http.request.uuid}
${[...REFUSED_HEADERS, ...REFUSED_COMMANDS].map((header) => `${indent}	header_down -${header}`).join('\n')}
${indent}}`;

/** Where our server does not answer. @param apiPrefix of the calls of the brand */
const unavailable = (apiPrefix?: string) => `	handle_errors {
		@down expression \`{err.status_code} in [502, 503, 504]\`
		header @down {
${Object.entries(UNAVAILABLE.headers)
  .map(([name, value]) => `			${name} ${quoted(value)}`)
  .join('\n')}
			-Server
		}
${apiPrefix === undefined ? '' : unavailableCall(apiPrefix)}		header @down Content-Type "text/html; charset=utf-8"
		respond @down ${verbatim(UNAVAILABLE.page)} 503
	}`;

const unavailableCall = (apiPrefix: string) => `		@call {
			path ${plain(apiPrefix)}/*
			expression \`{err.status_code} in [502, 503, 504]\`
		}
		handle @call {
			header Content-Type "application/json"
			respond ${verbatim(UNAVAILABLE.call)} 503
		}
`;

/** A text that may hold double quotes and braces. */
const verbatim = (text: string) => `\`${text}\``;

const port = (listen: string | undefined) => (listen === undefined ? '' : `:${plain(listen)}`);

/** Without a port Caddy answers by TLS and gets the certificates itself. */
const address = (host: string, listen: string | undefined) =>
  listen === undefined ? plain(host) : `http://${plain(host)}${port(listen)}`;

function brandSite(brand: ProxiedBrand, options: ProxyOptions): string {
  const [first = '', ...others] = brand.hosts;
  const hosts = [...new Set([first, `${brand.id}.localhost`])];
  return `# ${brand.id}
${others.length === 0 ? '' : otherHostsOf(brand, others, options)}${hosts.map((host) => address(host, options.listen)).join(', ')} {
${certificate(brand, options)}${accessLog(brand.id, options)}	header {
		-Server
		-X-Accel-Expires
	}
${brand.live ? `${releaseHandlers(brand, brand.live, options)}\n` : ''}	handle {
${passTo(options.sites, '		')}
	}
${unavailable(brand.apiPrefix)}
}
`;
}

/** Of the operator. Without one Caddy gets and renews its certificates by ACME. */
function certificate({ hosts }: ProxiedBrand, { certificates, listen }: ProxyOptions): string {
  if (certificates === undefined || listen !== undefined) return '';
  const [chain, key] = ['fullchain.pem', 'privkey.pem'].map((file) => quoted(join(certificates, hosts[0] ?? '', file)));
  return `\ttls ${chain} ${key}\n`;
}

/** Without queries and headers, which may hold tokens and what a visitor looked for. Caddy itself begins a new file. */
const accessLog = (name: string, { logs }: ProxyOptions) =>
  logs === undefined
    ? ''
    : `	log {
		output file ${quoted(join(logs, `lectern-${name}.log`))} {
			roll_size 50MiB
			roll_keep 14
			roll_keep_for 336h
		}
		format filter {
			wrap json
			fields {
				request>uri regexp \\?.*$ ""
				request>headers delete
				resp_headers delete
			}
		}
	}
`;

/** Our server leads visitors of a brand's other hosts to its first. */
const otherHostsOf = (brand: ProxiedBrand, hosts: readonly string[], options: ProxyOptions) =>
  `${hosts.map((host) => address(host, options.listen)).join(', ')} {
${certificate(brand, options)}${accessLog(brand.id, options)}${passTo(options.sites, '\t')}
${unavailable()}
}
`;

function releaseHandlers(
  brand: ProxiedBrand,
  live: NonNullable<ProxiedBrand['live']>,
  { state }: ProxyOptions,
): string {
  const root = quoted(join(state, brand.id, 'current', bundleFolder(live.bundle)));
  const always = { ...SECURITY_HEADERS, ...(brand.hsts !== undefined && { 'Strict-Transport-Security': brand.hsts }) };
  const isPage = true;
  const page = {
    root,
    cacheControl: CACHE_CONTROL.page,
    headers: { ...always, ...pageHeaders(live.csp) },
    isPage,
    precompressed: 'br',
  };
  const file = { root, headers: { ...always, ...FILE_HEADERS }, isPage: false, precompressed: 'br gzip' };
  const home = { name: 'home', target: '/', file: '/index.html' };
  return [
    mediaTypes(),
    '	# Only while pages of this bundle are live: the policy below is theirs.',
    ...(homeDependsOnVisitor(brand.locales) ? [] : [handler({ ...page, ...home, except: [] })]),
    handler({ ...page, name: 'page', target: PLAIN_PATH, file: '{path}.html', except: exceptions(brand) }),
    handler({
      ...file,
      name: 'hashed_file',
      target: HASHED_FILE,
      file: '{path}',
      except: FORMS,
      cacheControl: CACHE_CONTROL.hashedFile,
    }),
    handler({
      ...file,
      name: 'root_file',
      target: ROOT_FILE,
      file: '{path}',
      except: ['/sw.js'],
      cacheControl: CACHE_CONTROL.file,
    }),
    handler({
      ...file,
      name: 'feed',
      target: FEED_FILE,
      file: '{path}',
      except: exceptions(brand),
      cacheControl: CACHE_CONTROL.file,
    }),
  ].join('\n');
}

/** Content-Type of what is sent, by the end of its name. */
const mediaTypes = () => `	map {path} {lectern_type} {
${Object.entries(MEDIA_TYPES)
  .map(([extension, type]) => `		~\\${extension}$ ${quoted(type)}`)
  .join('\n')}
		default application/octet-stream
	}`;

const FORMS = ['*.br', '*.gz'];

const exceptions = ({ locales }: ProxiedBrand) => [
  ...serverOnly(locales),
  ...inactivePrefixes(locales).flatMap((prefix) => [prefix, `${prefix}/*`]),
];

interface Handler {
  readonly name: string;
  /** Regular expression of the path as it is requested. */
  readonly target: string;
  /** File below the root, with Caddy's placeholders. */
  readonly file: string;
  /** Paths that our server answers. */
  readonly except: readonly string[];
  readonly root: string;
  readonly cacheControl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isPage: boolean;
  readonly precompressed: string;
}

/** Pages have no gzip beside them. Our server makes it, with an ETag of its own, for the few who do not take br. */
const NO_GZIP =
  '		expression `{header.Accept-Encoding}.contains("br") || !{header.Accept-Encoding}.contains("gzip")`';

/** Files that are there, asked for in their one spelling, without a query that a page reads or encodings with weights. */
const handler = ({
  name,
  target,
  file,
  except,
  root,
  cacheControl,
  headers,
  isPage,
  precompressed,
}: Handler) => `	@${name} {
		method GET HEAD
		vars_regexp {http.request.orig_uri} \`^${target}(?:\\?(?:${CAMPAIGN_QUERY})?)?$\`
		not header_regexp Accept-Encoding [;*]
${isPage ? `${NO_GZIP}\n` : ''}${except.length === 0 ? '' : `		not path ${except.join(' ')}\n`}		file {
			root ${root}
			try_files ${file}
		}
	}
	handle @${name} {
		root * ${root}
		rewrite * ${file}
		request_header -Range
		header {
${sent({ ...headers, 'Cache-Control': cacheControl })}
			Content-Type ${isPage ? quoted(MEDIA_TYPES['.html'] ?? '') : '{lectern_type}'}
			Vary Accept-Encoding
			-Accept-Ranges
			-Last-Modified
			defer
		}
		file_server {
			precompressed ${precompressed}
			disable_canonical_uris
		}
	}`;

const sent = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `			${name} ${quoted(value)}`)
    .join('\n');

/** @throws LecternError for what Caddy would take as a placeholder */
function quoted(value: string): string {
  if (/[{}\p{Cc}]/u.test(value)) throw unusable(value);
  return `"${value.replace(/[\\"]/g, '\\$&')}"`;
}

/** @throws LecternError for what is no single word of a Caddyfile */
function plain(value: string): string {
  if (!/^[A-Za-z0-9_.:[\]/-]+$/.test(value)) throw unusable(value);
  return value;
}

const unusable = (value: string) => new LecternError('PROXY_CONFIG', `"${value}" cannot stand in a Caddyfile.`);
