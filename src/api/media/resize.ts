import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { writeAtomic } from '#src/lib/atomic-file.ts';
import { hash } from '#src/lib/hash.ts';

/** No picture of ours has more; a bomb is refused before it is unpacked. */
const MOST_PIXELS = 60_000_000;
const QUALITY = 78;

/** Gives a picture as WebP in a width, from a cache on disk that is filled as it is asked. */
export interface Resizer {
  /** `content` is the original picture; equal content and width are made once, however many ask at a time. */
  resize(content: Uint8Array, width: number): Promise<Uint8Array>;
}

export function createResizer(folder: string): Resizer {
  const running = new Map<string, Promise<Uint8Array>>();
  return {
    resize(content, width) {
      const file = join(folder, `${hash(content, 24)}-${width}.webp`);
      const known = running.get(file) ?? readOrMake(file, content, width).finally(() => running.delete(file));
      running.set(file, known);
      return known;
    },
  };
}

async function readOrMake(file: string, content: Uint8Array, width: number): Promise<Uint8Array> {
  const cached = await readFile(file).catch(() => undefined);
  if (cached) return cached;
  const made = await sharp(content, { limitInputPixels: MOST_PIXELS })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
  await writeAtomic(file, made);
  return made;
}
