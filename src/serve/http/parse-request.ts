import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { ConfigError } from '#src/lib/errors.ts';

/** The parts of a request that the server reads. */
export interface ParsedRequest {
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  /** The query including the question mark; empty if there is none. */
  readonly search: string;
  readonly host: string | undefined;
  /** The visitor's IP address. Behind a trusted proxy, this is the address that the proxy forwards. */
  readonly clientAddress: string;
  readonly ifNoneMatch: string | undefined;
  readonly acceptEncoding: string | undefined;
  /** Value of the header Available-Dictionary. */
  readonly availableDictionary: string | undefined;
  /** Used only to choose a language (language.ts). */
  readonly acceptLanguage: string | undefined;
  readonly cookie: string | undefined;
  /** Value of the header Sec-Fetch-Site. */
  readonly fetchSite: string | undefined;
  /** Value of the header Origin. */
  readonly origin: string | undefined;
}

/** Returns whether to trust forwarded headers from a peer with this IP address. */
export type ProxyCheck = (address: string) => boolean;

/** @throws ConfigError for an entry that is neither an IP address nor a subnet */
export function createProxyCheck(proxies: readonly string[]): ProxyCheck {
  if (proxies.length === 0) return () => false;
  const list = new BlockList();
  for (const entry of proxies) addProxy(list, entry);
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function addProxy(list: BlockList, entry: string): void {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const maxBits = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || Number(bits ?? 0) > maxBits) {
    throw new ConfigError(
      `LECTERN_PROXIES contains "${entry}", which is not an address or a subnet such as 10.0.0.0/8.`,
    );
  }
  if (bits === undefined) list.addAddress(address, familyOf(address));
  else list.addSubnet(address, Number(bits), familyOf(address));
}

const firstOf = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim();

type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'> & {
  readonly socket: Pick<Socket, 'remoteAddress'>;
};

/** Returns undefined if the target is not a path or there are several Host headers (RFC 9112, 3.2). */
export function parseRequest(request: RequestHead, isTrustedProxy: ProxyCheck): ParsedRequest | undefined {
  const target = splitTarget(request.url ?? '');
  if (!target || hostCount(request) > 1) return undefined;
  const { headers } = request;
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const isProxied = isTrustedProxy(peer);
  return {
    path: target.path,
    search: target.search,
    method: request.method ?? 'GET',
    host: (isProxied ? firstOf(headers['x-forwarded-host']) : undefined) ?? target.host ?? headers.host,
    clientAddress: (isProxied ? lastUntrusted(headers['x-forwarded-for'], isTrustedProxy) : undefined) ?? peer,
    ifNoneMatch: headers['if-none-match'],
    acceptEncoding: joined(headers['accept-encoding']),
    availableDictionary: joined(headers['available-dictionary']),
    acceptLanguage: headers['accept-language'],
    cookie: headers.cookie,
    fetchSite: joined(headers['sec-fetch-site']),
    origin: joined(headers.origin),
  };
}

/** Counts Host headers. In the raw headers, names are at even indexes. */
function hostCount({ rawHeaders }: RequestHead): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

const joined = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(',') : value);

/** The last address in X-Forwarded-For that is not a trusted proxy. */
function lastUntrusted(value: string | string[] | undefined, isTrustedProxy: ProxyCheck): string | undefined {
  const addresses = (joined(value) ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => isIP(part) !== 0);
  return addresses.findLast((address) => !isTrustedProxy(address));
}

interface Target {
  readonly path: string;
  readonly search: string;
  readonly host: string | undefined;
}

/** Splits the request target. Accepts the origin form, and the absolute form that a proxy may send. */
function splitTarget(url: string): Target | undefined {
  const absolute = url.startsWith('/') ? null : /^https?:\/\/([^/?#]*)([^#]*)/i.exec(url);
  const rest = absolute?.[2] ?? '';
  const local = absolute ? `${rest.startsWith('/') ? '' : '/'}${rest}` : url;
  if (!local.startsWith('/')) return undefined;
  const mark = local.indexOf('?');
  const host = absolute?.[1] || undefined;
  if (mark < 0) return { path: local, search: '', host };
  return { path: local.slice(0, mark), search: local.slice(mark), host };
}
