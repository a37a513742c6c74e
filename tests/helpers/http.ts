import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Sends one request on a new connection, without following redirects, decompressing or adding headers. */
export async function ask(
  port: number,
  host: string,
  path: string,
  options: RequestOptions = {},
): Promise<RawResponse> {
  const { method = 'GET', headers = {}, body = '' } = options;
  const length = body === '' || 'transfer-encoding' in headers ? {} : { 'content-length': Buffer.byteLength(body) };
  const to = { host: '127.0.0.1', port, method, path, agent: false, headers: { host, ...length, ...headers } };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(to, resolve).on('error', reject).end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  const content = Buffer.concat(chunks);
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: content, text: content.toString('utf8') };
}

/**
 * Sends raw bytes, and returns what arrives until the other side closes the connection, or within `waitMs`
 * milliseconds.
 */
export function sendRaw(port: number, bytes: string | Uint8Array, waitMs = 1000): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('latin1'));
    };
    const timer = setTimeout(finish, waitMs);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', finish);
    socket.on('close', finish);
  });
}
