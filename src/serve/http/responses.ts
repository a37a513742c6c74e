import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { matchesIfNoneMatch } from '#src/lib/http.ts';
import { CONFINED_POLICY, SECURITY_HEADERS } from '#src/lib/response-headers.ts';
import type { Release } from '#src/publish/release/index.ts';
import type { PlainPage, Redirect, Refusal } from '../decide/decision.ts';
import { acceptedDictionary } from '../files/dictionary-transport.ts';
import type { ParsedRequest } from './parse-request.ts';
import { acceptedEncodings, type Content, type DictionaryForm, type Encoding } from './representation.ts';

/** A response before its encoding is chosen. */
export interface SiteResponse {
  readonly content: Content;
  readonly status: number;
  readonly cacheControl: string;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Set if the response is the same for all visitors while the release is live, but at most until the time `until` (ms
   * since 1970). Undefined if it depends on the visitor or should not be cached.
   */
  readonly cacheable: { readonly release: Pick<Release, 'id'>; readonly until: number } | undefined;
  /** Time until which a proxy may cache the page, in ms since 1970; only for a page rendered on request. */
  readonly freshUntil?: number;
}

/** A complete response for clients that accept the same encodings. */
export interface SerializedResponse {
  readonly status: number;
  /** Strong ETag, including quotes. */
  readonly etag: string;
  /** Alternating names and values, as for `response.writeHead`, without Content-Length. */
  readonly headers: readonly string[];
  /** The same headers as in `headers`, and Content-Length. */
  readonly headersWithLength: readonly string[];
  readonly body: Uint8Array;
  readonly freshUntil: number | undefined;
}

/** The request headers that determine the form of the content. */
type Accepted = Pick<ParsedRequest, 'acceptEncoding' | 'availableDictionary'>;

/** Serializes a response in the best encoding that the client accepts. */
export async function serialize(request: Accepted, siteResponse: SiteResponse): Promise<SerializedResponse> {
  const { content } = siteResponse;
  if (takesDictionary(request, content)) return withBody(siteResponse, 'dcz', content.byDictionary.bytes);
  const { encoding, body } = await bestEncoding(content, acceptedEncodings(request.acceptEncoding));
  return withBody(siteResponse, encoding, body);
}

const takesDictionary = (
  request: Accepted,
  content: Content,
): content is Content & { readonly byDictionary: DictionaryForm } =>
  content.byDictionary !== undefined && acceptedDictionary(request) === content.byDictionary.hash;

/** The form in which content is sent: in one of its encodings, or compressed with its dictionary. */
type Form = Encoding | 'dcz';

/**
 * Creates the response for a client that already has the content, according to its ETag, without reading the content.
 */
export function serializeKnown(request: ParsedRequest, siteResponse: SiteResponse): SerializedResponse | undefined {
  const { acceptEncoding, ifNoneMatch } = request;
  const { content } = siteResponse;
  // The value `*` matches any content, so the content must be looked up first.
  if (ifNoneMatch === undefined || ifNoneMatch.trim() === '*' || siteResponse.status !== 200) return undefined;
  const forms: readonly Form[] = acceptedEncodings(acceptEncoding);
  const accepted = takesDictionary(request, content) ? ['dcz' as const, ...forms] : forms;
  const match = accepted.find((form) => matchesIfNoneMatch(ifNoneMatch, etagOf(content, form)));
  return match && withBody(siteResponse, match, NO_BODY);
}

const NO_BODY = new Uint8Array();

/** Each form has its own ETag. With dictionaries, the ETag also depends on the dictionary. */
function etagOf({ etag, byDictionary }: Content, form: Form): string {
  if (form === 'identity') return `"${etag}"`;
  return form === 'dcz' ? `"${etag}-dcz-${byDictionary?.hash.slice(0, 8)}"` : `"${etag}-${form}"`;
}

function withBody(
  { content, status, cacheControl, headers: extra, freshUntil }: SiteResponse,
  form: Form,
  body: Uint8Array,
): SerializedResponse {
  const { byDictionary } = content;
  const etag = etagOf(content, form);
  const fields: Record<string, string> = {
    ...SECURITY_HEADERS,
    'Content-Type': content.mediaType,
    'Cache-Control': cacheControl,
    ETag: etag,
    Vary: byDictionary ? 'Accept-Encoding, Available-Dictionary' : 'Accept-Encoding',
  };
  if (byDictionary) fields['Link'] = `<${byDictionary.path}>; rel="compression-dictionary"`;
  if (form !== 'identity') fields['Content-Encoding'] = form;
  const headers = Object.entries({ ...fields, ...extra }).flat();
  const headersWithLength = [...headers, 'Content-Length', `${body.length}`];
  return { status, etag, headers, headersWithLength, body, freshUntil };
}

async function bestEncoding(
  content: Content,
  accepted: readonly Encoding[],
): Promise<{ encoding: Encoding; body: Uint8Array }> {
  for (const encoding of accepted) {
    const body = await content.bytes(encoding);
    if (body) return { encoding, body };
  }
  return { encoding: 'identity', body: NO_BODY };
}

/** Sends the response: only headers for HEAD, and 304 if the client already has the content. */
export function send(request: ParsedRequest, response: ServerResponse, serialized: SerializedResponse): void {
  const { status, etag, headers, headersWithLength, body, freshUntil } = serialized;
  const isKnown = status === 200 && matchesIfNoneMatch(request.ifNoneMatch, etag);
  // The cast is safe: the types of `writeHead` allow it to change the array, but it does not do so.
  const lasting = (isKnown ? headers : headersWithLength) as string[];
  const all = freshUntil === undefined ? lasting : [...lasting, 'X-Accel-Expires', secondsUntil(freshUntil)];
  response.writeHead(isKnown ? 304 : status, all).end(isKnown || request.method === 'HEAD' ? undefined : body);
}

/** Seconds for which nginx may cache the response (`X-Accel-Expires`). nginx does not pass on this header. */
const secondsUntil = (time: number) => `${Math.max(0, Math.floor((time - Date.now()) / 1000))}`;

export function sendRedirect(response: ServerResponse, { status, location, headers }: Redirect): void {
  const fixed = {
    Location: location,
    'Cache-Control': status === 308 ? 'public, max-age=3600' : 'no-store',
    'Content-Length': 0,
  };
  response.writeHead(status, { ...SECURITY_HEADERS, ...fixed, ...headers }).end();
}

/** Sends a refusal and closes the connection, because the body of the request is not read. */
export function sendRefusal(response: ServerResponse, { status, text, headers }: Omit<Refusal, 'kind'>): void {
  const fixed = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Security-Policy': CONFINED_POLICY,
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  response.writeHead(status, { ...SECURITY_HEADERS, ...fixed, ...headers }).end(`${text}\n`);
}

/** The state that a load balancer uses to decide whether to send requests to this server. */
export interface Health {
  readonly status: 'ok' | 'not ready' | 'draining';
  /** Ids of required brands that have no live release. */
  readonly withoutRelease?: readonly string[];
}

/** Sends 200 if the status is `ok`, otherwise 503. */
export function sendHealth(request: ParsedRequest, response: ServerResponse, health: Health): void {
  const body = Buffer.from(`${JSON.stringify(health)}\n`);
  const headers = {
    ...SECURITY_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Length': body.length,
  };
  response.writeHead(health.status === 'ok' ? 200 : 503, headers).end(request.method === 'HEAD' ? undefined : body);
}

const PLAIN_STYLE =
  'body{font:18px/1.6 system-ui,sans-serif;margin:20vh auto 0;max-width:30em;padding:0 20px;color:#2b2622;background:#faf8f4}h1{font-size:1.5em}';
const PLAIN_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(PLAIN_STYLE).digest('base64')}'; frame-ancestors 'none'`;

/** @param page its title and text must already be HTML */
export function sendPlainPage(request: ParsedRequest, response: ServerResponse, page: PlainPage): void {
  const { status, title, text, headers } = page;
  const html = Buffer.from(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${PLAIN_STYLE}</style>
</head><body><h1>${title}</h1><p>${text}</p></body></html>`);
  const fixed = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': PLAIN_POLICY,
    'Content-Length': html.length,
  };
  response.writeHead(status, { ...headers, ...SECURITY_HEADERS, ...fixed });
  response.end(request.method === 'HEAD' ? undefined : html);
}
