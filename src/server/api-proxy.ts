import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Agent, type Dispatcher, request as send } from 'undici';
import { cookieOf, SESSION_COOKIE } from '#src/lib/cookie.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { REQUEST_ID_HEADER, requestId } from '#src/lib/request-id.ts';
import { SHARED_WITH_SITE } from '#src/lib/response-headers.ts';
import type { ApiError } from './decide-response.ts';
import type { ParsedRequest } from './parse-request.ts';

/** Passes calls below a brand's API prefix on to the upstream. */
export interface ApiProxy {
  forward(request: ParsedRequest, message: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

export function createApiProxy(origin: string, log: Log, timeoutMs: number): ApiProxy {
  const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connectTimeout: Math.min(timeoutMs, 5000) };
  const agent = new Agent({ connections: 64, ...timeouts });
  return {
    async forward(request, message, response) {
      if (!isPlainPath(request.path)) return sendApiError(request, response, MALFORMED_PATH);
      const body = await readBody(message).catch(() => undefined);
      if (body === undefined) return void response.destroy();
      if (body === 'too large') return sendApiError(request, response, TOO_LARGE);
      await exchange({ agent, origin, log }, { request, headers: message.headers, body }, response);
    },
    close: () => agent.destroy(),
  };
}

/** Printable, and without what cannot be decoded or an upstream could read as another path. */
const isPlainPath = (path: string) =>
  /^[!-~]+$/.test(path) && !/(^|\/)\.{1,2}(\/|$)|[\\#]|%2e|%2f|%5c|%00|%(?![\da-f]{2})/i.test(path);

const MAX_BODY_BYTES = 1024 * 1024;
/** A larger body is still read up to this size, so that its sender gets the error, and then cut off. */
const MAX_DISCARDED_BYTES = 8 * MAX_BODY_BYTES;

/**
 * Reads the whole body, so that a slow sender occupies no connection to the upstream.
 * @throws what ended the connection early
 */
async function readBody(message: IncomingMessage): Promise<Uint8Array | 'too large'> {
  if (Number(message.headers['content-length'] ?? 0) > MAX_DISCARDED_BYTES) return 'too large';
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    if (size > MAX_DISCARDED_BYTES) break;
  }
  return size > MAX_BODY_BYTES ? 'too large' : Buffer.concat(chunks);
}

interface Call {
  readonly request: ParsedRequest;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

async function exchange(
  { agent, origin, log }: { agent: Agent; origin: string; log: Log },
  call: Call,
  response: ServerResponse,
): Promise<void> {
  const aborted = new AbortController();
  response.once('close', () => aborted.abort());
  try {
    await sendAnswer(await callUpstream(agent, origin, call, aborted.signal), call, response);
  } catch (error) {
    if (aborted.signal.aborted) return;
    log.warn(`the upstream failed: ${messageOf(error)}`, { method: call.request.method, path: call.request.path });
    sendUpstreamError(call.request, response, error);
  }
}

/** Headers of one connection, not of the message (RFC 9110, 7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
/** Cookies are set below; how the host is reached is the brand's to say. */
const DROPPED_FROM_ANSWER = new Set([...HOP_BY_HOP, 'set-cookie', 'strict-transport-security']);
/** Those of the connection, and those that the server sets itself. */
const DROPPED_FROM_REQUEST = new Set([
  ...HOP_BY_HOP,
  'cookie',
  'host',
  'content-length',
  'expect',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  REQUEST_ID_HEADER,
]);

/** The answer comes from the brand's own host: opened in a browser it may run and load nothing. */
const CONFINED = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': SHARED_WITH_SITE['Cross-Origin-Resource-Policy'],
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

function callUpstream(
  agent: Agent,
  origin: string,
  { request, headers, body }: Call,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const cookie = sessionCookie(request);
  return send(origin + request.path + request.search, {
    dispatcher: agent,
    method: request.method,
    headers: {
      ...forwardedHeaders(headers, DROPPED_FROM_REQUEST),
      ...(cookie === undefined ? {} : { cookie }),
      'x-forwarded-for': request.clientAddress,
      [REQUEST_ID_HEADER]: requestId(),
    },
    body: body.length > 0 ? body : null,
    signal,
  });
}

async function sendAnswer(answer: Dispatcher.ResponseData, call: Call, response: ServerResponse): Promise<void> {
  try {
    const cookies = sessionCookiesOf(call.request, answer.headers['set-cookie']);
    const carriesToken = /^bearer\s+\S/i.test(call.headers.authorization ?? '') || cookies.length > 0;
    response.writeHead(answer.statusCode, {
      ...forwardedHeaders(answer.headers, DROPPED_FROM_ANSWER),
      ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
      ...CONFINED,
      ...(carriesToken ? { 'cache-control': 'no-store' } : {}),
    });
    await pipeline(answer.body, response);
  } catch (error) {
    answer.body.destroy();
    throw error;
  }
}

function forwardedHeaders(
  headers: IncomingHttpHeaders,
  dropped: ReadonlySet<string>,
): Record<string, string | string[]> {
  const namedByConnection = new Set(
    String(headers.connection ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  );
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || dropped.has(name) || namedByConnection.has(name) ? [] : [[name, value] as const],
    ),
  );
}

/** Calls that begin, renew or end a session. */
const isAboutSessions = ({ path }: ParsedRequest) => /\/v1\/(auth\.\w+|user\.delete)$/.test(path);

/** The cookie to send to the upstream: the session's, for calls about sessions only. No other cookie is passed on. */
function sessionCookie(request: ParsedRequest): string | undefined {
  const value = isAboutSessions(request) ? cookieOf(request.cookie ?? '', SESSION_COOKIE) : undefined;
  return value === undefined ? undefined : `${SESSION_COOKIE}=${value}`;
}

/** The cookies that the upstream may set: the session's, in answer to calls about sessions only. */
function sessionCookiesOf(request: ParsedRequest, setCookie: string | string[] | undefined): string[] {
  if (setCookie === undefined || !isAboutSessions(request)) return [];
  const cookies = typeof setCookie === 'string' ? [setCookie] : setCookie;
  return cookies.filter((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`));
}

function sendUpstreamError(request: ParsedRequest, response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  sendApiError(request, response, code.includes('TIMEOUT') ? TIMED_OUT : UNREACHABLE);
}

type ErrorAnswer = Omit<ApiError, 'kind'>;

const MALFORMED_PATH: ErrorAnswer = {
  status: 400,
  code: 'BAD_REQUEST',
  message: 'The path of the call is malformed.',
};
const TOO_LARGE: ErrorAnswer = {
  status: 413,
  code: 'PAYLOAD_TOO_LARGE',
  message: 'The request holds more than 1 MiB.',
};
const TIMED_OUT: ErrorAnswer = {
  status: 504,
  code: 'UNAVAILABLE',
  message: 'The content service did not answer in time.',
};
const UNREACHABLE: ErrorAnswer = {
  status: 502,
  code: 'UNAVAILABLE',
  message: 'The content service cannot be reached.',
};

/** Sends an error in the contract's format. */
export function sendApiError(request: ParsedRequest, response: ServerResponse, error: ErrorAnswer): void {
  const { status, code, message } = error;
  const body = Buffer.from(JSON.stringify({ success: 0, data: null, errors: [{ code, message }], desc: message }));
  const headers: Record<string, string | number> = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': body.length,
  };
  if (status === 413) headers['Connection'] = 'close';
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
}
