import { resolve } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleBrand } from '#src/brand/assets.ts';
import { type Brand, brandById, loadBrands } from '#src/brand/registry.ts';
import { webAppManifest } from '#src/brand/web-app-manifest.ts';

let brands: Brand[];
beforeAll(async () => {
  brands = [...(await loadBrands(resolve('brands')))];
});

const drawn = [
  { url: '/_brand/a.png', size: 192, purpose: 'any' },
  { url: '/_brand/b.png', size: 512, purpose: 'maskable' },
  { url: '/_brand/c.png', size: 180, purpose: 'touch' },
] as const;
const look = { icon: '/_brand/icon.0123456789.svg', drawn, theme: '#123456', paper: '#fefefe' };

describe('the web app manifest of a brand', () => {
  it('names the brand and its colours, and lists the Android app without preferring it', () => {
    expect(JSON.parse(webAppManifest(brandById(brands, 'freenovel'), look))).toMatchObject({
      name: 'FreeNovel',
      start_url: '/',
      theme_color: '#123456',
      background_color: '#fefefe',
      icons: [
        { src: look.icon, sizes: 'any', type: 'image/svg+xml' },
        { src: '/_brand/a.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
        { src: '/_brand/b.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
      related_applications: [{ platform: 'play', id: 'example.freenovel' }],
      prefer_related_applications: false,
    });
  });

  it('lists no app if the brand has none', () => {
    const manifest = JSON.parse(webAppManifest(brandById(brands, 'local'), look));
    expect(manifest).not.toHaveProperty('related_applications');
  });
});

describe('bundleBrand, which adds files to a brand', () => {
  it('includes the manifest in the files of the brand', async () => {
    const { brand, files } = await bundleBrand(brandById(brands, 'freenovel'), resolve('node_modules'));
    expect(brand.manifest).toMatch(/^\/_brand\/app\.[\da-f]+\.webmanifest$/);
    const file = files.find(({ url }) => url === brand.manifest);
    const [icon] = JSON.parse(Buffer.from(file?.content ?? []).toString()).icons;
    expect(icon.src).toBe(brand.icon);
  });

  it('draws the home screen icon so that masks do not crop it', async () => {
    const { brand, files } = await bundleBrand(brandById(brands, 'freenovel'), resolve('node_modules'));
    const contentOf = (url: string) => Buffer.from(files.find((file) => file.url === url)?.content ?? []);
    const { icons } = JSON.parse(contentOf(brand.manifest).toString());
    const drawn = icons.filter(({ type }: { type: string }) => type === 'image/png');
    expect(drawn.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const { src, sizes } of [...drawn, { src: brand.touchIcon, sizes: '180x180' }]) {
      const { width, height } = await sharp(contentOf(src)).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    const { isOpaque } = await sharp(contentOf(drawn[2].src)).stats();
    expect(isOpaque).toBe(true);
  });
});
