import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Artwork } from './covers/index.ts';

const MAX_CONCURRENT_WRITES = 16;

/** Writes drawings to the media folder, each name only once, because the same name means the same content. */
export function createArtworkWriter(media: string) {
  const writtenFiles = new Set<string>();
  let waiting: Artwork[] = [];
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    await Promise.all(batch.map((art) => writeArt(media, art)));
  };
  return {
    async put(art: Artwork): Promise<void> {
      if (writtenFiles.has(art.file)) return;
      writtenFiles.add(art.file);
      waiting.push(art);
      if (waiting.length >= MAX_CONCURRENT_WRITES) await flush();
    },
    flush,
  };
}

/** Writes a drawing, but does not sync it to disk. The next seed recreates drawings that were lost in a power cut. */
async function writeArt(media: string, { file, svg }: Artwork): Promise<void> {
  const path = join(media, file);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  await mkdir(join(media, 'covers'), { recursive: true });
  await writeFile(`${path}.part`, svg);
  await rename(`${path}.part`, path);
}
