import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { ConfigError } from '#src/lib/errors.ts';
import type { Ask } from './answer.ts';

/** Whether forwarded headers of this peer are believed. */
export type TrustCheck = (address: string) => boolean;

/** @throws ConfigError for an entry that is neither an address nor a subnet */
export function createTrustCheck(proxies: readonly string[]): TrustCheck {
  if (proxies.length === 0) return () => false;
  const list = new BlockList();
  for (const entry of proxies) addProxy(list, entry);
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function addProxy(list: BlockList, entry: string): void {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const most = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || Number(bits ?? 0) > most) {
    throw new ConfigError(`LECTERN_PROXIES holds "${entry}", which is no address or subnet such as 10.0.0.0/8.`);
  }
  if (bits === undefined) list.addAddress(address, familyOf(address));
  else list.addSubnet(address, Number(bits), familyOf(address));
}

const first = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim();

/** What a request sends before its body. */
type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'> & {
  readonly socket: Pick<Socket, 'remoteAddress'>;
};

/** Takes a request apart; undefined for a target that is no path, or two hosts (RFC 9112, 3.2). */
export function readAsk(request: RequestHead, trusts: TrustCheck): Ask | undefined {
  const target = splitTarget(request.url ?? '');
  if (!target || hostCount(request) > 1) return undefined;
  const { headers } = request;
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const believed = trusts(peer);
  return {
    ...target,
    method: request.method ?? 'GET',
    host: (believed ? first(headers['x-forwarded-host']) : undefined) ?? target.host ?? headers.host,
    client: (believed ? lastForeign(headers['x-forwarded-for'], trusts) : undefined) ?? peer,
    ifNoneMatch: headers['if-none-match'],
    acceptEncoding: joined(headers['accept-encoding']),
    acceptLanguage: headers['accept-language'],
    cookie: headers.cookie,
    fetchSite: joined(headers['sec-fetch-site']),
  };
}

/** Names stand at even places of the raw headers. */
function hostCount({ rawHeaders }: RequestHead): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

const joined = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(',') : value);

/** The nearest address in X-Forwarded-For that is no proxy of ours. */
function lastForeign(value: string | string[] | undefined, trusts: TrustCheck): string | undefined {
  const addresses = (joined(value) ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => isIP(part) !== 0);
  return addresses.findLast((address) => !trusts(address));
}

/** Origin form, or the absolute form a proxy may send. */
function splitTarget(url: string): { path: string; search: string; host?: string } | undefined {
  const absolute = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(url);
  const rest = absolute?.[2] ?? '';
  const local = absolute ? `${rest.startsWith('/') ? '' : '/'}${rest}` : url;
  if (!local.startsWith('/')) return undefined;
  const mark = local.indexOf('?');
  const parts = mark < 0 ? { path: local, search: '' } : { path: local.slice(0, mark), search: local.slice(mark) };
  return absolute?.[1] ? { ...parts, host: absolute[1] } : parts;
}
