import sharp from 'sharp';
import { luminance, type Oklch } from '#src/lib/color.ts';

export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Draws an SVG `width` pixels wide, with three bytes per pixel; throws if its XML is invalid. */
export async function pixels(svg: string, width: number): Promise<Pixels> {
  const drawn = sharp(Buffer.from(svg)).resize({ width }).flatten({ background: '#808080' });
  return { data: await drawn.raw().toBuffer(), width };
}

/** Reduces the image to 24 × 24 shades of grey, which simulates a blurred glance. */
export function greyscale(svg: string): Promise<Buffer> {
  const drawn = sharp(Buffer.from(svg)).flatten({ background: '#fff' }).resize(24, 24, { fit: 'fill' });
  return drawn.greyscale().raw().toBuffer();
}

/** Mean difference between two images of the same size, 0 to 255. */
export function meanDifference(one: Buffer = Buffer.alloc(0), other: Buffer = Buffer.alloc(0)): number {
  const sum = one.reduce((total, value, index) => total + Math.abs(value - (other[index] ?? 0)), 0);
  return sum / Math.max(1, one.length);
}

/** The lowest contrast between `ink` and any pixel in the box (WCAG 2.2). */
export function contrastOfPixels({ data, width }: Pixels, ink: Oklch | undefined, box: Box): number {
  const text = ink ? luminance(ink) : 0;
  let lowest = 21;
  for (let y = box.top; y < box.bottom; y += 1) {
    for (let x = box.left; x < box.right; x += 1) {
      const ground = luminanceAt(data, (y * width + x) * 3);
      lowest = Math.min(lowest, (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05));
    }
  }
  return lowest;
}

const LINEAR = Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

function luminanceAt(data: Buffer, offset: number): number {
  const channel = (index: number) => LINEAR[data[offset + index] ?? 0] ?? 0;
  return 0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2);
}
