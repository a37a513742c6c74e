import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspectBrands, loadBrands } from '#src/brand/registry.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-mistakes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A change that makes a file invalid: its new content, or a function of the old content. */
type Change = string | Buffer | ((text: string) => string);

/** Creates a folder with a copy of the local brand in which one file is changed; its imports refer to the project. */
async function brandsWith(name: string, file: string, change: Change): Promise<string> {
  const brands = join(folder, name);
  const home = join(brands, 'local');
  await cp('brands/local', home, { recursive: true });
  const data = join(home, 'brand.ts');
  const source = (await readFile(data, 'utf8')).replaceAll("'#src/", `'${resolve('src')}/`);
  await writeFile(data, source);
  const target = join(home, file);
  const text = typeof change === 'function' ? change(await readFile(target, 'utf8')) : change;
  await writeFile(target, text);
  return brands;
}

const swap = (from: string | RegExp, to: string) => (text: string) => {
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`there is no ${from} to change`);
  return changed;
};

const svg = (inner: string, box = '0 0 131 32') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">\n${inner}\n</svg>`;

const LOGO = 'assets/logo.svg';
const CSS = 'layout.css';
const DATA = 'brand.ts';

const MISTAKES: readonly (readonly [string, string, Change, RegExp])[] = [
  [
    'statistics without a measurement id',
    DATA,
    swap('analytics: [],', 'analytics: [],\n  statistics: true,'),
    /statistics.*add one to analytics/,
  ],
  ['a logo file that contains only the word hello', LOGO, 'hello', /:1: is not well-formed XML.*Export the drawing/],
  ['an empty logo file', LOGO, '', /:1: is not a drawing: it must start with <svg/],
  ['an element that is not closed', LOGO, svg('<g><path d="M0 0"/>'), /:3: is not well-formed XML.*Export/],
  ['a root element other than svg', LOGO, '<html><body/></html>', /:1: is not a drawing: it must start with <svg/],
  ['a repeated attribute', LOGO, svg('<g fill="#fff" fill="#000"/>'), /:2: has the attribute "fill" twice.*Remove one/],
  ['a logo without a viewBox', LOGO, swap(/ viewBox="[^"]*"/, ''), /:1: lacks a viewBox\. Write one/],
  ['a script', LOGO, svg('<script>1</script>'), /:2: contains <script>\. Remove it/],
  ['an event handler', LOGO, svg('<g onload="alert(1)"/>'), /:2: has the event attribute onload\. Remove it/],
  ['a foreignObject', LOGO, svg('<foreignObject/>'), /:2: contains <foreignObject>\. Draw its content as paths/],
  ['letters that need a font', LOGO, svg('<text>Demo</text>'), /:2: contains <text>\. Turn its letters into paths/],
  [
    'a reference to another site',
    LOGO,
    svg('<use href="https://a.example/b.svg"/>'),
    /:2: refers to "https:.*Include it/,
  ],
  ['a fill defined in another file', LOGO, svg('<g fill="url(a.svg#b)"/>'), /:2: loads "a\.svg#b" in fill\. Refer to/],
  ['a doctype', LOGO, swap('<svg', '<!DOCTYPE svg>\n<svg'), /:1: has a doctype\. Remove the line/],
  ['a logo of 20 KB', LOGO, svg(`<path d="${'M0 0'.repeat(5000)}"/>`), /has \d+ bytes.*Draw it with fewer points/],
  ['a square logo', LOGO, svg('<path d="M0 0"/>', '0 0 32 32'), /is 32 x 32; as logo.*Change its size/],
  [
    'a style sheet with an unclosed rule',
    CSS,
    '.a {\n  color: red;\n',
    /layout\.css:1: is not CSS: Unclosed block\. Fix/,
  ],
  ['an unknown property', CSS, '.a {\n  colour: red;\n}', /layout\.css:2: colour is not a property.*Correct its name/],
  ['a property without a value', CSS, '.a {\n  color: ;\n}', /layout\.css:2: color has no value\. Give it one/],
  [
    'an invalid selector',
    CSS,
    '\n.a >> b {\n  color: red;\n}',
    /layout\.css:2: the selector "\.a >> b" is invalid.*Fix/,
  ],
  ['an unknown at-rule', CSS, '@medai print {\n}', /layout\.css:1: @medai is not a rule.*Correct its name/],
  ['an imported style sheet', CSS, '@import "a.css";', /layout\.css:1: @import has no effect here\. Remove it/],
  [
    'a background from another site',
    CSS,
    '.a {\n  background: url(//a.example/b.png);\n}',
    /:2: background loads.*data:/,
  ],
  [
    'a header colour with too little contrast',
    DATA,
    swap(/headerColor: '[^']*'/, "headerColor: 'oklch(0.5 0 0)'"),
    /brand\.ts:\d+: headerColor: must stand out.*make one lighter/,
  ],
  [
    'a theme colour with too little contrast',
    DATA,
    swap(/themeColor: '[^']*'/, "themeColor: 'oklch(0.9 0.05 90)'"),
    /brand\.ts:\d+: themeColor: must stand out.*lower lightness/,
  ],
  [
    'a title that is the same for all pages of a kind',
    DATA,
    swap('  tagline:', "  seoTexts: { en: { 'tag-title': 'Best novels' } },\n  tagline:"),
    /brand\.ts:\d+: seoTexts\.en\.tag-title: must contain \{\{name\}\}, which distinguishes.*"Best novels"/,
  ],
  [
    'an unknown text',
    DATA,
    swap('  tagline:', "  seoTexts: { en: { more: 'and so on' } },\n  tagline:"),
    /brand\.ts:\d+: seoTexts\.en\.more: must be a title or description of/,
  ],
  [
    'a host with a port',
    DATA,
    swap("['localhost']", "['www.example.com:80']"),
    /brand\.ts:\d+: hosts\.0: must be a host name/,
  ],
  ['a host that begins with a hyphen', DATA, swap("['localhost']", "['-a.example']"), /hosts\.0: must be a host name/],
  [
    'a repeated host',
    DATA,
    swap("['localhost']", "['a.example', 'a.example']"),
    /hosts: must not contain a host twice: remove/,
  ],
  [
    'an unknown language',
    DATA,
    swap("['en']", "['en', 'tlh']"),
    /brand\.ts:\d+: locales\.1: must be \(.*"en".*It is "tlh"/,
  ],
  [
    'an object instead of a list',
    DATA,
    swap("['en']", "{ first: 'en' }"),
    /brand\.ts:\d+: locales: must be a list\. It is an object\./,
  ],
  ['a number instead of a text', DATA, swap("id: 'local'", 'id: 7'), /id: must be a text\. It is 7\./],
  [
    'a repeated language',
    DATA,
    swap("['en']", "['en', 'es', 'es']"),
    /locales: must not contain a language twice: remove/,
  ],
  [
    'an unknown field',
    DATA,
    swap('radius:', 'corners: 3,\n  radius:'),
    /brand\.ts:\d+: corners: is not a field\. Remove it/,
  ],
  ['a missing field', DATA, swap(/ {2}radius: \d+,\n/, ''), /brand\.ts: radius: is missing\. Add it/],
  ['an id with a space', DATA, swap("id: 'local'", "id: 'lo cal'"), /brand\.ts:\d+: id: must be lower-case letters/],
  ['a script that does not run', DATA, 'export default {', /brand\.ts(:\d+)?: cannot be loaded.*Compare it with/],
];

it.each(MISTAKES)(
  'the brand check rejects %s, naming the file and the fix: %s',
  async (what, file, change, message) => {
    const brands = await brandsWith(what.replaceAll(' ', '-'), file, change);
    const { problems } = await inspectBrands(brands);
    expect(problems.map((problem) => problem.file)).toContain(join(brands, 'local', file));
    await expect(loadBrands(brands)).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching(message) });
  },
);

it('the brand check rejects an unreadable, misnamed or small photo, and accepts a correct photo', async () => {
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#456' } });
  const problems = async (name: string, content: Buffer) => {
    const brands = await brandsWith(name, 'assets/icon.png', content);
    const data = join(brands, 'local', 'brand.ts');
    await writeFile(data, swap('assets/icon.svg', 'assets/icon.png')(await readFile(data, 'utf8')));
    return (await inspectBrands(brands)).problems.map(({ message }) => message).join('\n');
  };
  expect(await problems('photo-none', Buffer.from('hello'))).toMatch(/is not a readable picture\. Export it as png/);
  expect(await problems('photo-webp', await photo(512, 512).webp().toBuffer())).toMatch(
    /is a webp file\. Export it as png/,
  );
  expect(await problems('photo-small', await photo(64, 64).png().toBuffer())).toMatch(
    /64 x 64 px\. Export it at 512 x 512/,
  );
  expect(await problems('photo-right', await photo(512, 512).png().toBuffer())).toBe('');
});

it('the brand check accepts everything that generated style sheets contain', async () => {
  const css = `@layer shelf { .a { &:hover, & > b { inset: 0; } > c { gap: 1px; } } }
@container (width > 400px) { .a:has(> img)::before { -webkit-mask-image: none; text-wrap: balance; } }
@font-face { font-family: "A"; src: url(data:font/woff2;base64,AA); font-display: swap; }
@keyframes glow { from { opacity: 0; } 50.5% { opacity: 1; } }
@property --x { syntax: "*"; inherits: false; }
@supports (display: grid) { .a:is(.b, .c):not(:nth-child(2n + 1 of .d)) { fill: url("#x"); } }`;
  expect((await inspectBrands(await brandsWith('new-css', CSS, css))).problems).toEqual([]);
});
