import { coversPicture } from '#src/brand/covers-picture.ts';
import { readUpTo } from './read-up-to.ts';

const MOST_COVER_BYTES = 8 * 1024 * 1024;
const COVER_MS = 1500;

/**
 * Draws covers of the upstream. One that is not there, or is no picture, is left out.
 * @param covers paths with queries
 * @returns a JPEG; 404 where no cover is left, 503 where the upstream does not answer
 */
export async function drawCovers(
  covers: readonly string[],
  upstreamOrigin: string,
  timeoutMs = COVER_MS,
): Promise<Uint8Array | 404 | 503> {
  try {
    const read = await Promise.all(covers.map((path) => readCover(path, upstreamOrigin, timeoutMs)));
    const pictures = read.filter((one) => one !== undefined);
    return pictures.length === 0 ? 404 : await coversPicture(pictures).catch(() => drawSound(pictures));
  } catch {
    return 503;
  }
}

async function readCover(path: string, upstreamOrigin: string, timeoutMs: number): Promise<Uint8Array | undefined> {
  const url = new URL(path, upstreamOrigin);
  if (url.origin !== new URL(upstreamOrigin).origin) return undefined;
  const { status, body } = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (status === 200 && body) return readUpTo(body, MOST_COVER_BYTES);
  await body?.cancel();
  if (status >= 500 || status === 429) throw new Error(`the upstream answered ${status} for ${path}`);
  return undefined;
}

/** One that is no picture spoils the others, so each is tried alone. */
async function drawSound(pictures: readonly Uint8Array[]): Promise<Uint8Array | 404> {
  const tried = await Promise.allSettled(pictures.map((one) => coversPicture([one])));
  const sound = pictures.filter((_one, place) => tried[place]?.status === 'fulfilled');
  return sound.length === 0 ? 404 : coversPicture(sound);
}
