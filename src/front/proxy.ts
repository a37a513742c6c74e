import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Agent, type Dispatcher, request as send } from 'undici';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import type { Ask } from './answer.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const TIMEOUT_MS = 30_000;

/** Headers of one connection, not of the message (RFC 9110, 7.6.1), and those the front sets itself. */
const NOT_FORWARDED = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'host', 'content-length', 'expect', 'forwarded'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
]);

/** Hands calls below a brand's API prefix to the upstream. */
export interface ApiProxy {
  forward(ask: Ask, request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

export function createApiProxy(origin: string, log: Log): ApiProxy {
  const agent = new Agent({
    connections: 64,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connectTimeout: 5000,
  });
  return {
    async forward(ask, request, response) {
      const body = await readBody(request);
      if (body === 'too large')
        return fail(ask, response, 413, 'PAYLOAD_TOO_LARGE', 'The request holds more than 1 MiB.');
      try {
        const upstream = await callUpstream(agent, origin, ask, request.headers, body);
        response.writeHead(upstream.statusCode, {
          ...forwarded(upstream.headers),
          'X-Content-Type-Options': 'nosniff',
        });
        await pipeline(upstream.body, response);
      } catch (error) {
        log.warn(`the upstream failed: ${messageOf(error)}`, { method: ask.method, path: ask.path });
        failUpstream(ask, response, error);
      }
    },
    close: () => agent.close(),
  };
}

function callUpstream(
  agent: Agent,
  origin: string,
  ask: Ask,
  headers: IncomingHttpHeaders,
  body: Uint8Array,
): Promise<Dispatcher.ResponseData> {
  return send(origin + ask.path + ask.search, {
    dispatcher: agent,
    method: ask.method,
    headers: { ...forwarded(headers), 'x-forwarded-for': ask.client },
    body: body.length > 0 ? body : null,
  });
}

function forwarded(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || NOT_FORWARDED.has(name) || named.has(name) ? [] : [[name, value] as const],
    ),
  );
}

async function readBody(request: IncomingMessage): Promise<Uint8Array | 'too large'> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return 'too large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

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
