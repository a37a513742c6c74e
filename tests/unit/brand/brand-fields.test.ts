import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { bundleBrand } from '#src/brand/assets.ts';
import { brandById, loadBrands } from '#src/brand/registry.ts';
import { BrandData, INTERNAL_FIELDS } from '#src/brand/schema.ts';

const FIELDS = Object.keys(BrandData.entries);

it('docs/use/brands.md describes every field of brand.ts, and no other fields', async () => {
  const [, text = ''] = (await readFile('docs/use/brands.md', 'utf8')).split('## Fields of brand.ts');
  const [table = ''] = text.split('\n## ');
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const described = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(described.sort()).toEqual([...FIELDS].sort());
});

it('pages receive every field of a brand except internal fields', async () => {
  const local = brandById(await loadBrands('brands'), 'local');
  const whole = {
    ...local,
    coinsUrl: 'https://coins.example/',
    taglines: { es: 'Novelas bajo una lámpara.' },
    vitals: 0.5,
  };
  const night = { at: '15 3 * * *' };
  const { brand } = await bundleBrand({ ...whole, night, prerender: { books: 20 } }, 'node_modules');
  const { coinsUrl, taglines, vitals, lookup, locales } = whole;
  expect(brand).toMatchObject({ coinsUrl, taglines, vitals, lookup, locales, appName: 'Lectern' });
  expect(INTERNAL_FIELDS.filter((field) => field in brand)).toEqual([]);
  expect(brand).not.toHaveProperty('folder');
  expect(brand.logo).toMatch(/^\/_brand\//);
});
