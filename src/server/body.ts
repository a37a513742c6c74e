import type { IncomingMessage } from 'node:http';

const MOST_BYTES = 1024 * 1024;
/** A larger body is read on to this size, so that its sender gets to read the refusal, and then cut off. */
const MOST_DISCARDED = 8 * MOST_BYTES;

/**
 * The body of a call, whole: a slow sender occupies no connection to the upstream.
 * @throws what ended the connection, where it ended first
 */
export async function readBody(request: IncomingMessage): Promise<Uint8Array | 'too large'> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_DISCARDED) return 'too large';
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MOST_BYTES) chunks.push(chunk);
    if (size > MOST_DISCARDED) break;
  }
  return size > MOST_BYTES ? 'too large' : Buffer.concat(chunks);
}
