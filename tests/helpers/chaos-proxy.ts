import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { request as undici } from 'undici';

/** A call that passes through the proxy, with the upstream's response. */
interface Passing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly status: number;
  readonly body: Buffer;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const LATENCY_MS = 700;
const DRIP_MS = 50;
const ENDLESS_CHUNK = Buffer.alloc(64 * 1024, 'x');

const send = ({ response }: Passing, status: number, headers: object, body: string | Buffer = '') =>
  response.writeHead(status, { ...headers }).end(body);

/** Sends raw bytes, then closes the connection. */
function sendRaw({ request }: Passing, head: string, body: Buffer): void {
  request.socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${head}\r\n\r\n`), body]));
}

/** Faults that the proxy injects into responses. Each lasts until the connection is closed. */
const FAULTS = {
  latency: async (passing) => {
    await wait(LATENCY_MS);
    send(passing, passing.status, JSON_TYPE, passing.body);
  },
  hang: () => {},
  reset: ({ request }) => request.socket.resetAndDestroy(),
  'reset in the body': ({ request, response, body }) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': body.length });
    response.write(body.subarray(0, body.length / 2), () => request.socket.resetAndDestroy());
  },
  truncation: (passing) =>
    sendRaw(
      passing,
      `200 OK\r\nContent-Type: application/json\r\nContent-Length: ${passing.body.length}`,
      passing.body.subarray(0, passing.body.length / 2),
    ),
  'too short a length': (passing) =>
    sendRaw(passing, `200 OK\r\nContent-Type: application/json\r\nContent-Length: 20`, passing.body),
  'no HTTP': ({ request }) => request.socket.end('\0\x01 this is not HTTP at all \xff\r\n\r\n'),
  'no JSON': (passing) => send(passing, 200, JSON_TYPE, Buffer.from('\x00\xff\xfe<html>{{{"success":1,')),
  drip: async ({ request, response, body }) => {
    response.writeHead(200, JSON_TYPE);
    for (const byte of body) {
      if (request.socket.destroyed) return;
      response.write(Buffer.of(byte));
      await wait(DRIP_MS);
    }
    response.end();
  },
  'status 500': (passing) => send(passing, 500, { 'content-type': 'text/html' }, '<h1>at f (/srv/app/x.js:1:2)</h1>'),
  'status 502': (passing) => send(passing, 502, {}, ''),
  'status 503': (passing) => send(passing, 503, {}, ''),
  'status 504': (passing) => send(passing, 504, {}, ''),
  'a redirect loop': (passing) => send(passing, 302, { location: passing.request.url }),
  'an odd status': (passing) => send(passing, 299, { 'set-cookie': 'odd=1' }, 'odd'),
  'an endless body': async ({ request, response }) => {
    response.writeHead(200, JSON_TYPE);
    response.write('{"success":1,"data":"');
    while (!request.socket.destroyed) {
      if (!response.write(ENDLESS_CHUNK))
        await Promise.race([new Promise((resolve) => response.once('drain', resolve)), wait(100)]);
    }
  },
} satisfies Record<string, (passing: Passing) => unknown>;

export type ChaosFault = keyof typeof FAULTS;
export const CHAOS_FAULTS = Object.keys(FAULTS) as ChaosFault[];

/** A proxy in front of a real upstream that forwards everything and injects faults into selected calls. */
export interface ChaosProxy {
  readonly origin: string;
  /** Injects a fault into all later responses to calls under `prefix`. */
  inject(prefix: string, fault: ChaosFault): void;
  /** Makes every nth later call under `prefix` fail, with each of the faults in turn. Resets the counts. */
  injectEvery(prefix: string, faults: readonly ChaosFault[], every: number): void;
  /** Number of calls since `injectEvery` that were forwarded, and number of calls that failed. */
  counts(): { readonly passed: number; readonly failed: number };
  /** Changes the bodies of all later responses to calls under `prefix`. */
  rewrite(prefix: string, change: (body: string) => string): void;
  /** Ends all faults and changes, and closes the connections. */
  clearFaults(): void;
  /** Number of calls under a prefix that are waiting for a response. */
  waiting(prefix: string): number;
  close(): Promise<void>;
}

export async function startChaosProxy(upstream: string): Promise<ChaosProxy> {
  let injection: { prefix: string; faults: readonly ChaosFault[]; every: number } | undefined;
  let counts = { passed: 0, failed: 0 };
  /** Returns the fault for this call, if there is one, and counts the call. */
  const nextFault = (url: string): ChaosFault | undefined => {
    if (!injection || !url.startsWith(`${injection.prefix}/`)) return undefined;
    const { faults, every } = injection;
    const fails = (counts.passed + counts.failed + 1) % every === 0;
    if (!fails) counts.passed += 1;
    return fails ? faults[counts.failed++ % faults.length] : undefined;
  };
  let rewriting: { prefix: string; change: (body: string) => string } | undefined;
  const open = new Set<IncomingMessage>();
  const server = createServer(async (request, response) => {
    open.add(request);
    response.on('close', () => open.delete(request)).on('error', () => {});
    const { url = '/' } = request;
    const answer = await forward(upstream, request);
    if (!answer) return void request.socket.destroy();
    const { status, headers } = answer;
    const isRewritten = rewriting !== undefined && url.startsWith(`${rewriting.prefix}/`);
    const body = isRewritten ? Buffer.from(rewriting?.change(answer.body.toString()) ?? '') : answer.body;
    const fault = nextFault(url);
    if (fault) await FAULTS[fault]({ request, response, status, body: body.length > 0 ? body : Buffer.from('{}') });
    else response.writeHead(status, headers).end(body);
  });
  server.on('connection', (socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const disconnect = () => server.closeAllConnections();
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    inject(prefix, fault) {
      injection = { prefix, faults: [fault], every: 1 };
    },
    injectEvery(prefix, faults, every) {
      counts = { passed: 0, failed: 0 };
      injection = { prefix, faults, every };
    },
    counts: () => counts,
    rewrite(prefix, change) {
      rewriting = { prefix, change };
    },
    clearFaults() {
      injection = undefined;
      rewriting = undefined;
      disconnect();
    },
    waiting: (prefix) => [...open].filter(({ url = '' }) => url.startsWith(`${prefix}/`)).length,
    async close() {
      disconnect();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const HOP_HEADERS = ['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'accept-encoding'];

/** @returns undefined if the upstream did not respond */
async function forward(upstream: string, request: IncomingMessage) {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const requestHeaders = Object.entries(request.headers).filter(([name]) => !HOP_HEADERS.includes(name));
    // undici is used because, unlike `fetch`, it supports every method, and GET with a body.
    const answer = await undici(upstream + (request.url ?? '/'), {
      method: request.method as 'GET',
      headers: Object.fromEntries(requestHeaders) as Record<string, string>,
      body: chunks.length > 0 ? Buffer.concat(chunks) : null,
    });
    const responseHeaders = Object.entries(answer.headers).filter(([name]) => !HOP_HEADERS.includes(name));
    const body = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, headers: Object.fromEntries(responseHeaders) as OutgoingHttpHeaders, body };
  } catch {
    return undefined;
  }
}
