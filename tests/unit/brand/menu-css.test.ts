import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { bundleBrand } from '#src/brand/assets.ts';
import { type Brand, brandById, loadBrands } from '#src/brand/registry.ts';

it('the style sheet of a brand styles long menus only if its menu is longer than the default one', async () => {
  const brand = brandById(await loadBrands(resolve('brands')), 'fingeread');
  const hasStyle = async (...pages: readonly ('home' | 'genres' | 'ranking' | 'tags')[]) => {
    const menu: Brand['menu'] = pages.map((page) => ({ page }));
    const { files } = await bundleBrand({ ...brand, menu }, resolve('node_modules'));
    const css = files.find(({ url }) => url.endsWith('.css'));
    return Buffer.from(css?.content ?? '').includes('.site-nav[data-many]');
  };
  expect(await hasStyle('home', 'genres', 'ranking')).toBe(false);
  expect(await hasStyle('home', 'genres', 'ranking', 'tags')).toBe(true);
});
