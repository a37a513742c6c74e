import { join } from 'node:path';
import { writeAtomic } from '#src/lib/files.ts';
import { hash } from '#src/lib/hash.ts';
import { readPlain } from '#src/lib/plain-files.ts';

/** Size in px at which large platforms show link previews. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** Maximum file size, because messengers omit larger images. */
export const MAX_SHARE_BYTES = 80 * 1024;

/** Maximum size of the logo in px. It leaves a margin, so that platforms that crop the edges do not crop the logo. */
const LOGO = { width: 700, height: 240 } as const;
/** Resolution (DPI) at which the logo is rendered. A logo that is 32 px high is then sharp at the size in `LOGO`. */
const LOGO_DENSITY = 480;

/**
 * JPEG qualities in the order in which they are tried. Below `FINE`, chroma is subsampled too, so that even noisy
 * images fit into `MAX_SHARE_BYTES`.
 */
const QUALITIES = [84, 70, 55, 40, 25, 12];
const FINE = 40;

export interface ShareDesign {
  /** Contents of the brand's files. */
  readonly logo: Uint8Array;
  readonly header: Uint8Array;
  /** Background colour behind the logo and the header image, `#rrggbb`. */
  readonly ground: string;
}

const drawn = new Map<string, Promise<Uint8Array>>();

/** Version of the brand image's design. Increment it when the design changes. */
const LOOK = 1;

/**
 * Draws the brand's logo on its header as the JPEG for link previews, only once for each design.
 * @param drawings folder that caches the JPEG for the next start
 */
export function sharePicture(design: ShareDesign, drawings?: string): Promise<Uint8Array> {
  const key = keyOf(design);
  const picture = drawn.get(key) ?? (drawings === undefined ? draw(design) : readOrDraw(design, drawings));
  drawn.set(key, picture);
  return picture;
}

const keyOf = ({ ground, logo, header }: ShareDesign) => hash(`${LOOK} ${ground} ${hash(logo)} ${hash(header)}`, 32);

/** File name of the image for a design. */
export const drawingOf = (design: ShareDesign) => `share-${keyOf(design)}`;

/** The cached file starts with its hash, so that a damaged file is redrawn. */
async function readOrDraw(design: ShareDesign, drawings: string): Promise<Uint8Array> {
  const file = join(drawings, drawingOf(design));
  const cached = await readPlain(drawings, drawingOf(design)).catch(() => Buffer.alloc(0));
  const content = new Uint8Array(cached.subarray(HASH_BYTES));
  if (content.length > 0 && cached.toString('latin1', 0, HASH_BYTES) === hash(content, HASH_BYTES)) return content;
  const picture = await draw(design);
  // If the folder is not writable, the image is drawn again at the next start.
  await writeAtomic(file, Buffer.concat([Buffer.from(hash(picture, HASH_BYTES)), picture])).catch(() => undefined);
  return picture;
}

const HASH_BYTES = 32;

async function draw({ logo, header, ground }: ShareDesign): Promise<Uint8Array> {
  // Imported here, because the site bundle includes this module and runs where sharp is not installed.
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

/** Converts an image to a JPEG for link previews, in the best quality that fits into MAX_SHARE_BYTES. */
export async function jpegForSharing(picture: Uint8Array): Promise<Uint8Array> {
  const sharp = (await import('sharp')).default;
  let content = new Uint8Array();
  for (const quality of QUALITIES) {
    content = new Uint8Array(
      await sharp(picture)
        .jpeg({ quality, chromaSubsampling: quality < FINE ? '4:2:0' : '4:4:4' })
        .toBuffer(),
    );
    if (content.length <= MAX_SHARE_BYTES) break;
  }
  return content;
}
