import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body as it was received. */
  readonly bytes: Buffer;
  /** Time at which the request arrived, in milliseconds on a monotonic clock. */
  readonly at: number;
  /** The client's port. Requests with the same port share a connection. */
  readonly port: number | undefined;
}

export interface ScriptedServer {
  readonly origin: string;
  readonly seen: SeenRequest[];
  close(): Promise<void>;
}

export type Answerer = (response: ServerResponse, request: SeenRequest, count: number) => unknown;

/**
 * Starts a server on a free port that records requests. `answer` sends the responses; it gets the number of each
 * request, starting at 1.
 */
export async function startScriptedServer(answer: Answerer): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await record(incoming);
    seen.push(request);
    answer(response, request, seen.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function record(incoming: IncomingMessage): Promise<SeenRequest> {
  const at = performance.now();
  const url = new URL(incoming.url ?? '/', 'http://server.test');
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: incoming.headers,
    body: bytes.toString('utf8'),
    bytes,
    at,
    port: incoming.socket.remotePort,
  };
}

/** Sends a successful response in the contract's format. */
export function succeed(response: ServerResponse, data: unknown, headers: Record<string, string> = {}): void {
  send(response, 200, { success: 1, data, errors: [] }, headers);
}

/** Sends an error response in the contract's format. */
export function refuse(response: ServerResponse, status: number, code: string, desc?: string): void {
  send(response, status, { success: 0, data: null, errors: [{ code, message: `Test error ${code}.` }], desc });
}

export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
