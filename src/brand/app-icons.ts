import { hash } from '#src/lib/hash.ts';

/** The brand's icon in one home screen size. */
export interface AppIcon {
  readonly name: string;
  readonly content: Uint8Array;
  /** Width and height in px. */
  readonly size: number;
  /**
   * `maskable`: the device crops the icon to a shape such as a circle. `touch`: for Apple devices, which round the
   * corners.
   */
  readonly purpose: 'any' | 'maskable' | 'touch';
}

const ICON_SIZES = [
  { name: 'icon-192.png', size: 192, purpose: 'any', share: 1 },
  { name: 'icon-512.png', size: 512, purpose: 'any', share: 1 },
  // A device may cut off everything outside a circle of 80 % of the size.
  { name: 'icon-maskable.png', size: 512, purpose: 'maskable', share: 0.82 },
  { name: 'icon-touch.png', size: 180, purpose: 'touch', share: 0.94 },
] as const;

/**
 * Imported only when an icon is drawn, because the site bundle includes this module and runs where sharp is not
 * installed.
 */
const loadSharp = async () => (await import('sharp')).default;

const drawn = new Map<string, Promise<AppIcon[]>>();

/** Draws the icon in all sizes, only once for each icon. */
export function appIcons(icon: Uint8Array): Promise<AppIcon[]> {
  const key = hash(icon);
  const icons = drawn.get(key) ?? Promise.all(ICON_SIZES.map((size) => draw(icon, size)));
  drawn.set(key, icons);
  return icons;
}

async function draw(icon: Uint8Array, { name, size, purpose, share }: (typeof ICON_SIZES)[number]): Promise<AppIcon> {
  const sharp = await loadSharp();
  const image = await sharp(icon, { density: 144 })
    .resize(Math.round(size * share))
    .png()
    .toBuffer();
  const background = purpose === 'any' ? { r: 0, g: 0, b: 0, alpha: 0 } : await backgroundOf(icon);
  const canvas = sharp({ create: { width: size, height: size, channels: 4, background } });
  const content = await canvas
    .composite([{ input: image }])
    .png({ compressionLevel: 9 })
    .toBuffer();
  return { name, content, size, purpose };
}

/** The background colour of the icon, read from the middle of its upper edge. */
async function backgroundOf(icon: Uint8Array) {
  const pixel = { left: 49, top: 3, width: 1, height: 1 };
  const sharp = await loadSharp();
  const image = sharp(icon).resize(100, 100).ensureAlpha().extract(pixel).raw();
  const [r = 255, g = 255, b = 255, alpha = 0] = await image.toBuffer();
  return alpha < 250 ? { r: 255, g: 255, b: 255, alpha: 1 } : { r, g, b, alpha: 1 };
}
