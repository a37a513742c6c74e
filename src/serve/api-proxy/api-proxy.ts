import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Brand } from '#src/brand/registry.ts';
import { SESSION_COOKIE } from '#src/lib/cookie.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { cookieOf } from '#src/lib/read-cookie.ts';
import { REQUEST_ID_HEADER, requestId } from '#src/lib/request-id.ts';
import { CONFINED_POLICY, SECURITY_HEADERS, SHARED_WITH_SITE } from '#src/lib/response-headers.ts';
import { classOf, type MeasuredCall, type QueueGauge, type ServerMeter } from '../http/meter.ts';
import type { ParsedRequest } from '../http/parse-request.ts';
import { createBrandQueue } from '../render/brand-queue.ts';
import {
  type ErrorAnswer,
  MALFORMED_PATH,
  PASSING_RETRY_AFTER_SECONDS,
  sendApiError,
  TIMED_OUT,
  TOO_LARGE,
  TOO_MANY_CALLS,
  UNREACHABLE,
} from './api-error.ts';
import {
  type OwnCall,
  type OwnCallAnswer,
  type OwnCallContext,
  ownAnswer,
  ownCall,
  sessionCookiesIn,
} from './own-call.ts';
import { BROWSER_HEADER, headersToUpstream, headersToVisitor } from './passed-headers.ts';
import { discard, type Outcome, type UpstreamCall } from './upstream-call.ts';
import { createUpstreamConnection, type UpstreamConnection } from './upstream-connection.ts';

/**
 * Forwards calls below a brand's API prefix to the upstream. Each brand has its own connections, queue and circuit
 * breaker, so that calls of one brand never wait for calls of another.
 */
export interface ApiProxy {
  /** @param brand the brand's id */
  forward(brand: string, request: ParsedRequest, message: IncomingMessage, response: ServerResponse): Promise<void>;
  /**
   * Makes a call on behalf of a visitor who submitted a plain form.
   * @returns undefined if the upstream did not respond in time or the circuit breaker is open
   */
  ask(
    brand: Pick<Brand, 'id' | 'apiPrefix'>,
    request: ParsedRequest,
    call: OwnCall,
    params: Readonly<Record<string, unknown>>,
    context: OwnCallContext,
  ): Promise<OwnCallAnswer | undefined>;
  queues(): QueueGauge[];
  /** Ids of the brands whose calls are currently refused, because their circuit breaker is open. */
  openCircuits(): string[];
  close(): Promise<void>;
}

/** Maximum number of running and waiting calls per brand. A page may request dozens of covers at the same time. */
const MAX_CALLS = { running: 64, waiting: 512 };

export function createApiProxy(
  origin: string,
  log: Log,
  timeoutMs: number,
  meter?: Pick<ServerMeter, 'call'>,
): ApiProxy {
  const queue = createBrandQueue(MAX_CALLS);
  const connections = new Map<string, UpstreamConnection>();
  const connectionOf = (brand: string) => {
    const connection =
      connections.get(brand) ?? createUpstreamConnection({ brand, connections: MAX_CALLS.running, timeoutMs, log });
    connections.set(brand, connection);
    return connection;
  };
  const refuse = (brand: string, request: ParsedRequest, response: ServerResponse, ...error: Refusal) => {
    meter?.call({ brand, caller: 'visitor', outcome: 'refused', seconds: 0 });
    sendApiError(request, response, ...error);
  };
  return {
    async forward(brand, request, message, response) {
      if (!isPlainPath(request.path)) return sendApiError(request, response, MALFORMED_PATH);
      const body = await readBody(message).catch(() => undefined);
      if (body === undefined) return void response.destroy();
      if (body === 'too large') return sendApiError(request, response, TOO_LARGE);
      const connection = connectionOf(brand);
      if (connection.refuses()) return refuse(brand, request, response, UNREACHABLE, untilTried(connection));
      const call = { request, headers: message.headers, body };
      const until = performance.now() + timeoutMs;
      const onEnd = (outcome: Outcome, seconds: number) => meter?.call({ brand, ...measured(outcome), seconds });
      const done = queue.run(brand, () => exchange({ connection, origin, log, until, onEnd }, call, response));
      return done ?? refuse(brand, request, response, TOO_MANY_CALLS);
    },
    async ask(brand, request, call, params, context) {
      const connection = connectionOf(brand.id);
      if (connection.refuses()) return undefined;
      const built = ownCall(origin, request, brand.apiPrefix, call, params, context);
      const began = performance.now();
      const ended = () => (performance.now() - began) / 1000;
      const outcome = await queue.run(brand.id, () =>
        connection.call(built, performance.now() + timeoutMs, new AbortController().signal),
      );
      if (outcome) meter?.call({ brand: brand.id, ...measured(outcome), seconds: ended() });
      return outcome?.kind === 'answer' ? ownAnswer(outcome) : undefined;
    },
    queues: queue.gauges,
    openCircuits: () => [...connections].flatMap(([brand, connection]) => (connection.refuses() ? [brand] : [])),
    close: async () => void (await Promise.all([...connections.values()].map((connection) => connection.close()))),
  };
}

function measured(outcome: Outcome): Pick<MeasuredCall, 'caller' | 'outcome'> {
  const kinds = { timeout: 'timeout', unusable: 'failed', left: 'left' } as const;
  return { caller: 'visitor', outcome: outcome.kind === 'answer' ? classOf(outcome.status) : kinds[outcome.kind] };
}

/**
 * Whether a path consists of printable, decodable characters, so that every upstream interprets it as the same path.
 */
const isPlainPath = (path: string) =>
  /^[!-~]+$/.test(path) && !/(^|\/)\.{1,2}(\/|$)|[\\#]|%2e|%2f|%5c|%00|%(?![\da-f]{2})/i.test(path);

const MAX_BODY_BYTES = 1024 * 1024;
/**
 * If a body is too large, up to this many bytes of it are read and discarded, so that the sender receives the error.
 * After that, the connection is closed.
 */
const MAX_DISCARDED_BYTES = 8 * MAX_BODY_BYTES;

/**
 * Reads the whole body, so that a slow sender does not occupy a connection to the upstream.
 * @throws the error that ended the connection early
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

interface Exchange {
  readonly connection: UpstreamConnection;
  readonly origin: string;
  readonly log: Log;
  /** The visitor's deadline, on the clock of `performance.now()`. */
  readonly until: number;
  onEnd(outcome: Outcome, seconds: number): void;
}

/**
 * Makes the call in one of the brand's slots, and sends the response. JSON is read completely first, so that a slow
 * visitor does not occupy a slot.
 */
async function exchange(
  { connection, origin, log, until, onEnd }: Exchange,
  call: Call,
  response: ServerResponse,
): Promise<void> {
  const { request } = call;
  if (response.closed) return;
  if (performance.now() >= until) return sendApiError(request, response, TIMED_OUT);
  const left = new AbortController();
  response.once('close', () => left.abort());
  const passed = passedOn(origin, call);
  const began = performance.now();
  const outcome = await connection.call(passed, until, left.signal);
  if (outcome) onEnd(outcome, (performance.now() - began) / 1000);
  if (outcome?.kind === 'left') return;
  if (outcome?.kind === 'answer') {
    const isBroken = noteBreak(outcome.body, left.signal);
    await sendAnswer(outcome, call, response).catch((error: unknown) => {
      if (isBroken() || !left.signal.aborted)
        log.warn(`a response of the upstream broke off: ${messageOf(error)}`, { path: request.path });
      response.destroy();
    });
    return;
  }
  const isTimeout = outcome?.kind === 'timeout';
  const reason = isTimeout ? 'no response in time' : outcome?.reason;
  if (reason !== undefined) log.warn(`the upstream failed: ${reason}`, { method: request.method, path: request.path });
  if (isTimeout) return sendApiError(request, response, TIMED_OUT);
  sendApiError(request, response, UNREACHABLE, untilTried(connection));
}

type Refusal = [error: ErrorAnswer, retryAfterSeconds?: number];

/** Seconds until calls to the upstream are allowed again. */
const untilTried = (connection: UpstreamConnection) =>
  Math.max(PASSING_RETRY_AFTER_SECONDS, Math.ceil(connection.refusesForMs() / 1000));

/**
 * @param left aborted when the response is closed, because the upstream's response broke off or the visitor left
 * @returns a function that returns whether the response broke off while the visitor was still waiting
 */
function noteBreak(body: Answer['body'], left: AbortSignal): () => boolean {
  let isBroken = false;
  if (!(body instanceof Uint8Array)) body.once('error', () => (isBroken = !left.aborted));
  return () => isBroken;
}

/**
 * Headers of API responses. They come from the brand's own host, so a response that a browser opens directly must not
 * run, load or frame anything.
 */
const CONFINED = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': SECURITY_HEADERS['Referrer-Policy'],
  'cross-origin-resource-policy': SHARED_WITH_SITE['Cross-Origin-Resource-Policy'],
  'content-security-policy': CONFINED_POLICY,
};

function passedOn(origin: string, { request, headers, body }: Call): UpstreamCall {
  const cookie = sessionCookie(request);
  return {
    url: origin + request.path + request.search,
    method: request.method,
    headers: {
      ...headersToUpstream(headers),
      ...(cookie === undefined ? {} : { cookie }),
      ...(isAboutSessions(request) ? { [BROWSER_HEADER]: headers['user-agent'] ?? '' } : {}),
      'x-forwarded-for': request.clientAddress,
      [REQUEST_ID_HEADER]: requestId() ?? '',
    },
    body: body.length > 0 ? body : null,
  };
}

type Answer = Extract<Outcome, { kind: 'answer' }>;

async function sendAnswer(answer: Answer, call: Call, response: ServerResponse): Promise<void> {
  const { body } = answer;
  // A server error in another format may reveal internals, such as a stack trace.
  if (answer.status >= 500 && !isJson(answer)) {
    discard(answer);
    return sendApiError(call.request, response, UNREACHABLE, PASSING_RETRY_AFTER_SECONDS);
  }
  try {
    const cookies = sessionCookiesOf(call.request, answer.headers['set-cookie']);
    const carriesToken = /^bearer\s+\S/i.test(call.headers.authorization ?? '') || cookies.length > 0;
    response.writeHead(answer.status, {
      ...(answer.status === 503 ? { 'retry-after': `${PASSING_RETRY_AFTER_SECONDS}` } : {}),
      ...headersToVisitor(answer.headers),
      ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
      ...CONFINED,
      ...(carriesToken ? { 'cache-control': 'no-store' } : {}),
    });
    if (body instanceof Uint8Array) response.end(body);
    else await pipeline(body, response);
  } catch (error) {
    if (!(body instanceof Uint8Array)) body.destroy();
    throw error;
  }
}

const isJson = ({ headers }: Answer) => String(headers['content-type']).includes('json');

/** Calls that start, renew or end a session. */
const isAboutSessions = ({ path }: ParsedRequest) => /\/v1\/(auth\.\w+|user\.delete)$/.test(path);

/** The cookie to send to the upstream: the session cookie, and only for calls about sessions. */
function sessionCookie(request: ParsedRequest): string | undefined {
  const value = isAboutSessions(request) ? cookieOf(request.cookie ?? '', SESSION_COOKIE) : undefined;
  return value === undefined ? undefined : `${SESSION_COOKIE}=${value}`;
}

/** The cookies that the upstream may set: the session cookie, and only in responses to calls about sessions. */
function sessionCookiesOf(request: ParsedRequest, setCookie: string | string[] | undefined): string[] {
  return isAboutSessions(request) ? sessionCookiesIn(setCookie) : [];
}
