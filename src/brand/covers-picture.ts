import { jpegForSharing, SHARE_SIZE } from './share-picture.ts';

/** Width and height available for the covers, and the gap between them, in px. */
const ROOM = { width: 1080, height: 530, gap: 24 } as const;
/** Size limit for covers. A decompression bomb is rejected before it is decoded. */
const MAX_PIXELS = 60_000_000;
/**
 * How the background is drawn: the first cover, blurred and darkened so that it does not distract from the foreground.
 */
const BEHIND = { width: 60, height: 32, blur: 2, brightness: 0.55 } as const;
/** Resolution (DPI) at which SVG covers are rendered. A cover that is 300 px wide is then sharp. */
const SVG_DENSITY = 144;

/**
 * Draws up to four covers side by side as the JPEG for link previews. Omits all text, even in SVG covers, so that the
 * result does not depend on installed fonts.
 * @param covers at least one, SVG or any raster format
 * @throws Error if one of the covers is not an image
 */
export async function coversPicture(covers: readonly Uint8Array[]): Promise<Uint8Array> {
  // Imported here, because the site bundle runs where sharp is not installed.
  const sharp = (await import('sharp')).default;
  const open = (content: Uint8Array) =>
    sharp(withoutText(content), { density: SVG_DENSITY, limitInputPixels: MAX_PIXELS });
  const { gap, height } = ROOM;
  const width = Math.floor((ROOM.width - gap * (covers.length - 1)) / covers.length);
  const fronts = await Promise.all(
    covers.map((cover) =>
      open(cover).resize({ width, height, fit: 'inside' }).png().toBuffer({ resolveWithObject: true }),
    ),
  );
  const [first = new Uint8Array()] = covers;
  const coarse = await open(first)
    .flatten({ background: '#808080' })
    .resize({ width: BEHIND.width, height: BEHIND.height, fit: 'cover' })
    .blur(BEHIND.blur)
    .modulate({ brightness: BEHIND.brightness })
    .png()
    .toBuffer();
  const totalWidth = fronts.reduce((sum, { info }) => sum + info.width, gap * (fronts.length - 1));
  let left = Math.round((SHARE_SIZE.width - totalWidth) / 2);
  const placed = fronts.map(({ data, info }) => {
    const place = { input: data, left, top: Math.round((SHARE_SIZE.height - info.height) / 2) };
    left += info.width + gap;
    return place;
  });
  const picture = await sharp(coarse)
    .resize({ ...SHARE_SIZE, fit: 'fill' })
    .composite(placed)
    .png({ compressionLevel: 0 })
    .toBuffer();
  return jpegForSharing(picture);
}

/** Removes the text from an SVG. Takes linear time, because covers are untrusted input. */
function withoutText(content: Uint8Array): Uint8Array {
  if (!Buffer.from(content.subarray(0, 1000)).toString('latin1').includes('<svg')) return content;
  const pieces = Buffer.from(content)
    .toString('utf8')
    .split(/<\/text\s*>/);
  const tail = pieces.pop() ?? '';
  const cleaned = pieces.map((piece) => {
    const start = piece.search(/<text[\s>]/);
    return start < 0 ? piece : piece.slice(0, start);
  });
  return Buffer.from([...cleaned, tail].join(''));
}
