import { cp, glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundleBrand } from '#src/brand/assets.ts';
import { problemText } from '#src/brand/check/problem.ts';
import { lastGoodFolder, readLastGood, recordLastGood } from '#src/brand/last-good.ts';
import { type BrandSet, brandById, readBrands } from '#src/brand/registry.ts';
import { copyBrands, WAYS_TO_BREAK } from '../../helpers/broken-brands.ts';

const BROKEN = 'moonovel';
const OTHERS = ['fingeread', 'local'];

let folder: string;
let config: { brands: string; state: string };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-broken-'));
  config = { brands: join(folder, 'brands'), state: join(folder, 'state') };
  await copyBrands(config.brands, [...OTHERS, BROKEN]);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Copies the brands to a new path, because Node caches modules by path. */
async function movedBrands(): Promise<void> {
  const brands = join(folder, `brands-${Math.random()}`);
  await cp(config.brands, brands, { recursive: true });
  config.brands = brands;
}

async function record(): Promise<BrandSet> {
  const all = await readBrands(config);
  for (const brand of all.sound) await recordLastGood(config.state, brand);
  await movedBrands();
  return all;
}

const ids = (brands: readonly { readonly id: string }[]) => brands.map(({ id }) => id);

const withoutFolders = (brands: readonly object[]) => brands.map((brand) => ({ ...brand, folder: '' }));

describe('a broken brand', () => {
  it.each(WAYS_TO_BREAK)('with %s is reported, and the other brands are loaded', async (_, breakBrand, message) => {
    await breakBrand(join(config.brands, BROKEN));
    const all = await readBrands(config);
    expect(ids(all.sound)).toEqual(OTHERS);
    expect(ids(all.served)).toEqual(OTHERS);
    expect(ids(all.sound[0]?.siblings ?? [])).toEqual(['local']);
    expect(all.broken).toMatchObject([{ id: BROKEN, lastGood: undefined }]);
    expect(all.broken[0]?.problems.map(problemText).join('\n')).toMatch(message);
    expect(() => brandById(all, BROKEN)).toThrow(message);
    expect(brandById(all, 'local').id).toBe('local');
  });

  it.each(WAYS_TO_BREAK)(
    'with %s does not affect the other brands if a valid version was recorded before',
    async (_, breakBrand) => {
      const before = await record();
      await breakBrand(join(config.brands, BROKEN));
      const all = await readBrands(config);
      expect(ids(all.broken)).toEqual([BROKEN]);
      expect(withoutFolders(all.sound)).toEqual(withoutFolders(before.sound.filter(({ id }) => id !== BROKEN)));
      expect(withoutFolders(all.served)).toEqual(withoutFolders(before.served));
    },
  );

  it('is bundled from its recorded version, to the same files as before', async () => {
    const before = await record();
    const modules = resolve('node_modules');
    const bundle = await bundleBrand(brandById(before, BROKEN), modules);
    await rm(join(config.brands, BROKEN, 'brand.ts'));
    const { broken } = await readBrands(config);
    const [brand] = broken.flatMap(({ lastGood }) => lastGood ?? []);
    if (!brand) throw new Error('nothing was recorded');
    expect(await bundleBrand(brand, modules)).toEqual(bundle);
  });

  it('keeps its hosts, so that a new brand cannot use them', async () => {
    await record();
    const [host] = (await readLastGood(config.state, BROKEN))?.hosts ?? [];
    await writeFile(join(config.brands, BROKEN, 'brand.ts'), 'export default {');
    await cp(join(config.brands, 'fingeread'), join(config.brands, 'aaa'), { recursive: true });
    const file = join(config.brands, 'aaa/brand.ts');
    const source = await readFile(file, 'utf8');
    await writeFile(
      file,
      source
        .replace(/id: '[a-z]+'/, "id: 'aaa'")
        .replace(/apiPrefix: '[^']*'/, "apiPrefix: '/aaa_api'")
        .replace(/hosts: \[[^\]]*\]/, `hosts: ['${host}']`),
    );
    const all = await readBrands(config);
    expect(ids(all.broken)).toEqual(['aaa', BROKEN]);
    expect(ids(all.served)).toEqual([...OTHERS, BROKEN]);
    expect(all.broken[0]?.problems[0]?.message).toContain(`brands "${BROKEN}" and "aaa" both have ${host}`);
  });

  it('keeps its hosts even without a recorded version if brand.ts still contains them', async () => {
    const { sound } = await readBrands(config);
    const hosts = brandById(sound, BROKEN).hosts;
    await movedBrands();
    await WAYS_TO_BREAK.find(([kind]) => kind === 'an invalid setting')?.[1](join(config.brands, BROKEN));
    const { broken } = await readBrands(config);
    expect(broken[0]?.hosts).toEqual([`${BROKEN}.localhost`, ...hosts]);
  });

  it('is reported after a time limit if it never finishes loading', { timeout: 120_000 }, async () => {
    await writeFile(join(config.brands, BROKEN, 'brand.ts'), 'await new Promise(() => {});\nexport default {};');
    const all = await readBrands(config);
    expect(ids(all.sound)).toEqual(OTHERS);
    expect(all.broken[0]?.problems[0]?.message).toMatch(/not loaded within/);
  });
});

describe('the recorded version of a brand', () => {
  it('is replaced when the brand changes, and only one copy is kept', async () => {
    const all = await record();
    const brand = brandById(all, BROKEN);
    await recordLastGood(config.state, { ...brand, appName: 'Other' });
    expect((await readLastGood(config.state, BROKEN))?.appName).toBe('Other');
    const copies = await Array.fromAsync(glob('*/brand.json', { cwd: lastGoodFolder(config.state, BROKEN) }));
    expect(copies).toHaveLength(1);
  });

  it.each([
    ['damaged data', 'brand.json', '{'],
    ['data that this version of Lectern rejects', 'brand.json', '{"id":"moonovel"}'],
  ])('is ignored if it contains %s', async (_, name, text) => {
    await record();
    const { folder: copy } = (await readLastGood(config.state, BROKEN)) ?? {};
    if (copy === undefined) throw new Error('nothing was recorded');
    await writeFile(join(copy, name), text);
    expect(await readLastGood(config.state, BROKEN)).toBeUndefined();
  });
});
