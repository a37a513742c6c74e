import { join } from 'node:path';
import { writeAtomic } from '#src/lib/files.ts';
import { hash } from '#src/lib/hash.ts';
import { readPlain } from '#src/lib/plain-files.ts';

/** In px; what the large platforms show of a link. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** Most bytes: messengers leave larger pictures out. */
export const MOST_SHARE_BYTES = 80 * 1024;

/** Of the picture, so that it stands clear of the edges that some platforms cut. */
const LOGO = { width: 700, height: 240 } as const;
/** Dots per inch at which a logo drawn in 32 px of height is sharp in the size above. */
const LOGO_DENSITY = 480;

/** JPEG qualities, the first that fits counts. Below `FINE` colours are coarse too: so even noise fits. */
const QUALITIES = [84, 70, 55, 40, 25, 12];
const FINE = 40;

export interface ShareDesign {
  /** Files as the brand has them. */
  readonly logo: Uint8Array;
  readonly header: Uint8Array;
  /** Colour behind both, `#rrggbb`. */
  readonly ground: string;
}

const drawn = new Map<string, Promise<Uint8Array>>();

/** Raised with what the picture of a brand looks like. */
const LOOK = 1;

/**
 * Draws the brand's logo on its header as the JPEG that previews of a link show; once for each design.
 * @param drawings folder that keeps it for the next start
 */
export function sharePicture(design: ShareDesign, drawings?: string): Promise<Uint8Array> {
  const key = keyOf(design);
  const known = drawn.get(key) ?? (drawings === undefined ? draw(design) : readOrDraw(design, drawings));
  drawn.set(key, known);
  return known;
}

const keyOf = ({ ground, logo, header }: ShareDesign) => hash(`${LOOK} ${ground} ${hash(logo)} ${hash(header)}`, 32);

/** Name of the file that keeps the picture of a design. */
export const drawingOf = (design: ShareDesign) => `share-${keyOf(design)}`;

/** Its hash stands in front of what is kept, so that a damaged file is drawn anew. */
async function readOrDraw(design: ShareDesign, drawings: string): Promise<Uint8Array> {
  const file = join(drawings, drawingOf(design));
  const kept = await readPlain(drawings, drawingOf(design)).catch(() => Buffer.alloc(0));
  const content = new Uint8Array(kept.subarray(HASH_BYTES));
  if (content.length > 0 && kept.toString('latin1', 0, HASH_BYTES) === hash(content, HASH_BYTES)) return content;
  const picture = await draw(design);
  // A folder that cannot be written costs the next start the time to draw it.
  await writeAtomic(file, Buffer.concat([Buffer.from(hash(picture, HASH_BYTES)), picture])).catch(() => undefined);
  return picture;
}

const HASH_BYTES = 32;

async function draw({ logo, header, ground }: ShareDesign): Promise<Uint8Array> {
  // Loaded here: the site bundle holds this module too and runs where sharp is not installed.
  const sharp = (await import('sharp')).default;
  const [above, behind] = await Promise.all([
    sharp(logo, { density: LOGO_DENSITY })
      .resize({ ...LOGO, fit: 'inside' })
      .png()
      .toBuffer(),
    sharp(header)
      .resize({ ...SHARE_SIZE, fit: 'cover' })
      .png()
      .toBuffer(),
  ]);
  const picture = await sharp({ create: { ...SHARE_SIZE, channels: 3, background: ground } })
    .composite([{ input: behind }, { input: above }])
    .png()
    .toBuffer();
  return jpegForSharing(picture);
}

/** A picture as a JPEG that previews of links show: in the best quality in which it has at most MOST_SHARE_BYTES. */
export async function jpegForSharing(picture: Uint8Array): Promise<Uint8Array> {
  const sharp = (await import('sharp')).default;
  let content = new Uint8Array();
  for (const quality of QUALITIES) {
    content = new Uint8Array(
      await sharp(picture)
        .jpeg({ quality, chromaSubsampling: quality < FINE ? '4:2:0' : '4:4:4' })
        .toBuffer(),
    );
    if (content.length <= MOST_SHARE_BYTES) break;
  }
  return content;
}
