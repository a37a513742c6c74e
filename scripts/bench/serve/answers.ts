import { request } from 'undici';
import { LecternError } from '#src/lib/errors.ts';

/** What a server said, as it came over the wire. */
export interface Said {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export async function ask(origin: string, path: string, headers: Readonly<Record<string, string>>): Promise<Said> {
  const { statusCode, headers: told, body } = await request(origin + path, { headers: { host: HOST, ...headers } });
  const named = Object.entries(told).map(([name, value]) => [name, String(value)] as const);
  return { status: statusCode, headers: Object.fromEntries(named), body: Buffer.from(await body.arrayBuffer()) };
}

/** The host of the brand, whichever address it is asked at. */
export const HOST = 'localhost';

/** As browsers send it. */
export const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** Those that belong to the connection or the moment, or that nginx makes in its own way from the file. */
const OWN = new Set(['date', 'connection', 'keep-alive', 'server', 'etag', 'last-modified']);
const FROM_FILE = new Set(['content-type', 'content-length', 'content-encoding', 'x-accel-expires']);

/** Headers that the peer has to be told to send. */
export const extraHeaders = ({ headers }: Said): [name: string, value: string][] =>
  Object.entries(headers).filter(([name]) => !OWN.has(name) && !FROM_FILE.has(name));

/** @throws LecternError where the two servers do not answer alike: a ratio would compare different work */
export async function assertSame(ours: string, peer: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const [one, other] = await Promise.all([ask(ours, path, BROWSER), ask(peer, path, BROWSER)]);
    const differs = difference(one, other);
    if (differs) throw new LecternError('BENCH', `The answers for ${path} differ in ${differs}.`);
    await assertConditional([ours, one], [peer, other], path);
  }
}

/** What differs in two answers; undefined where nothing that matters does. */
export function difference(one: Said, other: Said): string | undefined {
  if (one.status !== 200 || other.status !== 200) return `the status: ${one.status} and ${other.status}`;
  if (!one.body.equals(other.body)) return `the body: ${one.body.length} and ${other.body.length} bytes`;
  const names = new Set([...Object.keys(one.headers), ...Object.keys(other.headers)]);
  const name = [...names].find((each) => !OWN.has(each) && one.headers[each] !== other.headers[each]);
  if (name !== undefined) return `the header ${name}: ${one.headers[name]} and ${other.headers[name]}`;
  return one.headers['etag'] && other.headers['etag'] ? undefined : 'the header etag, which one of them lacks';
}

async function assertConditional(...[ours, peer, path]: [[string, Said], [string, Said], string]): Promise<void> {
  for (const [origin, { headers }] of [ours, peer]) {
    const { status } = await ask(origin, path, { ...BROWSER, 'if-none-match': headers['etag'] ?? '' });
    if (status !== 304) throw new LecternError('BENCH', `${origin}${path} answers its own ETag with ${status}.`);
  }
}
