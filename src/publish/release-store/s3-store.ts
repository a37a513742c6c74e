import { addAbortSignal, type Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { messageOf } from '#src/lib/errors.ts';
import { batches } from '#src/lib/iterables.ts';
import {
  ChangedObjectError,
  isKey,
  type ListedObject,
  MAX_OBJECT_BYTES,
  type ObjectStore,
  requireKey,
  StoreError,
} from './object-store.ts';

/** Maximum attempts per call, with growing pauses, because stores fail occasionally. */
const MAX_ATTEMPTS = 8;
const CONNECTION_MS = 5000;
const REQUEST_MS = 30_000;
const READ_MS = 300_000;
/** Maximum number of connections: more than the number of concurrent calls. */
const SOCKETS = 128;
/** Maximum number of keys that one call removes. */
const REMOVED_AT_ONCE = 1000;

const STATUS = { notModified: 304, missing: 404, preconditionFailed: 412, conflict: 409, notImplemented: 501 } as const;

/**
 * Opens a bucket on Amazon S3 or any compatible store. Region, credentials and endpoint come from the usual AWS
 * variables and files.
 * @param prefix prefix of all keys, empty or ending with `/`
 * @param readMs timeout for reading an object, in ms, including all attempts
 */
export function openS3Store(
  bucket: string,
  prefix: string,
  config: S3ClientConfig = {},
  readMs = READ_MS,
): ObjectStore {
  const client = new S3Client({
    maxAttempts: MAX_ATTEMPTS,
    // Stores other than Amazon's rarely support subdomains for buckets, or checksums other than MD5.
    forcePathStyle: hasOwnEndpoint(config),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECTION_MS,
      requestTimeout: REQUEST_MS,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: SOCKETS },
      httpsAgent: { maxSockets: SOCKETS },
    },
    ...config,
  });
  const address = `s3://${bucket}/${prefix}`;
  const failed = (cause: unknown, what: string) =>
    new StoreError(`The release store ${address} failed to ${what}: ${reasonOf(cause)}`, { cause });
  const read = async (key: string, etag: string | undefined, maxBytes = MAX_OBJECT_BYTES) => {
    try {
      const Key = prefix + requireKey(key);
      const input = { Bucket: bucket, Key, ...(etag === undefined ? {} : { IfNoneMatch: etag }) };
      // The timeout covers the whole response: a store that sends only a few bytes at a time counts as unavailable.
      const abortSignal = AbortSignal.timeout(readMs);
      const { Body, ETag = '' } = await client.send(new GetObjectCommand(input), { abortSignal });
      return { body: await readAll(Body as Readable | undefined, maxBytes, abortSignal), etag: ETag };
    } catch (error) {
      if (statusOf(error) === STATUS.notModified) return 'unchanged' as const;
      if (error instanceof NoSuchKey || statusOf(error) === STATUS.missing) return undefined;
      throw failed(error, `read ${key}`);
    }
  };
  const put = async (key: string, body: Uint8Array, condition: Condition = {}) => {
    await client.send(
      new PutObjectCommand({ Bucket: bucket, Key: prefix + requireKey(key), Body: body, ...condition }),
    );
  };
  return {
    address,
    getUnless: read,
    async get(key, maxBytes) {
      const object = await read(key, undefined, maxBytes);
      return object === 'unchanged' ? undefined : object;
    },
    async put(key, body, condition) {
      try {
        await put(key, body, condition && conditionOf(condition.etag));
      } catch (error) {
        // The store does not support conditional writes, so only the lease prevents conflicts.
        if (condition && statusOf(error) === STATUS.notImplemented) return put(key, body);
        const status = statusOf(error);
        if (condition && (status === STATUS.preconditionFailed || status === STATUS.conflict))
          throw new ChangedObjectError(key, { cause: error });
        throw failed(error, `write ${key}`);
      }
    },
    async *list(start) {
      for (let token: string | undefined, isLast = false; !isLast; isLast = token === undefined) {
        const input = { Bucket: bucket, Prefix: prefix + start, ContinuationToken: token };
        const page: ListObjectsV2CommandOutput = await client
          .send(new ListObjectsV2Command(input))
          .catch((error: unknown) => {
            throw failed(error, `list ${start}`);
          });
        for (const { Key = '', LastModified: written = new Date() } of page.Contents ?? [])
          if (Key.startsWith(prefix + start) && isKey(Key.slice(prefix.length)))
            yield { key: Key.slice(prefix.length), written } satisfies ListedObject;
        token = page.NextContinuationToken;
      }
    },
    async remove(keys) {
      for (const batch of batches(keys, REMOVED_AT_ONCE)) {
        const Objects = batch.map((key) => ({ Key: prefix + requireKey(key) }));
        const input = { Bucket: bucket, Delete: { Objects, Quiet: true } };
        const { Errors = [] } = await client.send(new DeleteObjectsCommand(input)).catch((error: unknown) => {
          throw failed(error, `remove ${batch[0]}`);
        });
        if (Errors[0]) throw failed(Errors[0].Message, `remove ${Errors[0].Key}`);
      }
    },
    close: () => client.destroy(),
  };
}

async function readAll(stream: Readable | undefined, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (stream === undefined) return new Uint8Array();
  for await (const chunk of addAbortSignal(signal, stream) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    // Throwing inside the loop also closes the stream and its connection.
    if (bytes > maxBytes) throw new Error(`the object has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

type Condition = { readonly IfMatch?: string; readonly IfNoneMatch?: string };

const conditionOf = (etag: string | undefined): Condition =>
  etag === undefined ? { IfNoneMatch: '*' } : { IfMatch: etag };

const hasOwnEndpoint = ({ endpoint }: S3ClientConfig) =>
  endpoint !== undefined ||
  process.env['AWS_ENDPOINT_URL_S3'] !== undefined ||
  process.env['AWS_ENDPOINT_URL'] !== undefined;

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

function reasonOf(error: unknown): string {
  const status = statusOf(error);
  return status === undefined ? messageOf(error) : `${messageOf(error)} (status ${status})`;
}
