import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildApp } from 'fauxqs';

/** An S3 server on a free port of 127.0.0.1, with one bucket. */
export interface ObjectServer {
  readonly bucket: string;
  /** Settings with which an S3 client uses the server. */
  readonly settings: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
  /** The settings as environment variables for AWS programs. */
  readonly environment: Readonly<Record<string, string>>;
  /** Method and key of each request that has reached the bucket. */
  readonly requests: string[];
  /** Makes every nth request fail, alternately with and without a response. With 0 no request fails, with 1 all do. */
  fail(every: number): void;
  close(): Promise<void>;
}

interface Options {
  /** Whether the server supports conditional writes. Without them, conditions are ignored. */
  readonly conditionalWrites?: boolean;
}

const BUCKET = 'releases';

/** Response to a request that fails. It is `InternalError`, because clients would wait far longer after `SlowDown`. */
const FAILURE = '<?xml version="1.0"?><Error><Code>InternalError</Code><Message>Try again.</Message></Error>';
const PRECONDITION =
  '<?xml version="1.0"?><Error><Code>PreconditionFailed</Code><Message>The condition was not met.</Message></Error>';

export async function startObjectServer({ conditionalWrites = true }: Options = {}): Promise<ObjectServer> {
  const store = buildApp({ logger: false });
  await store.ready();
  const requests: string[] = [];
  let every = 0;
  let count = 0;
  // The last conditional write. They are performed one after another.
  let writes: Promise<unknown> = Promise.resolve();
  const forward = (incoming: IncomingMessage, response: ServerResponse) =>
    void store.server.emit('request', incoming, response);
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    count += 1;
    if (every > 0 && count % every === 0) {
      incoming.resume();
      if (count % (2 * every) !== 0) return void response.destroy();
      return void response.writeHead(500, { 'content-type': 'application/xml' }).end(FAILURE);
    }
    requests.push(`${incoming.method} ${(incoming.url ?? '').replace(/^\/[^/]+\/?/, '').replace(/\?.*/, '')}`);
    const { 'if-match': match, 'if-none-match': none } = incoming.headers;
    if (!conditionalWrites || incoming.method !== 'PUT' || (match ?? none) === undefined)
      return forward(incoming, response);
    const conditionHolds = async () => {
      const url = (incoming.url ?? '').replace(/\?.*/, '');
      const { statusCode, headers } = await store.inject({ method: 'HEAD', url });
      const etag = statusCode === 200 ? headers.etag : undefined;
      return none === '*' ? etag === undefined : etag === match;
    };
    const write = writes.then(async () => {
      if (await conditionHolds()) {
        forward(incoming, response);
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
    handle(incoming, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const created = await store.inject({ method: 'PUT', url: `/${BUCKET}` });
  if (created.statusCode !== 200) throw new Error(`The bucket could not be created: ${created.body}`);
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
