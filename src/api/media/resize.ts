import { basename, dirname, join } from 'node:path';
import sharp from 'sharp';
import { writeAtomic } from '#src/lib/files.ts';
import { hash } from '#src/lib/hash.ts';
import { isPlainFolder, readPlain } from '#src/lib/plain-files.ts';
import { MEDIA_WIDTHS } from './media-types.ts';
import { createQueue } from './queue.ts';

/** No picture of ours has more; a bomb is refused before it is unpacked. */
const MAX_PIXELS = 60_000_000;
/** Of like look: AVIF takes two thirds of WebP's bytes and ten times its work (docs/develop/design.md). */
const ENCODINGS = { webp: { quality: 78 }, avif: { quality: 50 } } as const;
type Format = keyof typeof ENCODINGS;

export interface Resized {
  readonly content: Uint8Array;
  readonly type: `image/${Format}`;
  /** False while a smaller form of the same picture is being made. */
  readonly final: boolean;
}

/** An original picture: what its file holds. */
export interface Original {
  readonly file: string;
  readonly content: Uint8Array;
}

/** Gives a picture in a width, from a cache on disk that is filled as it is asked. */
export interface Resizer {
  /**
   * The WebP is made at once, and once however many ask at a time; the AVIF behind it, one after another, for those who
   * ask later.
   */
  resize(original: Original, width: number, takesAvif: boolean): Promise<Resized>;
  /** Resolves when no AVIF is being made; ends with the pictures under way. */
  close(): Promise<void>;
}

export function createResizer(folder: string): Resizer {
  const running = new Map<string, Promise<Uint8Array>>();
  const queue = createQueue();

  const make = (file: string, content: Uint8Array, width: number, format: Format) => {
    const known = running.get(file) ?? readOrMake(file, content, width, format).finally(() => running.delete(file));
    running.set(file, known);
    return known;
  };

  return {
    async resize({ file: source, content }, width, takesAvif) {
      const name = hash(content, 24);
      const file = (format: Format) => join(folder, `${name}-${width}.${format}`);
      const avif = takesAvif ? await kept(file('avif')) : undefined;
      if (avif) return { content: avif, type: 'image/avif', final: true };
      const webp = await make(file('webp'), content, width, 'webp');
      const makeAvif = async () => make(file('avif'), await readAgain(source, name), width, 'avif');
      if (takesAvif) queue.add(file('avif'), makeAvif);
      return { content: webp, type: 'image/webp', final: !takesAvif };
    },
    close: queue.close,
  };
}

/** The files of a picture in other widths. */
export function resizedFiles(folder: string, content: Uint8Array | undefined): string[] {
  if (!content) return [];
  const name = hash(content, 24);
  const formats = Object.keys(ENCODINGS);
  return MEDIA_WIDTHS.flatMap((width) => formats.map((format) => join(folder, `${name}-${width}.${format}`)));
}

const kept = (file: string): Promise<Uint8Array | undefined> =>
  readPlain(dirname(file), basename(file)).catch(() => undefined);

/** What waits holds no picture in memory. @throws Error where another has taken the file's place meanwhile */
async function readAgain(file: string, name: string): Promise<Uint8Array> {
  const content = await readPlain(dirname(file), basename(file));
  if (hash(content, 24) !== name) throw new Error(`${file} has changed.`);
  return content;
}

async function readOrMake(file: string, content: Uint8Array, width: number, format: Format): Promise<Uint8Array> {
  isPlainFolder(dirname(dirname(file)), basename(dirname(file)));
  const known = await kept(file);
  if (known) return known;
  const made = await sharp(content, { limitInputPixels: MAX_PIXELS })
    .resize({ width, withoutEnlargement: true })
    .toFormat(format, ENCODINGS[format])
    .toBuffer();
  await writeAtomic(file, made);
  return made;
}
