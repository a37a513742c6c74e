import { request } from 'undici';
import { LecternError } from '#src/lib/errors.ts';

/** A response as sent over the wire. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export async function ask(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<WireResponse> {
  const {
    statusCode,
    headers: responseHeaders,
    body,
  } = await request(origin + path, { headers: { host: HOST, ...headers } });
  const named = Object.entries(responseHeaders).map(([name, value]) => [name, String(value)] as const);
  return { status: statusCode, headers: Object.fromEntries(named), body: Buffer.from(await body.arrayBuffer()) };
}

/** The brand's host, which every request names regardless of the server's address. */
export const HOST = 'localhost';

/** Request headers as browsers send them. */
export const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** Headers that are not compared, because they depend on the connection, the time or the server. */
const OWN = new Set(['date', 'connection', 'keep-alive', 'server', 'etag', 'last-modified']);
/** Headers that nginx derives from the file that it sends. */
const FROM_FILE = new Set(['content-type', 'content-length', 'content-encoding', 'x-accel-expires']);

/** Headers that the peer must be configured to send. */
export const extraHeaders = ({ headers }: WireResponse): [name: string, value: string][] =>
  Object.entries(headers).filter(([name]) => !OWN.has(name) && !FROM_FILE.has(name));

/** @throws LecternError if the two servers respond differently, because a ratio would then compare different work */
export async function assertSame(ours: string, peer: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const [one, other] = await Promise.all([ask(ours, path, BROWSER), ask(peer, path, BROWSER)]);
    const differs = difference(one, other);
    if (differs) throw new LecternError('BENCH', `The responses for ${path} differ in ${differs}.`);
    await assertConditional([ours, one], [peer, other], path);
  }
}

/** Describes the difference between two responses; undefined if nothing relevant differs. */
export function difference(one: WireResponse, other: WireResponse): string | undefined {
  if (one.status !== 200 || other.status !== 200) return `the status: ${one.status} and ${other.status}`;
  if (!one.body.equals(other.body)) return `the body: ${one.body.length} and ${other.body.length} bytes`;
  const names = new Set([...Object.keys(one.headers), ...Object.keys(other.headers)]);
  const name = [...names].find((each) => !OWN.has(each) && one.headers[each] !== other.headers[each]);
  if (name !== undefined) return `the header ${name}: ${one.headers[name]} and ${other.headers[name]}`;
  return one.headers['etag'] && other.headers['etag'] ? undefined : 'the header etag, which one of them lacks';
}

async function assertConditional(
  ...[ours, peer, path]: [[string, WireResponse], [string, WireResponse], string]
): Promise<void> {
  for (const [origin, { headers }] of [ours, peer]) {
    const { status } = await ask(origin, path, { ...BROWSER, 'if-none-match': headers['etag'] ?? '' });
    if (status !== 304) throw new LecternError('BENCH', `${origin}${path} answers its own ETag with ${status}.`);
  }
}
