import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { bundleBrand } from '#src/brand/assets.ts';
import { loadBrands } from '#src/brand/registry.ts';
import { MAX_SHARE_BYTES, SHARE_SIZE, sharePicture } from '#src/brand/share-picture.ts';
import { hash } from '#src/lib/hash.ts';

const drawing = (color: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="63"><rect width="120" height="63" fill="${color}"/></svg>`,
  );

const brands = await loadBrands(resolve('brands'));

describe('the link preview image of a brand', () => {
  it.each(brands.map((brand) => [brand.id, brand] as const))(
    'is a small JPEG with the logo of %s',
    async (_id, brand) => {
      const { files, brand: shown } = await bundleBrand(brand, resolve('node_modules'));
      const file = files.find(({ url }) => url === shown.sharePicture);
      expect(shown.sharePicture).toMatch(/^\/_brand\/share\.[0-9a-f]+\.jpg$/);
      const picture = sharp(file?.content);
      expect(await picture.metadata()).toMatchObject({ format: 'jpeg', ...SHARE_SIZE });
      expect(file?.content.length).toBeLessThanOrEqual(MAX_SHARE_BYTES);
      // The middle, where the logo is, has both light and dark pixels.
      const middle = await picture
        .extract({ left: 250, top: 195, width: 700, height: 240 })
        .greyscale()
        .raw()
        .toBuffer();
      const tones = new Set(middle);
      expect(Math.max(...tones) - Math.min(...tones)).toBeGreaterThan(100);
    },
  );

  it('is reused after a restart, and redrawn if the cached file is damaged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-drawings-'));
    const design = (color: string) => ({
      header: drawing(color),
      logo: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><path d="M0 0h90v30H0z"/></svg>',
      ),
      ground: '#ffffff',
    });
    /** Simulates a new process with nothing in memory. */
    const start = async (color: string) => {
      vi.resetModules();
      const { sharePicture: sharePictureAnew } = await import('#src/brand/share-picture.ts');
      return sharePictureAnew(design(color), folder);
    };
    try {
      const picture = await start('#336699');
      const [name = ''] = await readdir(folder);
      const file = join(folder, name);
      const intactFile = await readFile(file);
      // The cached file is served: in this test it is a different image, with its own hash.
      const other = await sharePicture(design('#993366'));
      await writeFile(file, Buffer.concat([Buffer.from(hash(other, 32)), other]));
      expect(Buffer.from(await start('#336699')).equals(Buffer.from(other))).toBe(true);
      await writeFile(file, intactFile.subarray(0, -100));
      expect(Buffer.from(await start('#336699')).equals(Buffer.from(picture))).toBe(true);
      expect((await readFile(file)).equals(intactFile)).toBe(true);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is drawn even if it cannot be cached', async () => {
    const header = drawing('#123456');
    const picture = await sharePicture({ header, logo: header, ground: '#ffffff' }, '/dev/null/nowhere');
    expect((await sharp(picture).metadata()).width).toBe(SHARE_SIZE.width);
  });

  it('is compressed more strongly if the header has a lot of detail', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 8 } as const;
    const header = await sharp({ create: { ...SHARE_SIZE, channels: 3, background: '#888888', noise } })
      .png()
      .toBuffer();
    const logo = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="131" height="32"><path d="M0 0h99v32H0z"/></svg>',
    );
    const picture = await sharePicture({ header, logo, ground: '#ffffff' });
    expect(picture.length).toBeLessThanOrEqual(MAX_SHARE_BYTES);
    expect(picture.length).toBeGreaterThan(MAX_SHARE_BYTES / 4);
  });
});
