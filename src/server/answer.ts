import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { noneMatch } from '#src/lib/none-match.ts';
import { SECURITY_HEADERS } from '#src/lib/response-headers.ts';
import type { Release } from '#src/release/index.ts';
import { acceptedEncodings, type Encoding } from './encoding.ts';

/** What a request asked for, as far as the front looks at it. */
export interface Ask {
  readonly method: string;
  /** Path as it came, without query. */
  readonly path: string;
  /** With the question mark, or empty. */
  readonly search: string;
  readonly host: string | undefined;
  /** Address of the visitor, through believed proxies. */
  readonly client: string;
  readonly ifNoneMatch: string | undefined;
  readonly acceptEncoding: string | undefined;
  /** What the visitor's language is told by; nothing else reads it (language.ts). */
  readonly acceptLanguage: string | undefined;
  readonly cookie: string | undefined;
  /** Sec-Fetch-Site. */
  readonly fetchSite: string | undefined;
}

/** A whole answer in memory; variants are made when one is first asked for. */
export interface Body {
  /** Strong ETag of the identity form, without quotes. */
  readonly tag: string;
  readonly type: string;
  /** Undefined where there is no such form; identity there always is. */
  bytes(encoding: Encoding): Promise<Uint8Array | undefined>;
}

/** A body to be sent, and how. */
export interface Reply {
  readonly body: Body;
  readonly status: number;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * It answers everyone who asks for the path as long as this release is live, and until then (ms). Undefined for what
   * depends on the visitor, or is not worth keeping.
   */
  readonly kept?: { readonly release: Pick<Release, 'id'>; readonly until: number };
  /** Of a page rendered on request: until when a proxy may keep it (ms). */
  readonly freshUntil?: number;
}

/** A whole response as it is sent to clients that accept the same encodings. */
export interface SerializedResponse {
  readonly status: number;
  /** Strong ETag, quotes included. */
  readonly etag: string;
  /** Names and values in turn, as `response.writeHead` takes them, without Content-Length. */
  readonly headers: readonly string[];
  /** The same with Content-Length. */
  readonly headersWithLength: readonly string[];
  readonly body: Uint8Array;
  readonly freshUntil: number | undefined;
}

/** Serializes `reply` in the best encoding that the client accepts. */
export async function serialize(acceptEncoding: string | undefined, reply: Reply): Promise<SerializedResponse> {
  const { body, status } = reply;
  const { encoding, bytes } = await bestForm(body, acceptedEncodings(acceptEncoding));
  const etag = `"${body.tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const fields: Record<string, string> = {
    ...SECURITY_HEADERS,
    'Content-Type': body.type,
    'Cache-Control': reply.cacheControl,
    ETag: etag,
    Vary: 'Accept-Encoding',
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    ...reply.headers,
  };
  const headers = Object.entries(fields).flat();
  const headersWithLength = [...headers, 'Content-Length', `${bytes.length}`];
  return { status, etag, headers, headersWithLength, body: bytes, freshUntil: reply.freshUntil };
}

/** Sends the response: 304 where the client has it, headers alone for HEAD. */
export function send(ask: Ask, response: ServerResponse, serialized: SerializedResponse): void {
  const { status, etag, headers, headersWithLength, body, freshUntil } = serialized;
  const isKnown = status === 200 && noneMatch(ask.ifNoneMatch, etag);
  // writeHead does not change the array it is given; its type does not say so.
  const lasting = (isKnown ? headers : headersWithLength) as string[];
  const all = freshUntil === undefined ? lasting : [...lasting, 'X-Accel-Expires', secondsUntil(freshUntil)];
  response.writeHead(isKnown ? 304 : status, all).end(isKnown || ask.method === 'HEAD' ? undefined : body);
}

/** For how long nginx may keep the response (`X-Accel-Expires`); it passes the header on to nobody. */
const secondsUntil = (time: number) => `${Math.max(0, Math.floor((time - Date.now()) / 1000))}`;

async function bestForm(body: Body, accepted: readonly Encoding[]): Promise<{ encoding: Encoding; bytes: Uint8Array }> {
  for (const encoding of accepted) {
    const bytes = await body.bytes(encoding);
    if (bytes) return { encoding, bytes };
  }
  return { encoding: 'identity', bytes: new Uint8Array() };
}

export function redirect(
  response: ServerResponse,
  status: number,
  location: string,
  more: Readonly<Record<string, string>> = {},
): void {
  const cacheControl = status === 308 ? 'public, max-age=3600' : 'no-store';
  const headers = { ...SECURITY_HEADERS, Location: location, 'Cache-Control': cacheControl, 'Content-Length': 0 };
  response.writeHead(status, { ...headers, ...more }).end();
}

/** A refusal in a line of text; the connection ends, because what else was sent on it is not read. */
export function refuse(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const fixed = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', Connection: 'close' };
  response.writeHead(status, { ...SECURITY_HEADERS, ...fixed, ...headers }).end(`${text}\n`);
}

const PLAIN_STYLE =
  'body{font:18px/1.6 system-ui,sans-serif;margin:20vh auto 0;max-width:30em;padding:0 20px;color:#2b2622;background:#faf8f4}h1{font-size:1.5em}';
const PLAIN_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(PLAIN_STYLE).digest('base64')}'; frame-ancestors 'none'`;

/** A page of the front's own, for what no brand's release can answer. */
export function plainPage(ask: Ask, response: ServerResponse, status: number, title: string, text: string): void {
  const html = Buffer.from(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${PLAIN_STYLE}</style>
</head><body><h1>${title}</h1><p>${text}</p></body></html>`);
  const headers = {
    ...SECURITY_HEADERS,
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': PLAIN_POLICY,
  };
  response.writeHead(status, { ...headers, 'Content-Length': html.length });
  response.end(ask.method === 'HEAD' ? undefined : html);
}
