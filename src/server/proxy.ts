import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Agent, type Dispatcher, request as send } from 'undici';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import type { Ask } from './answer.ts';
import { readBody } from './body.ts';
import { answeredCookies, askedCookie } from './session-cookie.ts';

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
/** Cookies go by src/server/session-cookie.ts. */
const NOT_ANSWERED = new Set([...HOP_BY_HOP, 'set-cookie']);
/** And those that the front decides itself. */
const NOT_ASKED = new Set([
  ...HOP_BY_HOP,
  'cookie',
  'host',
  'content-length',
  'expect',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]);

/** What an upstream sends stands on the brand's own host: opened by itself it may run and load nothing. */
const CONFINED = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/** Hands calls below a brand's API prefix to the upstream. */
export interface ApiProxy {
  forward(ask: Ask, request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

export function createApiProxy(origin: string, log: Log, timeoutMs: number): ApiProxy {
  const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connectTimeout: Math.min(timeoutMs, 5000) };
  const agent = new Agent({ connections: 64, ...timeouts });
  return {
    async forward(ask, request, response) {
      if (!isPlainPath(ask.path)) return fail(ask, response, 400, 'BAD_REQUEST', 'The path of the call is malformed.');
      const body = await readBody(request).catch(() => undefined);
      if (body === undefined) return void response.destroy();
      if (body === 'too large')
        return fail(ask, response, 413, 'PAYLOAD_TOO_LARGE', 'The request holds more than 1 MiB.');
      await exchange({ agent, origin, log }, { ask, headers: request.headers, body }, response);
    },
    close: () => agent.destroy(),
  };
}

interface Call {
  readonly ask: Ask;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

async function exchange(
  { agent, origin, log }: { agent: Agent; origin: string; log: Log },
  call: Call,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    await sendOn(await callUpstream(agent, origin, call, gone.signal), call, response);
  } catch (error) {
    if (gone.signal.aborted) return;
    log.warn(`the upstream failed: ${messageOf(error)}`, { method: call.ask.method, path: call.ask.path });
    failUpstream(call.ask, response, error);
  }
}

function callUpstream(
  agent: Agent,
  origin: string,
  { ask, headers, body }: Call,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  return send(origin + ask.path + ask.search, {
    dispatcher: agent,
    method: ask.method,
    headers: { ...forwarded(headers, NOT_ASKED), ...askedCookie(ask), 'x-forwarded-for': ask.client },
    body: body.length > 0 ? body : null,
    signal,
  });
}

async function sendOn(upstream: Dispatcher.ResponseData, call: Call, response: ServerResponse): Promise<void> {
  try {
    const cookies = answeredCookies(call.ask, upstream.headers['set-cookie']);
    const carriesToken = /^bearer\s+\S/i.test(call.headers.authorization ?? '') || cookies.length > 0;
    response.writeHead(upstream.statusCode, {
      ...forwarded(upstream.headers, NOT_ANSWERED),
      ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
      ...CONFINED,
      ...(carriesToken ? { 'cache-control': 'no-store' } : {}),
    });
    await pipeline(upstream.body, response);
  } catch (error) {
    upstream.body.destroy();
    throw error;
  }
}

function forwarded(headers: IncomingHttpHeaders, dropped: ReadonlySet<string>): Record<string, string | string[]> {
  const named = new Set(
    String(headers.connection ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  );
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || dropped.has(name) || named.has(name) ? [] : [[name, value] as const],
    ),
  );
}

/** Printable, and without what a server behind could read as another path. */
const isPlainPath = (path: string) => /^[!-~]+$/.test(path) && !/(^|\/)\.{1,2}(\/|$)|[\\#]|%2e|%2f|%5c|%00/i.test(path);

function failUpstream(ask: Ask, response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.includes('TIMEOUT')) fail(ask, response, 504, 'UNAVAILABLE', 'The content service did not answer in time.');
  else fail(ask, response, 502, 'UNAVAILABLE', 'The content service cannot be reached.');
}

/** A failure in the contract's own form. */
export function fail(ask: Ask, response: ServerResponse, status: number, code: string, message: string): void {
  const body = Buffer.from(JSON.stringify({ success: 0, data: null, errors: [{ code, message }], desc: message }));
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': body.length,
    ...(status === 413 ? { Connection: 'close' } : {}),
  });
  response.end(ask.method === 'HEAD' ? undefined : body);
}
