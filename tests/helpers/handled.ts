import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import type { RawResponse, RequestOptions } from './http.ts';

export type Handle = (message: IncomingMessage, response: ServerResponse) => unknown;

/** Handles an HTTP request in memory, as on a real connection. */
export async function handleInMemory(handle: Handle, path: string, options: RequestOptions = {}): Promise<RawResponse> {
  const { method = 'GET', headers = {}, body = '' } = options;
  const [client, served] = duplexPair();
  const server = createServer((message, response) => void handle(message, response));
  server.emit('connection', served);
  const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const createConnection = () => client as Socket;
    request({ createConnection, method, path, headers: { host: 'ash.test', ...length, ...headers } }, resolve)
      .on('error', reject)
      .end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  client.destroy();
  const content = Buffer.concat(chunks);
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: content, text: content.toString('utf8') };
}
