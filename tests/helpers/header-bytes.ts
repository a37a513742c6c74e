import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, createServer } from 'node:http2';
import { type AddressInfo, connect as connectSocket, createServer as createRelay } from 'node:net';

/** The size of a response's headers in bytes. */
export interface HeaderBytes {
  /** The status line and all headers, as sent by the server. */
  readonly http1: number;
  /** The headers in the first response on an HTTP/2 connection, whose HPACK table is still empty. */
  readonly hpack: number;
}

/** Measures the headers of a response to a browser's request. */
export async function headerBytes(port: number, host: string, path: string): Promise<HeaderBytes> {
  const agent = new Agent({ keepAlive: true });
  const headers = { host, 'accept-encoding': 'gzip, deflate, br, zstd' };
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, agent, headers }, resolve).on('error', reject).end();
    });
    response.resume();
    await once(response, 'end');
    if (response.statusCode !== 200) throw new Error(`${path} has status ${response.statusCode}.`);
    const fields = Array.from({ length: response.rawHeaders.length / 2 }, (_, at) =>
      response.rawHeaders.slice(2 * at, 2 * at + 2),
    );
    const lines = ['HTTP/1.1 200 OK', ...fields.map((field) => field.join(': ')), ''];
    return { http1: lines.reduce((sum, line) => sum + line.length + 2, 0), hpack: await hpackBytes(fields) };
  } finally {
    agent.destroy();
  }
}

const FRAME_HEADER_BYTES = 9;
const HEADERS_FRAME = 1;
const CONTINUATION_FRAME = 9;

/** Sends the fields through Node's HTTP/2 server, and adds up the frames with headers that the client receives. */
async function hpackBytes(fields: readonly string[][]): Promise<number> {
  const server = createServer((_request, response) => {
    const headers = Object.fromEntries(fields);
    response.writeHead(200, headers).end(Buffer.alloc(Number(headers['Content-Length'])));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const received: Buffer[] = [];
  const relay = createRelay((client) => {
    const upstream = connectSocket(port, '127.0.0.1');
    client.pipe(upstream).on('data', (chunk: Buffer) => received.push(chunk));
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const session = connect(`http://127.0.0.1:${(relay.address() as AddressInfo).port}`);
  const stream = session.request({ ':path': '/' });
  stream.resume();
  await once(stream, 'end');
  session.close();
  relay.close();
  server.close();
  let bytes = 0;
  const all = Buffer.concat(received);
  for (let at = 0; at < all.length; ) {
    const length = all.readUIntBE(at, 3);
    if ([HEADERS_FRAME, CONTINUATION_FRAME].includes(all[at + 3] ?? 0)) bytes += length;
    at += FRAME_HEADER_BYTES + length;
  }
  return bytes;
}
