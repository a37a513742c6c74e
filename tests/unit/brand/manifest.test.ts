import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleBrand } from '#src/brand/assets.ts';
import { manifestOf } from '#src/brand/manifest.ts';
import { type Brand, brandById, loadBrands } from '#src/brand/registry.ts';

let brands: Brand[];
beforeAll(async () => {
  brands = [...(await loadBrands(resolve('brands')))];
});

const look = { icon: '/_brand/icon.0123456789.svg', theme: '#123456', paper: '#fefefe' };

describe('manifestOf', () => {
  it('names the brand and its colours, and knows of the Android app without preferring it', () => {
    expect(JSON.parse(manifestOf(brandById(brands, 'freenovel'), look))).toMatchObject({
      ...{ name: 'FreeNovel', start_url: '/', theme_color: '#123456', background_color: '#fefefe' },
      icons: [{ src: look.icon, sizes: 'any', type: 'image/svg+xml' }],
      related_applications: [{ platform: 'play', id: 'example.freenovel' }],
      prefer_related_applications: false,
    });
  });

  it('knows of no app where the brand has none', () => {
    const manifest = JSON.parse(manifestOf(brandById(brands, 'local'), look));
    expect(manifest).not.toHaveProperty('related_applications');
  });
});

describe('bundleBrand', () => {
  it('serves the manifest among the files of the brand', async () => {
    const { brand, files } = await bundleBrand(brandById(brands, 'freenovel'), resolve('node_modules'));
    expect(brand.manifest).toMatch(/^\/_brand\/app\.[\da-f]+\.webmanifest$/);
    const file = files.find(({ url }) => url === brand.manifest);
    const [icon] = JSON.parse(Buffer.from(file?.content ?? []).toString()).icons;
    expect(icon.src).toBe(brand.icon);
  });
});
