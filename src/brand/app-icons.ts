import { hash } from '#src/lib/hash.ts';

/** The brand's sign as devices want it on their home screens. */
export interface AppIcon {
  readonly name: string;
  readonly content: Uint8Array;
  /** px of a side */
  readonly size: number;
  /** `maskable`: the device cuts it to its own shape; `touch`: for devices that take no other and round it themselves. */
  readonly purpose: 'any' | 'maskable' | 'touch';
}

const ICON_SIZES = [
  { name: 'icon-192.png', size: 192, purpose: 'any', share: 1 },
  { name: 'icon-512.png', size: 512, purpose: 'any', share: 1 },
  // A device may cut off all outside a circle of 80 %.
  { name: 'icon-maskable.png', size: 512, purpose: 'maskable', share: 0.82 },
  { name: 'icon-touch.png', size: 180, purpose: 'touch', share: 0.94 },
] as const;

/** Loaded when a sign is drawn: the site's bundle holds this module too, and runs where there is no sharp. */
const loadSharp = async () => (await import('sharp')).default;

const made = new Map<string, Promise<AppIcon[]>>();

/** Draws the sign in the sizes of home screens; once for each sign. */
export function appIcons(icon: Uint8Array): Promise<AppIcon[]> {
  const key = hash(icon);
  const known = made.get(key) ?? Promise.all(ICON_SIZES.map((form) => draw(icon, form)));
  made.set(key, known);
  return known;
}

async function draw(icon: Uint8Array, { name, size, purpose, share }: (typeof ICON_SIZES)[number]): Promise<AppIcon> {
  const sharp = await loadSharp();
  const sign = await sharp(icon, { density: 144 })
    .resize(Math.round(size * share))
    .png()
    .toBuffer();
  const background = purpose === 'any' ? { r: 0, g: 0, b: 0, alpha: 0 } : await backgroundOf(icon);
  const ground = sharp({ create: { width: size, height: size, channels: 4, background } });
  const content = await ground
    .composite([{ input: sign }])
    .png({ compressionLevel: 9 })
    .toBuffer();
  return { name, content, size, purpose };
}

/** The colour the sign stands on: that of its upper edge, in the middle. */
async function backgroundOf(icon: Uint8Array) {
  const pixel = { left: 49, top: 3, width: 1, height: 1 };
  const sharp = await loadSharp();
  const image = sharp(icon).resize(100, 100).ensureAlpha().extract(pixel).raw();
  const [r = 255, g = 255, b = 255, alpha = 0] = await image.toBuffer();
  return alpha < 250 ? { r: 255, g: 255, b: 255, alpha: 1 } : { r, g, b, alpha: 1 };
}
