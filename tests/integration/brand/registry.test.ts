import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundleBrand } from '#src/brand/assets.ts';
import { brandById, loadBrands } from '#src/brand/registry.ts';
import type { BookChoice } from '#src/brand/schema.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-brands-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes an edited copy of a brand; its imports still refer to the project. */
async function brand(id: string, change: (source: string) => string = (source) => source): Promise<void> {
  await cp(`brands/local`, join(folder, id), { recursive: true });
  const file = join(folder, id, 'brand.ts');
  const source = (await readFile(file, 'utf8')).replaceAll("'#src/", `'${resolve('src')}/`);
  await writeFile(file, change(source.replace(/id: 'local'/, `id: '${id}'`)));
}

it('the brand registry loads a complete brand', async () => {
  await brand('one');
  expect((await loadBrands(folder)).map(({ id }) => id)).toEqual(['one']);
});

it.each([
  [
    'an unknown field',
    (source: string) => source.replace("id: '", "nickname: 'x', id: '"),
    /one\/brand\.ts:\d+: nickname: is not a field/,
  ],
  [
    'coins sold at a URL without https',
    (source: string) => source.replace("id: '", "coinsUrl: 'http://coins.example/', id: '"),
    /coinsUrl: must be an https address/,
  ],
  [
    'an invalid colour',
    (source: string) => source.replace(/themeColor: '[^']*'/, "themeColor: 'red'"),
    /themeColor: must be a colour such as/,
  ],
  [
    'an unreadable header',
    (source: string) =>
      source
        .replace(/headerColor: '[^']*'/, "headerColor: 'oklch(0.5 0 0)'")
        .replace(/headerGround: '[^']*'/, "headerGround: 'oklch(0.5 0 0)'"),
    /headerColor: must stand out from headerGround by 4\.5:1/,
  ],
  [
    'a missing image',
    (source: string) => source.replace('assets/logo.svg', 'assets/gone.svg'),
    /assets\/gone\.svg: does not exist; brand\.ts names it as logo/,
  ],
  [
    "an id that differs from the folder's name",
    (source: string) => source.replace("id: 'one'", "id: 'two'"),
    /id: is "two" but the folder is "one"/,
  ],
  [
    'an id that the state folder uses',
    (source: string) => source.replace("id: 'one'", "id: 'api'"),
    /id: must not be "api"/,
  ],
  ...['0', '2.5', "'most'", 'true'].map((books): [string, (source: string) => string, RegExp] => [
    `the number of books ${books}`,
    (source) => source.replace("id: 'one'", `id: 'one', prerender: { books: ${books} }`),
    /prerender\.books: must be "none", "all" or a whole number from 1 to 10000000/,
  ]),
  ...[
    ["{ dictionary: 'http://words.example/{word}' }", /lookup\.dictionary: must be an https address of a fixed host/],
    ["{ translate: 'https://words.example/' }", /lookup\.translate: must contain \{text\}/],
    ["{ search: 'https://words.example/{word}' }", /lookup\.search/],
  ].map(([lookup, message]): [string, (source: string) => string, RegExp] => [
    `the look-up site ${lookup}`,
    (source) => source.replace(/lookup: \{[\s\S]*?\n {2}\},/, `lookup: ${lookup},`),
    message as RegExp,
  ]),
  ['a file that does not run', () => 'export default {', /one\/brand\.ts(:\d+)?: cannot be loaded/],
])('the brand registry reports the file, the field and a remedy for %s', async (_what, change, message) => {
  await brand('one', change);
  await expect(loadBrands(folder)).rejects.toMatchObject({
    code: 'CONFIG',
    exitCode: 2,
    message: expect.stringMatching(message),
  });
});

it.each<[string, BookChoice]>([
  ["'none'", 'none'],
  ["'all'", 'all'],
  ['20', 20],
])(
  'the brand registry accepts the setting prerender.books: %s, and leaves the setting out of the bundled brand',
  async (written, books) => {
    await brand('one');
    const plain = brandById(await loadBrands(folder), 'one');
    expect(plain.prerender).toBeUndefined();
    await brand('two', (source) =>
      source
        .replace("id: 'two'", `id: 'two', prerender: { books: ${written} }`)
        .replace(/hosts: \[[^\]]*\]/, "hosts: ['two.example']")
        .replace(/apiPrefix: '[^']*'/, "apiPrefix: '/two_api'"),
    );
    const loaded = brandById(await loadBrands(folder), 'two');
    expect(loaded.prerender).toEqual({ books });
    const shown = await Promise.all(
      [plain, { ...plain, prerender: { books } }].map((one) => bundleBrand(one, resolve('node_modules'))),
    );
    expect(shown[1]?.brand).toEqual(shown[0]?.brand);
  },
);

it('the brand registry rejects a prefix that would hide pages, and a font that is not installed', async () => {
  await brand('one', (source) => source.replace(/apiPrefix: '[^']*'/, "apiPrefix: '/novel'"));
  await expect(loadBrands(folder)).rejects.toThrow(/apiPrefix: must be a path such as "\/freenovel_api"/);
  const [local] = (await loadBrands('brands')).filter(({ id }) => id === 'local');
  if (!local) throw new Error('the local brand is missing');
  await expect(bundleBrand(local, folder)).rejects.toMatchObject({
    code: 'CONFIG',
    message: expect.stringMatching(/local\/brand\.ts: displayFace: names @fontsource/),
  });
});

it('the brand registry rejects two brands with the same host or prefix', async () => {
  await brand('one');
  await brand('two');
  await expect(loadBrands(folder)).rejects.toThrow(/brands "one" and "two" both have localhost/);
});

it('the brand registry rejects a brand that delegates its books to itself or to an unknown brand', async () => {
  const handingTo = (owner: string) => (source: string) =>
    source.replace(/ id: '[a-z]+',/, `$& canonicalOwner: '${owner}',`);
  await brand('one', handingTo('one'));
  await brand('two', handingTo('nobody'));
  const problem = loadBrands(folder).catch(({ message }) => message);
  for (const owner of ['one', 'nobody'])
    expect(await problem).toContain(`canonicalOwner: is "${owner}", which is not another brand`);
});

it('the brand registry rejects a folder without brands and an unknown brand', async () => {
  await expect(loadBrands(folder)).rejects.toThrow(/contains no brand/);
  await expect(loadBrands(join(folder, 'gone'))).rejects.toThrow(/cannot be read/);
  await brand('one');
  const brands = await loadBrands(folder);
  expect(() => brandById(brands, 'three')).toThrow('There is no brand "three". The brands are: one.');
});

it('the bundle of a brand has file URLs with a hash of the content', async () => {
  const [local] = (await loadBrands('brands')).filter(({ id }) => id === 'local');
  if (!local) throw new Error('the local brand is missing');
  const { brand: shown, files } = await bundleBrand(local, 'node_modules');
  const urls = files.map((file) => file.url);
  for (const url of [
    shown.logo,
    shown.icon,
    shown.bookSourceImg,
    shown.headerBg,
    shown.notFoundImg,
    shown.emptyImg,
    shown.css,
    ...shown.fonts,
  ]) {
    expect(url).toMatch(/^\/_brand\/[\w-]+\.[0-9a-f]{10}\.\w+$/);
    expect(urls).toContain(url);
  }
  const css = files.find((file) => file.url === shown.css)?.content.toString() ?? '';
  expect(css).toMatch(/--paper:#[0-9a-f]{6};/);
  expect(css).toContain('[data-mode="night"]');
  const header = files.find((file) => file.url === shown.headerBg)?.content.toString() ?? '';
  const drawing = /--header-drawing:url\("data:image\/svg\+xml,([^"]*)"\)/.exec(css)?.[1] ?? '';
  const compact = header.replaceAll('"', "'").replaceAll(/>\s+</g, '><').trim();
  expect(decodeURIComponent(drawing)).toBe(compact);
  expect(await bundleBrand(local, 'node_modules')).toEqual({ brand: shown, files });
});

it('the bundle of a brand links to a header image of over 3 KB instead of inlining it', async () => {
  const [local] = (await loadBrands('brands')).filter(({ id }) => id === 'local');
  if (!local) throw new Error('the local brand is missing');
  await cp(local.folder, folder, { recursive: true });
  await appendFile(join(folder, local.headerBg), `<!--${' '.repeat(3072)}-->`);
  const { brand: shown, files } = await bundleBrand({ ...local, folder }, 'node_modules');
  const css = files.find((file) => file.url === shown.css)?.content.toString();
  expect(css).toContain(`--header-drawing:url("${shown.headerBg}")`);
});
