import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildApp } from 'fauxqs';

/** A server that speaks the protocol of S3, on a free port of 127.0.0.1, with one bucket. */
export interface ObjectServer {
  readonly bucket: string;
  /** For an S3 client. */
  readonly settings: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
  /** The same for a process, as the programs of AWS read it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Method and key of each request so far that reached the bucket. */
  readonly requests: string[];
  /** Fails every so manieth request, by turns with an answer and without one. 0 for none, 1 for all. */
  fail(every: number): void;
  close(): Promise<void>;
}

interface Options {
  /** Whether writes may have a condition; a store without them does not look at it. The server behind has none. */
  readonly conditionalWrites?: boolean;
}

const BUCKET = 'releases';

/** Not `SlowDown`, for which clients wait far longer. */
const FAILURE = '<?xml version="1.0"?><Error><Code>InternalError</Code><Message>Try again.</Message></Error>';
const PRECONDITION =
  '<?xml version="1.0"?><Error><Code>PreconditionFailed</Code><Message>The condition did not hold.</Message></Error>';

export async function startObjectServer({ conditionalWrites = true }: Options = {}): Promise<ObjectServer> {
  const store = buildApp({ logger: false });
  await store.ready();
  const requests: string[] = [];
  let every = 0;
  let count = 0;
  // One write with a condition at a time.
  let writes: Promise<unknown> = Promise.resolve();
  const pass = (incoming: IncomingMessage, response: ServerResponse) =>
    void store.server.emit('request', incoming, response);
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    count += 1;
    if (every > 0 && count % every === 0) {
      incoming.resume();
      if (count % (2 * every) !== 0) return void response.destroy();
      return void response.writeHead(500, { 'content-type': 'application/xml' }).end(FAILURE);
    }
    requests.push(`${incoming.method} ${(incoming.url ?? '').replace(/^\/[^/]+\/?/, '').replace(/\?.*/, '')}`);
    const { 'if-match': match, 'if-none-match': none } = incoming.headers;
    if (!conditionalWrites || incoming.method !== 'PUT' || (match ?? none) === undefined)
      return pass(incoming, response);
    const holds = async () => {
      const url = (incoming.url ?? '').replace(/\?.*/, '');
      const { statusCode, headers } = await store.inject({ method: 'HEAD', url });
      const etag = statusCode === 200 ? headers.etag : undefined;
      return none === '*' ? etag === undefined : etag === match;
    };
    const write = writes.then(async () => {
      if (await holds()) {
        pass(incoming, response);
        await once(response, 'close');
        return;
      }
      incoming.resume();
      response.writeHead(412, { 'content-type': 'application/xml' }).end(PRECONDITION);
    });
    writes = write.catch(() => {});
    await write;
  };
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made = await store.inject({ method: 'PUT', url: `/${BUCKET}` });
  if (made.statusCode !== 200) throw new Error(`The bucket could not be made: ${made.body}`);
  return {
    bucket: BUCKET,
    settings: { endpoint, region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } },
    environment: {
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      LECTERN_RELEASES: `s3://${BUCKET}/lectern`,
    },
    requests,
    fail(number) {
      [every, count] = [number, 0];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await store.close();
    },
  };
}
