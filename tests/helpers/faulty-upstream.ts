import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const FAULTS = ['refuse', 'status', 'hang', 'garble', 'damage', 'busy'] as const;
/** `refuse` disconnects, `status` sends 500, `garble` truncates JSON, `damage` breaks the list, `busy` sends 503. */
export type Fault = (typeof FAULTS)[number];

/**
 * A forwarded call. `page` is 1 if the call names no page. `count` is the number of the call in the run, starting at 1.
 */
export interface PassingCall {
  readonly name: string;
  readonly page: number;
  readonly count: number;
}

/** A proxy in front of a real upstream. It forwards all calls except those that a test makes fail. */
export interface FaultyUpstream {
  readonly origin: string;
  /** Calls since the last `record`, in order. */
  readonly calls: readonly PassingCall[];
  /** Clears the recorded calls. */
  record(): void;
  /** Makes the next call that `select` accepts fail, including all retries of that call. */
  break(select: (call: PassingCall) => boolean, fault: Fault): void;
  /** Changes the data of all later responses to this call. */
  rewrite(name: string, change: (data: Data) => Data): void;
  /** Ends all faults and changes. */
  clearFaults(): void;
  close(): Promise<void>;
}

/** The `data` of a response with a list. */
type Data = { readonly items: readonly Record<string, unknown>[] };

interface Breaking {
  select(call: PassingCall): boolean;
  readonly fault: Fault;
  target?: string;
}

export async function startFaultyUpstream(upstream: string): Promise<FaultyUpstream> {
  const calls: PassingCall[] = [];
  let breaking: Breaking | undefined;
  const rewritten = new Map<string, (data: Data) => Data>();
  const isBroken = (target: string) => {
    const { pathname, searchParams } = new URL(target, upstream);
    const call = {
      name: pathname.split('/').at(-1) ?? '',
      page: Number(searchParams.get('page') ?? 1),
      count: calls.length + 1,
    };
    calls.push(call);
    if (breaking?.target === undefined && breaking?.select(call)) breaking.target = target;
    return breaking?.target === target ? breaking.fault : undefined;
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', upstream);
    const change = rewritten.get(pathname.split('/').at(-1) ?? '');
    void pass(upstream, { request, response, fault: isBroken(request.url ?? '/'), change });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    calls,
    record: () => void calls.splice(0),
    break(select, fault) {
      calls.splice(0);
      breaking = { select, fault };
    },
    rewrite: (name, change) => void rewritten.set(name, change),
    clearFaults() {
      rewritten.clear();
      breaking = undefined;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Passing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly fault: Fault | undefined;
  readonly change: ((data: Data) => Data) | undefined;
}

async function pass(upstream: string, { request, response, fault, change }: Passing): Promise<void> {
  if (fault === 'hang') return;
  if (fault === 'refuse') {
    request.socket.destroy();
    return;
  }
  const answer = await forward(upstream, request, fault !== undefined || change !== undefined);
  const json = { 'content-type': 'application/json' };
  if (fault === 'busy') {
    response.writeHead(503, { ...json, 'retry-after': '0' }).end('{"success":0,"data":null,"errors":[]}');
    return;
  }
  if (fault === 'status') response.writeHead(500, json).end('{"success":0,"data":null,"errors":[]}');
  else if (fault === 'garble') response.writeHead(200, json).end(answer.body.slice(0, answer.body.length / 2));
  else if (fault === 'damage') response.writeHead(200, json).end(damaged(answer.body));
  else if (change) response.writeHead(200, json).end(changed(answer.body, change));
  else response.writeHead(answer.status, answer.headers).end(answer.body);
}

function changed(body: string, change: (data: Data) => Data): string {
  const answer: { data: Data } = JSON.parse(body);
  return JSON.stringify({ ...answer, data: change(answer.data) });
}

/** @param whole whether to omit `If-None-Match`, so that the response has a body that can be changed */
async function forward(upstream: string, request: IncomingMessage, whole: boolean) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const {
    host: _host,
    connection: _connection,
    'content-length': _length,
    'if-none-match': etag,
    ...headers
  } = request.headers;
  const answer = await fetch(upstream + (request.url ?? '/'), {
    method: request.method ?? 'GET',
    headers: { ...(headers as Record<string, string>), ...(etag && !whole ? { 'if-none-match': etag } : {}) },
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  });
  const headersToKeep = [...answer.headers].filter(([name]) => name === 'etag' || name === 'content-type');
  return { status: answer.status, headers: Object.fromEntries(headersToKeep), body: await answer.text() };
}

/**
 * Replaces the list with a text. A single invalid item would not make the call fail, because it would only be left out.
 */
function damaged(body: string): string {
  const answer: { data: object } = JSON.parse(body);
  return JSON.stringify({ ...answer, data: { ...answer.data, items: 'none' } });
}
