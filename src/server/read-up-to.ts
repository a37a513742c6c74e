/**
 * Reads a stream of bytes to its end, and no further than a limit.
 * @returns undefined where it holds more than `most` bytes; the rest is left unread
 * @throws what ended the stream early
 */
export async function readUpTo(stream: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
