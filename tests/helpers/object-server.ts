import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFauxqs } from 'fauxqs';

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
  const store = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
  const agent = new Agent({ keepAlive: true });
  const requests: string[] = [];
  let every = 0;
  let count = 0;
  // One write with a condition at a time.
  let writes: Promise<unknown> = Promise.resolve();
  const behind = { host: '127.0.0.1', port: store.port, agent };
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
      return forward(behind, incoming, response);
    const holds = async () => {
      const etag = await etagOf(behind, incoming.url ?? '');
      return none === '*' ? etag === undefined : etag === match;
    };
    const write = writes.then(async () => {
      if (await holds()) return forward(behind, incoming, response);
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
  const made = await fetch(`http://127.0.0.1:${store.port}/${BUCKET}`, { method: 'PUT' });
  if (!made.ok) throw new Error(`The bucket could not be made: ${await made.text()}`);
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
      agent.destroy();
      await store.stop();
    },
  };
}

type Behind = { readonly host: string; readonly port: number; readonly agent: Agent };

async function forward(behind: Behind, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url: path, headers } = incoming;
  const outgoing = request({ ...behind, method, path, headers });
  incoming.pipe(outgoing);
  const [answered] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.writeHead(answered.statusCode ?? 500, answered.headers);
  answered.pipe(response);
  await once(response, 'close');
}

async function etagOf(behind: Behind, path: string): Promise<string | undefined> {
  const outgoing = request({ ...behind, method: 'HEAD', path: path.replace(/\?.*/, '') }).end();
  const [answered] = (await once(outgoing, 'response')) as [IncomingMessage];
  answered.resume();
  return answered.statusCode === 200 ? answered.headers.etag : undefined;
}
