import { basename, dirname, join } from 'node:path';
import sharp from 'sharp';
import { messageOf } from '#src/lib/errors.ts';
import { writeAtomic } from '#src/lib/files.ts';
import { hash } from '#src/lib/hash.ts';
import type { Log } from '#src/lib/log.ts';
import { isPlainFolder, readPlain } from '#src/lib/plain-files.ts';
import { MEDIA_WIDTHS } from './media-types.ts';
import { createQueue } from './queue.ts';

/** Maximum number of pixels. Stored pictures have fewer; a decompression bomb is rejected before it is decoded. */
const MAX_PIXELS = 60_000_000;
/**
 * Settings for equal quality. AVIF needs two thirds of the bytes and ten times the CPU time (docs/develop/design.md).
 */
const ENCODINGS = { webp: { quality: 78 }, avif: { quality: 50 } } as const;
type Format = keyof typeof ENCODINGS;

export interface Resized {
  readonly content: Uint8Array;
  readonly type: `image/${Format}`;
  /** False while a smaller AVIF of the picture is being created. */
  readonly final: boolean;
}

/** An original picture and the content of its file. */
export interface Original {
  readonly file: string;
  readonly content: Uint8Array;
}

/** Resizes pictures, with a cache on disk. */
export interface Resizer {
  /**
   * Returns a picture in this width. A missing WebP is created immediately, and only once for concurrent requests.
   * AVIFs are created in the background, one after another, for later requests.
   */
  resize(original: Original, width: number, takesAvif: boolean): Promise<Resized>;
  /** Resolves when no AVIF is being created. */
  close(): Promise<void>;
}

export function createResizer(folder: string, log: Log): Resizer {
  const running = new Map<string, Promise<Uint8Array>>();
  const queue = createQueue((file, error) => log.error(`${basename(file)} cannot be created: ${messageOf(error)}`));

  const make = (file: string, content: Uint8Array, width: number, format: Format) => {
    const job = running.get(file) ?? readOrMake(file, content, width, format).finally(() => running.delete(file));
    running.set(file, job);
    return job;
  };

  return {
    async resize({ file: source, content }, width, takesAvif) {
      const name = hash(content, 24);
      const file = (format: Format) => join(folder, `${name}-${width}.${format}`);
      const avif = takesAvif ? await readStored(file('avif')) : undefined;
      if (avif) return { content: avif, type: 'image/avif', final: true };
      const webp = await make(file('webp'), content, width, 'webp');
      const makeAvif = async () => make(file('avif'), await readAgain(source, name), width, 'avif');
      if (takesAvif) queue.add(file('avif'), makeAvif);
      return { content: webp, type: 'image/webp', final: !takesAvif };
    },
    close: queue.close,
  };
}

/** Returns the files of a picture in other widths. */
export function resizedFiles(folder: string, content: Uint8Array | undefined): string[] {
  if (!content) return [];
  const name = hash(content, 24);
  const formats = Object.keys(ENCODINGS);
  return MEDIA_WIDTHS.flatMap((width) => formats.map((format) => join(folder, `${name}-${width}.${format}`)));
}

const readStored = (file: string): Promise<Uint8Array | undefined> =>
  readPlain(dirname(file), basename(file)).catch(() => undefined);

/**
 * Reads a picture again, because waiting jobs keep none in memory.
 * @throws Error if the file has been replaced
 */
async function readAgain(file: string, name: string): Promise<Uint8Array> {
  const content = await readPlain(dirname(file), basename(file));
  if (hash(content, 24) !== name) throw new Error(`${file} has changed.`);
  return content;
}

async function readOrMake(file: string, content: Uint8Array, width: number, format: Format): Promise<Uint8Array> {
  isPlainFolder(dirname(dirname(file)), basename(dirname(file)));
  const stored = await readStored(file);
  if (stored) return stored;
  const resized = await sharp(content, { limitInputPixels: MAX_PIXELS })
    .resize({ width, withoutEnlargement: true })
    .toFormat(format, ENCODINGS[format])
    .toBuffer();
  await writeAtomic(file, resized);
  return resized;
}
