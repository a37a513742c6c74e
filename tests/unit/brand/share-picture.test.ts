import { resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { bundleBrand } from '#src/brand/assets.ts';
import { loadBrands } from '#src/brand/registry.ts';
import { MOST_SHARE_BYTES, SHARE_SIZE, sharePicture } from '#src/brand/share-picture.ts';

const brands = await loadBrands(resolve('brands'));

describe('the picture of a brand for previews of links', () => {
  it.each(brands.map((brand) => [brand.id, brand] as const))(
    'of %s is a small JPEG that shows its logo',
    async (_id, brand) => {
      const { files, brand: shown } = await bundleBrand(brand, resolve('node_modules'));
      const file = files.find(({ url }) => url === shown.sharePicture);
      expect(shown.sharePicture).toMatch(/^\/_brand\/share\.[0-9a-f]+\.jpg$/);
      const picture = sharp(file?.content);
      expect(await picture.metadata()).toMatchObject({ format: 'jpeg', ...SHARE_SIZE });
      expect(file?.content.length).toBeLessThanOrEqual(MOST_SHARE_BYTES);
      // Light and dark both stand in the middle, where the logo is.
      const middle = await picture
        .extract({ left: 250, top: 195, width: 700, height: 240 })
        .greyscale()
        .raw()
        .toBuffer();
      const tones = new Set(middle);
      expect(Math.max(...tones) - Math.min(...tones)).toBeGreaterThan(100);
    },
  );

  it('grows coarser where its header has much detail', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 8 } as const;
    const header = await sharp({ create: { ...SHARE_SIZE, channels: 3, background: '#888888', noise } })
      .png()
      .toBuffer();
    const logo = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="131" height="32"><path d="M0 0h99v32H0z"/></svg>',
    );
    const picture = await sharePicture({ header, logo, ground: '#ffffff' });
    expect(picture.length).toBeLessThanOrEqual(MOST_SHARE_BYTES);
    expect(picture.length).toBeGreaterThan(MOST_SHARE_BYTES / 4);
  });
});
