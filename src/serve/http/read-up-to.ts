/**
 * Reads a stream of bytes to its end, or up to a limit.
 * @returns undefined if the stream has more than `maxBytes` bytes; the remaining bytes are then not read
 * @throws the error that ended the stream early
 */
export async function readUpTo(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
